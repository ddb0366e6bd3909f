// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "underlay_types/msg/everything.hpp"

/// A message in which every field of every kind holds something that a mistake would change.
inline underlay_types::msg::Everything make_everything() {
  underlay_types::msg::Everything m;
  m.flag = true;
  m.octet = 0xa5;
  m.letter = 'x';
  m.single = 1.5f;
  m.real = -2.25;
  m.i8 = -8;
  m.u8 = 200;
  m.i16 = -1600;
  m.u16 = 16000;
  m.i32 = -320000;
  m.u32 = 3200000;
  m.i64 = -(1LL << 40);
  m.u64 = 1ULL << 60;
  m.text = "billiard";
  m.short_text = "12345678";
  m.wide = u"w\u00e9";
  m.flags = {true, false, true};
  m.bytes = {1, 2, 3, 4, 5};
  m.reals = {0.5, 0.25};
  m.texts = {"a", ""};
  m.inners[0].small = 7;
  m.inners[0].number = 3.5;
  m.inners[0].text = "in";
  m.inners[1].text = "inner two";
  m.plains[1].y = 9.0;
  m.many_flags = {true, false, false, true, true};
  m.many_octets = {9, 8};
  m.many_bytes = {1, 1, 2, 3, 5, 8};
  m.many_shorts = {-1, 2, -3};
  m.many_reals = {1e300, -0.0, 3.0};
  m.many_texts = {"one", "", "three"};
  m.many_wides = {u"x", u"yz"};
  m.many_inners.resize(3);
  m.many_inners[2].number = 6.5;
  m.many_inners[1].text = "middle";
  m.many_plains.resize(2);
  m.many_plains[1].z = -4.0;
  m.many_nothings.resize(2);
  m.few_flags = {true, true};
  m.few_singles = {1.0f, 2.0f, 3.0f};
  m.few_texts = {"few"};
  m.few_short_texts = {"12345", "1"};
  m.few_inners.resize(1);
  m.few_inners[0].small = 3;
  return m;
}
