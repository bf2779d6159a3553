// PNG by libpng's own interface: the simplified one would want the whole picture in RGB.

#include "reports/png.h"

#include <png.h>

#include <array>

namespace weft {
namespace {

void append(png_structp file, png_bytep data, png_size_t size) {
  static_cast<std::string*>(png_get_io_ptr(file))->append(reinterpret_cast<char*>(data), size);
}
void nothing_to_flush(png_structp) {}
void give_up(png_structp file, png_const_charp) { png_longjmp(file, 1); }  // not to stderr
void ignore(png_structp, png_const_charp) {}

}  // namespace

std::string png(std::size_t width, std::size_t height, std::span<const std::uint8_t> pixels,
                std::span<const Rgb> palette, int clear) {
  std::string out;
  png_structp file = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, give_up, ignore);
  png_infop info = file != nullptr ? png_create_info_struct(file) : nullptr;
  std::array<png_color, 256> colours{};
  std::array<png_byte, 256> alpha{};
  for (std::size_t i = 0; i < palette.size() && i < 256; ++i) {
    colours[i] = {palette[i].r, palette[i].g, palette[i].b};
    alpha[i] = static_cast<int>(i) == clear ? 0 : 255;
  }
  // libpng reports errors by longjmp to here; nothing below has a destructor that it would skip.
  if (info == nullptr || setjmp(png_jmpbuf(file)) != 0) {
    png_destroy_write_struct(&file, &info);
    return {};
  }
  png_set_write_fn(file, &out, append, nothing_to_flush);
  png_set_IHDR(file, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
               PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_PLTE(file, info, colours.data(), static_cast<int>(palette.size()));
  if (clear >= 0) png_set_tRNS(file, info, alpha.data(), clear + 1, nullptr);
  png_set_compression_level(file, 4);  // half the time of 6, a few percent larger
  png_set_filter(file, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);  // indexes do not predict each other
  png_write_info(file, info);
  for (std::size_t row = 0; row < height; ++row) png_write_row(file, pixels.data() + row * width);
  png_write_end(file, info);
  png_destroy_write_struct(&file, &info);
  return out;
}

}  // namespace weft
