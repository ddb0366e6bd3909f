// SPDX-License-Identifier: Apache-2.0
// Garbage and damaged RTPS packets on the ports of a running node: it must live on, and a peer that
// comes afterwards must still find it and reach it.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/image.hpp>

#include "own_domain.hpp"

namespace {

using sensor_msgs::msg::Image;
using Packet = std::vector<std::uint8_t>;

/// A UDP socket on loopback.
class Socket {
 public:
  explicit Socket(int port) : descriptor_(socket(AF_INET, SOCK_DGRAM, 0)) {
    const sockaddr_in address = at(port);
    bound_ = bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    const timeval patience{0, 100'000};
    setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  }
  ~Socket() { close(descriptor_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  [[nodiscard]] bool is_bound() const { return bound_; }
  void send(const Packet& packet, int port) const {
    const sockaddr_in address = at(port);
    sendto(descriptor_, packet.data(), packet.size(), 0,
           reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  }
  /// Empty when nothing has come for a while.
  [[nodiscard]] Packet receive() const {
    Packet packet(65536);
    const ssize_t size = recv(descriptor_, packet.data(), packet.size(), 0);
    packet.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return packet;
  }

 private:
  static sockaddr_in at(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }
  int descriptor_;
  bool bound_{false};
};

/// Ports of a participant as the RTPS specification (9.6.1.1) gives them.
int discovery_port(int domain, int participant) { return 7410 + 250 * domain + 2 * participant; }
int user_port(int domain, int participant) { return discovery_port(domain, participant) + 1; }

/// Announcements that the node sends to a participant that is not there.
std::vector<Packet> listen(const Socket& socket) {
  std::vector<Packet> packets;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (packets.size() < 8 && std::chrono::steady_clock::now() < deadline) {
    Packet packet = socket.receive();
    if (!packet.empty()) packets.push_back(std::move(packet));
  }
  return packets;
}

constexpr std::size_t kPrefixAt = 8;  // the sender's GUID prefix in an RTPS header
constexpr std::size_t kPrefix = 12;
constexpr std::size_t kGuid = 16;

/// Puts the sender's GUID back wherever it was: with another one the packet would be the sound
/// announcement of a participant that does not exist, which no receiver can tell from a real one.
void restore_identity(const Packet& whole, Packet& packet) {
  const auto prefix = whole.begin() + kPrefixAt;
  for (auto at = whole.begin(); at != whole.end(); ++at) {
    at = std::search(at, whole.end(), prefix, prefix + kPrefix);
    if (at == whole.end()) return;
    const auto room = std::min<std::ptrdiff_t>(kGuid, whole.end() - at);
    std::copy(at, at + room, packet.begin() + (at - whole.begin()));
  }
}

Packet damage(const Packet& whole, std::mt19937& random) {
  Packet packet = whole;
  const auto below = [&random](std::size_t limit) { return random() % limit; };
  switch (below(4)) {
    case 0:  // noise
      packet.resize(below(2000));
      for (auto& byte : packet) byte = static_cast<std::uint8_t>(random());
      break;
    case 1:  // cut off
      packet.resize(below(packet.size()));
      break;
    default:  // some bytes changed, behind the magic
      for (std::size_t i = 0; i <= below(8); ++i) {
        packet[4 + below(packet.size() - 4)] = static_cast<std::uint8_t>(random());
      }
      restore_identity(whole, packet);
  }
  return packet;
}

class Peer {
 public:
  explicit Peer(const std::string& name) : context_(std::make_shared<rclcpp::Context>()) {
    context_->init(0, nullptr);
    node = std::make_shared<rclcpp::Node>(name, rclcpp::NodeOptions().context(context_));
  }
  ~Peer() { context_->shutdown("done"); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  [[nodiscard]] rclcpp::ExecutorOptions options() const {
    rclcpp::ExecutorOptions executor;
    executor.context = context_;
    return executor;
  }

 private:
  rclcpp::Context::SharedPtr context_;

 public:
  std::shared_ptr<rclcpp::Node> node;
};

TEST(MalformedPackets, AreRefusedAndTheNodeLivesOn) {
  const int domain = take_domain();
  Peer victim("victim");
  Peer neighbour("neighbour");  // whose announcements are damaged as well
  int received = 0;
  const auto subscription = victim.node->create_subscription<Image>(
      "frames", 10, [&received](const Image&) { ++received; });
  rclcpp::executors::SingleThreadedExecutor executor(victim.options());
  executor.add_node(victim.node);
  const Socket socket(discovery_port(domain, 5));
  ASSERT_TRUE(socket.is_bound());
  const std::vector<Packet> seeds = listen(socket);
  ASSERT_FALSE(seeds.empty()) << "the node announces itself to its neighbours' ports";

  std::mt19937 random(20261116);
  const int rounds = std::getenv("BILLIARD_FULL_TESTS") != nullptr ? 200'000 : 20'000;
  for (int i = 0; i < rounds; ++i) {
    const Packet packet = damage(seeds[random() % seeds.size()], random);
    socket.send(packet, i % 2 == 0 ? discovery_port(domain, 0) : user_port(domain, 0));
    if (i % 64 == 0) executor.spin_some();
  }

  Peer newcomer("newcomer");
  const auto publisher = newcomer.node->create_publisher<Image>("frames", 10);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (received == 0 && std::chrono::steady_clock::now() < deadline) {
    publisher->publish(Image());
    executor.spin_once(std::chrono::milliseconds(50));
  }
  EXPECT_GT(received, 0);
}

}  // namespace
