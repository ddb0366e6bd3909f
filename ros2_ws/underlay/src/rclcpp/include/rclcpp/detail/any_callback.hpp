// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <variant>

#include "rclcpp/message_info.hpp"
#include "rclcpp/serialized_message.hpp"

namespace rclcpp::detail {

/// The forms a subscription's callback may have, brought to one of three.
template <typename MessageT>
class AnyCallback {
 public:
  using Shared = std::function<void(std::shared_ptr<const MessageT>, const MessageInfo&)>;
  using Unique = std::function<void(std::unique_ptr<MessageT>, const MessageInfo&)>;
  using Serialized = std::function<void(std::shared_ptr<SerializedMessage>, const MessageInfo&)>;

  template <typename F>
  explicit AnyCallback(F callback) {
    set<F, false>(std::move(callback));
  }

  [[nodiscard]] bool is_shared() const { return std::holds_alternative<Shared>(form_); }
  [[nodiscard]] bool is_unique() const { return std::holds_alternative<Unique>(form_); }

  void operator()(std::unique_ptr<MessageT> message, const MessageInfo& info) const {
    if (is_unique()) {
      std::get<Unique>(form_)(std::move(message), info);
    } else {
      std::get<Shared>(form_)(std::move(message), info);
    }
  }
  void operator()(const std::shared_ptr<const MessageT>& message, const MessageInfo& info) const {
    std::get<Shared>(form_)(message, info);
  }
  void operator()(std::shared_ptr<SerializedMessage> message, const MessageInfo& info) const {
    std::get<Serialized>(form_)(std::move(message), info);
  }

 private:
  /// Tests the plain forms first, then those with a MessageInfo: std::bind ignores extra arguments.
  template <typename F, bool kWithInfo>
  void set(F f) {
    if constexpr (accepts<F, kWithInfo, const MessageT&>()) {
      form_ = Shared([f](std::shared_ptr<const MessageT> m, const MessageInfo& i) mutable {
        call<kWithInfo>(f, *m, i);
      });
    } else if constexpr (accepts<F, kWithInfo, std::shared_ptr<const MessageT>>()) {
      form_ = Shared([f](std::shared_ptr<const MessageT> m, const MessageInfo& i) mutable {
        call<kWithInfo>(f, std::move(m), i);
      });
    } else if constexpr (accepts<F, kWithInfo, std::shared_ptr<MessageT>>()) {
      form_ = Unique([f](std::unique_ptr<MessageT> m, const MessageInfo& i) mutable {
        call<kWithInfo>(f, std::shared_ptr<MessageT>(std::move(m)), i);
      });
    } else if constexpr (accepts<F, kWithInfo, std::unique_ptr<MessageT>>()) {
      form_ = Unique([f](std::unique_ptr<MessageT> m, const MessageInfo& i) mutable {
        call<kWithInfo>(f, std::move(m), i);
      });
    } else if constexpr (accepts<F, kWithInfo, std::shared_ptr<SerializedMessage>>()) {
      form_ = Serialized([f](std::shared_ptr<SerializedMessage> m, const MessageInfo& i) mutable {
        call<kWithInfo>(f, std::move(m), i);
      });
    } else {
      static_assert(!kWithInfo, "the callback takes none of the forms of a message");
      set<F, true>(std::move(f));
    }
  }

  template <typename F, bool kWithInfo, typename Argument>
  static constexpr bool accepts() {
    if constexpr (kWithInfo) {
      return std::is_invocable_v<F&, Argument, const MessageInfo&>;
    } else {
      return std::is_invocable_v<F&, Argument>;
    }
  }

  template <bool kWithInfo, typename F, typename Argument>
  static void call(F& f, Argument&& argument, const MessageInfo& info) {
    if constexpr (kWithInfo) {
      f(std::forward<Argument>(argument), info);
    } else {
      f(std::forward<Argument>(argument));
    }
  }

  std::variant<Shared, Unique, Serialized> form_;
};

}  // namespace rclcpp::detail
