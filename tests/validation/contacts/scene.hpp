// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "billiard_engine/simulator.hpp"

namespace billiard::contacts {

/// Cloth that carries balls and does nothing else: what is left are the contacts.
[[nodiscard]] Physics slippery_cloth();

/// The same, with contacts that neither lose nor rub.
[[nodiscard]] Physics lossless();

[[nodiscard]] Table endless_table(const Physics& physics);

[[nodiscard]] Ball ball_at(double x, double y, double vx = 0.0, double vy = 0.0);
/// The same, rolling without slip.
[[nodiscard]] Ball rolling_ball(double x, double y, double vx, double vy = 0.0);

/// State of all balls after `time` [s].
[[nodiscard]] Result after(const Table& table, const Physics& physics, std::span<const Ball> balls,
                           double time, Recorder* recorder = nullptr);

/// Kinetic energy with spin, and height above the cloth, of all balls in play [J].
[[nodiscard]] double energy(const Physics& physics, std::span<const Ball> balls);

/// The result's balls as a range.
[[nodiscard]] std::span<const Ball> balls_of(const Result& result);

/// Angle of a velocity in plan, from +x [deg].
[[nodiscard]] double direction_deg(const Ball& ball);

}  // namespace billiard::contacts
