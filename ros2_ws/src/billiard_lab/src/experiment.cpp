// SPDX-License-Identifier: Apache-2.0
#include "billiard_lab/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "cpu_time.hpp"
#include "experiments/all.hpp"

namespace billiard::lab {
namespace {

constexpr std::array kExperiments{
    Experiment{"contact_pressure", "Pressure under a rolling ball", "K §2.1, Fig. 2",
               contact_pressure},
    Experiment{"friction_components", "Friction of all laws", "K §2.2–2.3, Figs. 3 and 4",
               friction_components},
    Experiment{"friction_fit", "Fit of the approximation", "K §2.3", friction_fit},
    Experiment{"trajectories", "Paths of a spinning ball", "K §3.2, Figs. 6–10", trajectories},
    Experiment{"shaping", "Shaping a path by spin", "K §3.2, §4", shaping},
    Experiment{"rack_gap", "Break of four balls over the gap between them",
               "G §4.1, Table 3, Figs. 10 and 11", rack_gap},
    Experiment{"thirty_degree_rule", "The 30° rule", "G §4.2, Figs. 17–19", thirty_degree_rule},
    Experiment{"cushion_video", "A ball filmed at the cushion", "G §4.3, Fig. 20", cushion_video},
    Experiment{"cushion_speed", "Rebound over speed", "G §4.3, Fig. 21", cushion_speed},
    Experiment{"solvers", "Four ways to hold constraints", "G §2.3, §4.1; E §5", solvers},
    Experiment{"bouncing_ball", "A bouncing ball", "E §3, Figs. 5–7", bouncing_ball},
    Experiment{"newtons_cradle", "Newton's cradle", "E §5, Figs. 13 and 14", newtons_cradle},
    Experiment{"ball_bearing", "A ball bearing", "E §3, Figs. 4 and 8, Table 1", ball_bearing},
};

std::string known_names() {
  std::string list;
  for (const Experiment& e : kExperiments) list += (list.empty() ? "" : ", ") + std::string(e.name);
  return list;
}

}  // namespace

std::span<const Experiment> experiments() noexcept { return kExperiments; }

std::vector<Experiment> select(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::none_of(kExperiments.begin(), kExperiments.end(),
                     [&](const Experiment& e) { return name == e.name; })) {
      throw std::invalid_argument(
          fmt::format("experiment is '{}'; allowed: {}", name, known_names()));
    }
  }
  std::vector<Experiment> list;
  for (const Experiment& e : kExperiments) {
    if (names.empty() || std::find(names.begin(), names.end(), e.name) != names.end()) {
      list.push_back(e);
    }
  }
  return list;
}

std::vector<Outcome> run(const std::vector<Experiment>& list, const Effort& effort,
                         const std::function<void(int)>& done) {
  std::vector<Outcome> outcomes(list.size());
  std::atomic<std::size_t> next{0};
  std::mutex mutex;  // guards `ready`, `failure` and calls of `done`
  int ready = 0;
  std::exception_ptr failure;
  const auto work = [&] {
    for (std::size_t i = next++; i < list.size(); i = next++) {
      try {
        const double start = cpu_time();
        Findings findings = list[i].run(effort);
        outcomes[i] = {list[i], std::move(findings), cpu_time() - start};
        const std::lock_guard lock(mutex);
        done(++ready);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> threads;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  for (unsigned i = 1; i < cores; ++i) threads.emplace_back(work);
  work();
  threads.clear();  // joins
  if (failure) std::rethrow_exception(failure);
  return outcomes;
}

}  // namespace billiard::lab
