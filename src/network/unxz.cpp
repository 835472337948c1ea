// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/unxz.hpp"

#include "base/error.hpp"

#include <lzma.h>

#include <memory>

namespace cartwright::network {

namespace {

/// The decoder refuses files that were packed with larger dictionaries; xz -9 takes 65 MiB.
constexpr std::uint64_t most_memory = std::uint64_t{128} << 20;

}  // namespace

bool is_xz(std::string_view bytes) {
  return bytes.starts_with(
      std::string_view("\xFD"
                       "7zXZ\0",
                       6));
}

std::string unxz(std::string_view bytes, std::size_t most) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, most_memory, LZMA_CONCATENATED) != LZMA_OK)
    base::fail(base::Status::no_memory, "no memory to unpack a file with");
  const std::unique_ptr<lzma_stream, void (*)(lzma_stream*)> end(&stream, lzma_end);
  stream.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  stream.avail_in = bytes.size();
  std::string text;
  std::uint8_t block[65536];
  for (lzma_ret status = LZMA_OK; status != LZMA_STREAM_END;) {
    stream.next_out = block;
    stream.avail_out = sizeof block;
    status = lzma_code(&stream, LZMA_FINISH);
    if (status == LZMA_MEMLIMIT_ERROR)
      base::fail(base::Status::overflow, "unpacking takes more than {} MiB of memory", most_memory >> 20);
    if (status != LZMA_OK && status != LZMA_STREAM_END)
      base::fail(base::Status::parse, "what xz packed is damaged or cut off: xz -t says where");
    text.append(reinterpret_cast<const char*>(block), sizeof block - stream.avail_out);
    if (text.size() > most) base::fail(base::Status::overflow, "unpacked it holds more than {} MiB", most >> 20);
  }
  return text;
}

}  // namespace cartwright::network
