// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/unxz.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>
#include <lzma.h>

namespace cartwright {
namespace {

std::string xz(const std::string& text) {
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                                    text.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size()),
            LZMA_OK);
  packed.resize(size);
  return packed;
}

TEST(Unxz, GivesBackWhatWasPacked) {
  std::string text = "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)\n";
  for (int i = 0; i < 12; ++i) text += text;
  EXPECT_TRUE(network::is_xz(xz(text)));
  EXPECT_FALSE(network::is_xz(text));
  EXPECT_EQ(network::unxz(xz(text), text.size()), text);
  EXPECT_EQ(network::unxz(xz(text) + xz("more"), text.size() + 4), text + "more");
  EXPECT_EQ(network::unxz(xz(""), 0), "");
}

TEST(Unxz, StopsABomb) {
  const std::string packed = xz(std::string(std::size_t{64} << 20, 'x'));
  EXPECT_LT(packed.size(), 20000U);
  EXPECT_THROW(network::unxz(packed, std::size_t{1} << 20), base::Error);
}

TEST(Unxz, RefusesWhatIsDamagedOrCutOff) {
  const std::string packed = xz("a text of some length, so that something can be changed in the middle of it");
  for (std::size_t length = 0; length < packed.size(); ++length)
    EXPECT_THROW(network::unxz(packed.substr(0, length), 1000), base::Error) << length;
  for (std::size_t i = 0; i < packed.size(); ++i) {
    std::string damaged = packed;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    EXPECT_THROW(network::unxz(damaged, 1000), base::Error) << i;
  }
}

}  // namespace
}  // namespace cartwright
