// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "billiard_multibody/constraint.hpp"
#include "billiard_multibody/contact.hpp"

namespace billiard::multibody {

/// A spring with damper between two points.
struct Spring {
  Point a, b;
  double length = 0.0;     ///< at rest [m]
  double stiffness = 0.0;  ///< [N/m]
  double damping = 0.0;    ///< [N s/m]
};

/// Bodies and what acts between them. For research: it allocates, and is not meant for real time.
class System {
 public:
  Vec3 gravity{0.0, 0.0, -9.81};  ///< [m/s²]
  /// Contacts push only from the step after remember() has seen them begin. Set by integrate() when
  /// it seeks their start: else a trial step would already feel what it has not found yet.
  bool ignore_new_contacts = false;

  /// Index of the new body.
  int add(const Body& body);
  void add(std::unique_ptr<Constraint> constraint);
  void add(std::vector<std::unique_ptr<Constraint>> constraints);
  void add(const Spring& spring) { springs_.push_back(spring); }
  void add(const Contact& contact) { contacts_.push_back(contact); }

  [[nodiscard]] int bodies() const { return static_cast<int>(bodies_.size()); }
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] const std::vector<Contact>& contacts() const { return contacts_; }
  [[nodiscard]] Vector initial_state() const;

  /// M⁻¹ x of G(2.13); the inertia turns with the bodies.
  [[nodiscard]] Vector inverse_mass_times(const Vector& y, const Vector& x) const;
  /// The same for every column.
  [[nodiscard]] Matrix inverse_mass_times(const Vector& y, const Matrix& x) const;
  [[nodiscard]] Matrix mass_matrix(const Vector& y) const;
  /// g of G(2.16): gravity, springs, contacts and −ω × J ω.
  [[nodiscard]] Vector forces(const Vector& y) const;
  [[nodiscard]] Constrained constraints(const Vector& y) const;

  /// Kinetic, potential and elastic energy [J].
  [[nodiscard]] double energy(const Vector& y) const;
  /// Some contact is closed.
  [[nodiscard]] bool touching(const Vector& y) const;
  /// Deepest contact that was open so far; negative while there is none [m].
  [[nodiscard]] double new_depth(const Vector& y) const;
  /// To be called after each step that counts: notes impact speeds of contacts that began and
  /// forgets those that ended. Brings Euler parameters back to length 1.
  void remember(Vector& y);

 private:
  std::vector<Body> bodies_;
  std::vector<std::unique_ptr<Constraint>> constraints_;
  std::vector<Spring> springs_;
  std::vector<Contact> contacts_;
  int rows_ = 0;
};

}  // namespace billiard::multibody
