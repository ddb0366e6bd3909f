// SPDX-License-Identifier: Apache-2.0
#include "explored_world.hpp"

#include <algorithm>
#include <functional>

#include "firmware_bridge/protocol/frame_receiver.hpp"

namespace firmware_bridge::test {
namespace {

using protocol::CueState;

/// Short, so that every timeout lies within a few time steps.
host::LinkSettings quick_link() {
  host::LinkSettings settings;
  settings.greeting_period = 60;
  settings.retry_period = 50;
  settings.max_tries = 2;
  settings.silence = 200;
  settings.fire_validity = 120;
  settings.outcome_timeout = 400;
  return settings;
}

enum Command : std::size_t { kLoad, kArm, kFire, kDisarm, kStop, kCommandCount };
constexpr std::size_t kAdvance = kCommandCount;
constexpr std::size_t kReset = kCommandCount + 1;
constexpr std::size_t kRestartHost = kCommandCount + 2;
constexpr std::size_t kFirstFrame = kCommandCount + 3;

std::uint64_t bit(std::uint32_t shot_id) { return 1ULL << (shot_id % 64); }

bool decode(std::string line, protocol::Frame& frame, std::string& storage) {
  storage = line.substr(1, line.size() - 2);
  return protocol::decode_frame({reinterpret_cast<std::uint8_t*>(storage.data()), storage.size()},
                                frame) == protocol::FrameError::kNone;
}

std::uint8_t type_of(const std::string& line) {
  protocol::Frame frame;
  std::string storage;
  return decode(line, frame, storage) ? frame.header.type : std::uint8_t{0};
}
bool is_heartbeat(const std::string& line) {
  return type_of(line) == protocol::Heartbeat::kInfo.type;
}
bool is_command(const std::string& line) {
  return !is_heartbeat(line) && type_of(line) != protocol::Hello::kInfo.type;
}

/// Adds a line to the network. A full one forgets the oldest heartbeat first, as long as there are
/// three: commands are worth more to an adversary.
void keep(std::vector<std::string>& lines, std::string line, std::size_t limit) {
  lines.erase(std::remove(lines.begin(), lines.end(), line), lines.end());
  lines.push_back(std::move(line));
  if (lines.size() <= limit) return;
  const bool spare = std::count_if(lines.begin(), lines.end(), is_heartbeat) > 2;
  lines.erase(spare ? std::find_if(lines.begin(), lines.end(), is_heartbeat) : lines.begin());
}

}  // namespace

ExploredWorld::ExploredWorld(const Settings& settings)
    : settings_(settings),
      cue_(memory_),
      link_(quick_link(), 1),
      resets_left_(settings.resets),
      restarts_left_(settings.restarts) {
  link_.open(now_);
  collect_output();
}

std::size_t ExploredWorld::action_count() const {
  return kFirstFrame + to_device_.size() + to_host_.size();
}

std::string ExploredWorld::name_of_action(std::size_t action) const {
  constexpr const char* kNames[] = {"LOAD", "ARM",  "FIRE",  "DISARM",
                                    "STOP", "time", "reset", "host restart"};
  if (action < kFirstFrame) return kNames[action];
  const std::size_t index = action - kFirstFrame;
  const bool down = index < to_device_.size();
  const Line& line = down ? to_device_[index] : to_host_[index - to_device_.size()];
  protocol::Frame frame;
  std::string storage;
  (void)decode(line, frame, storage);
  return std::string(down ? "to device: type " : "to host: type ") +
         std::to_string(frame.header.type) + " session " + std::to_string(frame.header.session) +
         " sequence " + std::to_string(frame.header.sequence);
}

bool ExploredWorld::act(std::size_t action) {
  const std::uint64_t before = fingerprint();
  if (action < kCommandCount) {
    if (!command(action)) return false;
  } else if (action == kAdvance) {
    advance();
  } else if (action == kReset) {
    if (resets_left_ == 0) return false;
    --resets_left_;
    reset_device();
  } else if (action == kRestartHost) {
    if (restarts_left_ == 0) return false;
    --restarts_left_;
    restart_host();
  } else {
    const std::size_t index = action - kFirstFrame;
    if (index < to_device_.size()) {
      deliver_to_device(Line(to_device_[index]));
    } else {
      deliver_to_host(Line(to_host_[index - to_device_.size()]));
    }
  }
  collect_output();
  watch();
  collect_reports();
  return fingerprint() != before;
}

bool ExploredWorld::command(std::size_t which) {
  using host::Refusal;
  switch (which) {
    case kLoad:
      return link_.load({8.0F, 0, 0, 0, 0}, now_) == Refusal::kNone;
    case kArm:
      return link_.arm(100, now_) == Refusal::kNone;
    case kFire: {
      const bool taken = link_.fire(now_) == Refusal::kNone;
      if (taken) fired_ |= bit(link_.shot_id());
      if (taken) given_up_ &= ~bit(link_.shot_id());  // a restarted host may use it again
      if (taken) unsettled_ |= bit(link_.shot_id());
      return taken;
    }
    case kDisarm:
      return link_.disarm(true, now_) == Refusal::kNone;
    default:
      return link_.stop(1, now_) == Refusal::kNone;
  }
}

void ExploredWorld::deliver_to_device(const Line& line) {
  protocol::Frame frame;
  std::string storage;
  if (!decode(line, frame, storage)) return;
  const auto as = [&](auto message, auto&& then) {
    if (frame.header.type != decltype(message)::kInfo.type) return;
    if (protocol::read_payload(frame.payload, message) == protocol::PayloadError::kNone) {
      then(message);
    }
  };
  as(protocol::Hello{}, [&](const auto& m) { cue_.handle(frame.header, m, memory_); });
  as(protocol::Heartbeat{}, [&](const auto& m) {
    const bool same = frame.header.session == cue_.session();
    if (same && echoed_session_ != cue_.session()) echoed_ms_ = m.device_time_ms;
    if (same) echoed_session_ = cue_.session();
    if (same) echoed_ms_ = std::max(echoed_ms_, m.device_time_ms);
    cue_.handle(frame.header, m);
  });
  as(protocol::Load{}, [&](const auto& m) { cue_.handle(frame.header, m); });
  as(protocol::Arm{}, [&](const auto& m) { cue_.handle(frame.header, m); });
  as(protocol::Fire{}, [&](const auto& m) { cue_.handle(frame.header, m, memory_); });
  as(protocol::Disarm{}, [&](const auto& m) { cue_.handle(frame.header, m); });
  as(protocol::Stop{}, [&](const auto& m) { cue_.handle(frame.header, m); });
}

void ExploredWorld::deliver_to_host(const Line& line) {
  protocol::Frame frame;
  std::string storage;
  if (decode(line, frame, storage)) link_.handle(frame, now_);
  link_.update(now_);
}

void ExploredWorld::advance() {
  for (int i = 0; i < settings_.time_step_ms; ++i) {
    ++now_;
    const firmware::DriveMode mode = cue_.order().mode;
    if (mode != mode_) {
      mode_ = mode;
      mode_ms_ = 0;
      drive_ = {};
    }
    ++mode_ms_;
    const bool struck = mode_ == firmware::DriveMode::kStroke && mode_ms_ > 30;
    drive_.struck = drive_.struck || struck;
    drive_.stroke_done = drive_.struck;
    drive_.at_home = mode_ != firmware::DriveMode::kStroke &&
                     (mode_ != firmware::DriveMode::kRetract || mode_ms_ > 10);
    cue_.tick({false, drive_, 0, 0, 0.0F});
    watch();
  }
  link_.update(now_);
}

void ExploredWorld::reset_device() {
  cue_ = firmware::Supervisor(memory_);
  mode_ = firmware::DriveMode::kOff;
  drive_ = {};
  last_state_ = CueState::kBoot;
}

/// The process dies and another takes its place: it knows nothing of what the first one sent.
void ExploredWorld::restart_host() {
  unsettled_ = 0;
  link_ = host::Link(quick_link(), 2);
  link_.open(now_);
}

void ExploredWorld::collect_output() {
  std::uint8_t bytes[1024];
  const std::size_t size = link_.take_output({bytes, sizeof(bytes)});
  std::size_t begin = 0;
  for (std::size_t i = 1; i < size; ++i) {  // a line is 0x00 ... 0x00
    if (bytes[i] != 0) continue;
    keep(to_device_, Line(reinterpret_cast<char*>(bytes) + begin, i + 1 - begin),
         settings_.kept_to_device);
    begin = ++i;
  }
  const auto send = [&](auto message, std::uint32_t session) {
    while (cue_.take(message)) {
      std::uint8_t line[protocol::kMaxLineSize];
      protocol::Header header;
      header.session = session;
      const std::size_t length = protocol::encode_message(message, header, {line, sizeof(line)});
      keep(to_host_, Line(reinterpret_cast<char*>(line), length), settings_.kept_to_host);
    }
  };
  send(protocol::Result{}, cue_.session());
  send(protocol::HelloReply{}, 0);
  send(protocol::State{}, cue_.session());
}

void ExploredWorld::collect_reports() {
  using host::Failure;
  host::CommandReport report;
  while (link_.next(report)) {
    if (report.kind != host::CommandKind::kFire) continue;
    const std::uint64_t shot = bit(report.shot_id);
    note((unsettled_ & shot) != 0, "a FIRE is reported once");
    unsettled_ &= ~shot;
    const bool stroked = (stroked_ & shot) != 0;
    if (report.verdict == host::Verdict::kConfirmed) {
      note(stroked, "a confirmed FIRE has stroked");
    } else if (report.failure != Failure::kSuperseded) {
      given_up_ |= shot;
      note(!stroked || report.failure == Failure::kOutcomeUnknown,
           "a FIRE reported as not done has not stroked");
    }
  }
  protocol::Result result;
  while (link_.next(result)) {
    note((stroked_ & bit(result.shot_id)) != 0, "a result belongs to a stroke");
  }
}

void ExploredWorld::watch() {
  const bool entered = cue_.state() == CueState::kStroking && last_state_ != CueState::kStroking;
  const std::uint32_t shot = memory_.record.last_shot_id;
  if (entered || shot != last_shot_) {
    ++strokes_;
    note((stroked_ & bit(shot)) == 0, "never two strokes for one shot id");
    note((fired_ & bit(shot)) != 0, "never a stroke that was not commanded");
    note((given_up_ & bit(shot)) == 0, "no stroke begins after its FIRE was reported failed");
    stroked_ |= bit(shot);
  }
  last_shot_ = shot;
  last_state_ = cue_.state();
  if (cue_.state() == CueState::kArmed || cue_.state() == CueState::kStroking) {
    const bool fresh = echoed_session_ == cue_.session() &&
                       cue_.now_ms() - echoed_ms_ <= firmware::kWatchdogMs + 1U;
    note(fresh, "armed only while the host's echo is fresh");
  }
}

void ExploredWorld::note(bool holds, const char* promise) {
  if (!holds && violation_ == nullptr) violation_ = promise;
}

std::uint64_t ExploredWorld::fingerprint() const {
  std::uint64_t hash = cue_.fingerprint() * 31 + link_.fingerprint();
  const auto add = [&hash](std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 31U;
  };
  // The network is a set: the order in which frames were sent does not matter.
  std::uint64_t down = 0;
  std::uint64_t up = 0;
  for (const Line& line : to_device_) down += std::hash<Line>{}(line) | 1U;
  for (const Line& line : to_host_) up += std::hash<Line>{}(line) | 1U;
  add(down);
  add(up);
  add(static_cast<std::uint64_t>(now_));
  add(static_cast<std::uint64_t>(resets_left_) * 8 + static_cast<std::uint64_t>(restarts_left_));
  add(mode_ms_ * 8 + static_cast<std::uint64_t>(mode_));
  add(stroked_);
  add(fired_);
  add(given_up_);
  add(unsettled_);
  add(echoed_ms_);
  return hash;
}

void ExploredWorld::deliver_newest() {
  const auto down = to_device_;
  for (const Line& line : down) deliver_to_device(line);
  collect_output();
  const auto up = to_host_;
  for (const Line& line : up) deliver_to_host(line);
  collect_output();
  watch();
  collect_reports();
}

void ExploredWorld::run(int steps) {
  const int step = settings_.time_step_ms;
  settings_.time_step_ms = 10;
  for (int i = 0; i < steps; ++i) {
    advance();
    collect_output();
    deliver_newest();
  }
  settings_.time_step_ms = step;
}

void ExploredWorld::prepare(int shots, int commands) {
  constexpr Command kShot[] = {kLoad, kArm, kFire};
  run(10);
  for (int shot = 0; shot < shots; ++shot) {
    for (const Command which : kShot) {
      (void)command(which);
      collect_output();
      run(2);
    }
    run(20);
  }
  for (int i = 0; i < commands; ++i) {
    (void)command(kShot[i]);
    collect_output();
    deliver_newest();
  }
}

void ExploredWorld::prepare_lost_fire() {
  run(100);  // so that the expiry lies well after the clock's new start
  prepare(0, 2);
  (void)command(kFire);
  collect_output();
  std::vector<Line> withheld;
  std::copy_if(to_device_.begin(), to_device_.end(), std::back_inserter(withheld), is_command);
  to_device_.clear();
  to_host_.clear();
  reset_device();
  for (int i = 0; i < 60; ++i) {  // the host repeats FIRE in vain, gives up and greets
    const auto commands = std::remove_if(to_device_.begin(), to_device_.end(), is_command);
    to_device_.erase(commands, to_device_.end());
    run(1);
  }
  for (const Line& line : withheld) keep(to_device_, line, settings_.kept_to_device);
}

}  // namespace firmware_bridge::test
