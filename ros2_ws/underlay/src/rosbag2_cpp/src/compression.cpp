// SPDX-License-Identifier: Apache-2.0
#include "compression.hpp"

#include <lz4frame.h>
#include <zstd.h>

#include <fstream>
#include <memory>
#include <stdexcept>

namespace rosbag2_cpp {
namespace {

std::size_t checked(std::size_t code) {
  if (ZSTD_isError(code)) throw std::runtime_error(std::string("zstd: ") + ZSTD_getErrorName(code));
  return code;
}

}  // namespace

std::vector<std::uint8_t> decompress_zstd(std::span<const std::uint8_t> data, std::uint64_t limit) {
  const unsigned long long size = ZSTD_getFrameContentSize(data.data(), data.size());
  if (size == ZSTD_CONTENTSIZE_ERROR) throw std::runtime_error("zstd: not a frame");
  if (size != ZSTD_CONTENTSIZE_UNKNOWN && size > limit) {
    throw std::runtime_error("zstd: the frame says " + std::to_string(size) +
                             " bytes, allowed are " + std::to_string(limit));
  }
  std::vector<std::uint8_t> out(size == ZSTD_CONTENTSIZE_UNKNOWN ? limit : size);
  out.resize(checked(ZSTD_decompress(out.data(), out.size(), data.data(), data.size())));
  return out;
}

std::vector<std::uint8_t> decompress_lz4(std::span<const std::uint8_t> data, std::uint64_t size) {
  LZ4F_dctx* raw = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&raw, LZ4F_VERSION))) {
    throw std::runtime_error("lz4: out of memory");
  }
  const std::unique_ptr<LZ4F_dctx, decltype(&LZ4F_freeDecompressionContext)> context(
      raw, &LZ4F_freeDecompressionContext);
  std::vector<std::uint8_t> out(size);
  std::size_t read = 0;
  std::size_t written = 0;
  while (read < data.size() && written < out.size()) {
    std::size_t taken = data.size() - read;
    std::size_t made = out.size() - written;
    const std::size_t code = LZ4F_decompress(context.get(), out.data() + written, &made,
                                             data.data() + read, &taken, nullptr);
    if (LZ4F_isError(code)) {
      throw std::runtime_error(std::string("lz4: ") + LZ4F_getErrorName(code));
    }
    if (taken == 0 && made == 0) break;
    read += taken;
    written += made;
  }
  if (written != size) throw std::runtime_error("lz4: the data ends early");
  return out;
}

std::vector<std::uint8_t> compress_zstd(std::span<const std::uint8_t> data, int level) {
  std::vector<std::uint8_t> out(ZSTD_compressBound(data.size()));
  out.resize(checked(ZSTD_compress(out.data(), out.size(), data.data(), data.size(), level)));
  return out;
}

void compress_file(const std::string& from, const std::string& to, int level) {
  std::ifstream in(from, std::ios::binary);
  std::ofstream out(to, std::ios::binary);
  if (!in || !out) throw std::runtime_error("cannot pack '" + from + "' into '" + to + "'");
  const std::unique_ptr<ZSTD_CStream, decltype(&ZSTD_freeCStream)> stream(ZSTD_createCStream(),
                                                                          &ZSTD_freeCStream);
  checked(ZSTD_initCStream(stream.get(), level));
  std::vector<char> plain(ZSTD_CStreamInSize());
  std::vector<char> packed(ZSTD_CStreamOutSize());
  for (bool more = true; more;) {
    in.read(plain.data(), static_cast<std::streamsize>(plain.size()));
    ZSTD_inBuffer input{plain.data(), static_cast<std::size_t>(in.gcount()), 0};
    more = in.good();
    for (bool unfinished = true; unfinished;) {
      ZSTD_outBuffer output{packed.data(), packed.size(), 0};
      const std::size_t left = checked(
          ZSTD_compressStream2(stream.get(), &output, &input, more ? ZSTD_e_continue : ZSTD_e_end));
      if (!out.write(packed.data(), static_cast<std::streamsize>(output.pos))) {
        throw std::runtime_error("cannot write '" + to + "': disk full?");
      }
      unfinished = more ? input.pos < input.size : left != 0;
    }
  }
  if (!out.flush()) throw std::runtime_error("cannot write '" + to + "': disk full?");
}

void decompress_file(const std::string& from, const std::string& to) {
  std::ifstream in(from, std::ios::binary);
  std::ofstream out(to, std::ios::binary);
  if (!in || !out) throw std::runtime_error("cannot unpack '" + from + "' to '" + to + "'");
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                          &ZSTD_freeDStream);
  std::vector<char> packed(ZSTD_DStreamInSize());
  std::vector<char> plain(ZSTD_DStreamOutSize());
  std::size_t state = 1;
  while (in.read(packed.data(), static_cast<std::streamsize>(packed.size())), in.gcount() > 0) {
    ZSTD_inBuffer input{packed.data(), static_cast<std::size_t>(in.gcount()), 0};
    while (input.pos < input.size) {
      ZSTD_outBuffer output{plain.data(), plain.size(), 0};
      state = checked(ZSTD_decompressStream(stream.get(), &output, &input));
      if (!out.write(plain.data(), static_cast<std::streamsize>(output.pos))) {
        throw std::runtime_error("cannot write '" + to + "': disk full?");
      }
    }
  }
  if (state != 0) throw std::runtime_error("'" + from + "' ends in the middle of its zstd stream");
}

}  // namespace rosbag2_cpp
