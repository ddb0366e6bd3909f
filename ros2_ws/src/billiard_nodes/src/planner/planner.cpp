// SPDX-License-Identifier: Apache-2.0
#include "planner/planner.hpp"

#include <future>
#include <rclcpp_components/register_node_macro.hpp>

#include "parameters.hpp"
#include "realtime.hpp"

namespace billiard_nodes {
namespace {

constexpr std::size_t kMostWaiting = 8;  // requests

PlannerParameters load_parameters(rclcpp::Node& node) {
  Parameters parameters(node);
  PlannerParameters values;
  values.table =
      parameters.text("table", values.table, "Table file: name in config/tables or path");
  const std::string physics = parameters.text(
      "physics", "", "Physics file: name in config/physics or path; empty: the table's own");
  values.settings = load_named("table or physics",
                               [&] { return billiard::load_settings(values.table, physics); });
  values.defaults.game = *billiard::find_game(
      parameters.choice("game", billiard::name(values.defaults.game),
                        {"eight_ball", "nine_ball", "free"}, "Rules to plan by"));
  values.defaults.budget = parameters.number("budget", values.defaults.budget, 0.001, 3600.0,
                                             "Wall time for a decision [s]");
  values.defaults.noise = parameters.number("noise", values.defaults.noise, 0.0, 100.0,
                                            "Factor on the execution noise [-]");
  values.defaults.position_sigma =
      parameters.number("position_sigma", values.defaults.position_sigma, 0.0, 0.02,
                        "Standard deviation of a ball's place on /balls, each direction [m]");
  values.defaults.seed = static_cast<std::uint64_t>(
      parameters.integer("seed", static_cast<std::int64_t>(values.defaults.seed), 1, INT64_MAX,
                         "Of the random numbers"));
  values.threads = static_cast<int>(
      parameters.integer("threads", values.threads, 0, 256, "That plan at once; 0: one per core"));
  values.nice = static_cast<int>(parameters.integer(
      "nice", values.nice, 0, 19, "How much the planning threads give way to others [0 ... 19]"));
  values.balls_timeout = parameters.number("balls_timeout", values.balls_timeout, 0.05, 60.0,
                                           "/balls older than this are ignored [s]");
  refuse_unknown_parameters(node);
  return values;
}

}  // namespace

Planner::Planner(const rclcpp::NodeOptions& options)
    : Node("planner", options),
      parameters_(load_parameters(*this)),
      table_{parameters_.table, parameters_.settings.table,
             parameters_.settings.physics.ball.radius},
      planner_(parameters_.settings.table, parameters_.settings.physics, parameters_.threads),
      // A cue refuses ids it has played: a planner started again must not repeat them.
      last_shot_id_(
          static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::seconds>(
                                         std::chrono::system_clock::now().time_since_epoch())
                                         .count())),
      plan_publisher_(
          create_publisher<billiard_msgs::msg::ShotPlan>("/shot_plan", rclcpp::QoS(10))),
      balls_subscription_(create_subscription<BallArray>(
          "/balls", rclcpp::SensorDataQoS().keep_last(1),
          [this](BallArray::ConstSharedPtr balls) { on_balls(balls); })),
      service_(create_service<PlanShot>(
          "/plan_shot",
          [this](std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<PlanShot::Request> request) {
            on_request(id, *request);
          })),
      diagnostics_(*this, "plans", parameters_.table, [this](Report& r) { describe(r); }),
      thread_([this] { work(); }) {}

Planner::~Planner() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Planner::on_balls(const BallArray::ConstSharedPtr& balls) {
  const std::lock_guard lock(mutex_);
  balls_ = balls;
  balls_at_ = Clock::now();
}

Planner::BallArray::ConstSharedPtr Planner::seen_balls() {
  const std::lock_guard lock(mutex_);
  const double age = std::chrono::duration<double>(Clock::now() - balls_at_).count();
  return age > parameters_.balls_timeout ? nullptr : balls_;
}

void Planner::on_request(const std::shared_ptr<rmw_request_id_t>& id,
                         const PlanShot::Request& request) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.size() < kMostWaiting) {
      jobs_.push_back({id, request});
      changed_.notify_one();
      return;
    }
    ++refused_;
  }
  PlanShot::Response response;
  response.message = "too many requests wait already";
  service_->send_response(*id, response);
}

void Planner::work() {
  while (true) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
      if (stop_) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
      busy_ = true;
    }
    try {
      answer(job);
    } catch (const std::exception& error) {  // as when the system shuts down meanwhile
      RCLCPP_ERROR(get_logger(), "a plan was not answered: %s", error.what());
    }
  }
}

void Planner::answer(const Job& job) {
  PlanShot::Response response;
  try {
    make_plan(job.request, response);
  } catch (const std::invalid_argument& error) {
    response.message = error.what();
  }
  {
    const std::lock_guard lock(mutex_);
    busy_ = false;
    response.success ? ++plans_ : ++refused_;
    last_ = response.success ? response.plan.reason : response.message;
    elapsed_ = response.plan.elapsed;
    simulations_ = response.plan.simulations;
  }
  if (!response.success) RCLCPP_WARN(get_logger(), "no plan: %s", response.message.c_str());
  service_->send_response(*job.id, response);
}

// Only the search gives way: who publishes with a low priority holds up those who wait for the same
// locks.
billiard::Plan Planner::search(ReadRequest& read) {
  const auto work = [this, &read] {
    become_patient(parameters_.nice);
    if (read.ball_in_hand) read.request = planner_.place_cue_ball(read.request);
    return planner_.plan(read.request);
  };
  return std::async(std::launch::async, work).get();
}

void Planner::make_plan(const PlanShot::Request& request, PlanShot::Response& response) {
  const BallArray::ConstSharedPtr seen = seen_balls();
  ReadRequest read =
      read_request(request, seen.get(), table_, parameters_.settings, parameters_.defaults);
  response.message = read.problem;
  if (!read.problem.empty()) return;
  const billiard::Plan plan = search(read);
  if (read.ball_in_hand) place_cue_ball(read.layout, read.request, table_);
  response.plan = to_message(plan, read, table_, parameters_.settings);
  response.plan.shot_id = ++last_shot_id_;
  response.success = plan.found;
  if (!plan.found) response.message = plan.reason;
  for (const billiard::Choice& choice : plan.alternatives) {
    response.alternatives.push_back(to_message(choice, read.request));
    response.alternatives.back().header.stamp = response.plan.header.stamp;
    response.alternatives.back().shot_id = ++last_shot_id_;
  }
  plan_publisher_->publish(response.plan);
}

void Planner::describe(Report& report) {
  const std::lock_guard lock(mutex_);
  report.ok(busy_ ? "planning" : "waiting for a request");
  report.add("plans", plans_);
  report.add("requests refused", refused_);
  report.add("requests waiting", static_cast<std::uint64_t>(jobs_.size()));
  report.add("last answer", last_);
  report.add("last decision [s]", elapsed_, 3);
  report.add("last simulations", simulations_);
}

}  // namespace billiard_nodes

RCLCPP_COMPONENTS_REGISTER_NODE(billiard_nodes::Planner)
