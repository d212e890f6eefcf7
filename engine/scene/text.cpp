#include "scene/text.h"

#include <algorithm>
#include <cstdint>

#include "containers/list.h"

namespace tumble {
namespace {

constexpr int kQuotedLength = 40;         // code points
constexpr std::size_t kLongestWord = 40;  // bytes; no key is nearly as long

constexpr double powerOfTen(int n) {
  double power = 1;
  for (int i = 0; i < n; ++i) power *= 10;  // exact up to 10^22
  return power;
}

/// value * 10^shift, by factors that are exact.
double timesPowerOfTen(double value, int shift) {
  for (; shift > 22; shift -= 22) value *= powerOfTen(22);
  for (; shift < -22; shift += 22) value /= powerOfTen(22);
  return shift >= 0 ? value * powerOfTen(shift) : value / powerOfTen(-shift);
}

struct CodePoint {
  std::uint32_t value;
  std::size_t bytes;
};

/// The first code point of non-empty text. A byte that begins no sequence stands for itself.
CodePoint firstCodePoint(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t lead = byte(0);
  const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 1;
  if (length == 1 || text.size() < length) return {lead, 1};
  std::uint32_t value = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 2) return {lead, 1};
    value = (value << 6) | (byte(i) & 0x3f);
  }
  return {value, length};
}

struct Range {
  std::uint32_t first, last;
};

/// Controls, separators of lines, halves of surrogate pairs, and what Unicode 15.1 calls Default_Ignorable_Code_Point (DerivedCoreProperties.txt)
/// or interlinear annotation; without the joiners that scripts write with and the variation selectors. web/src/app/seen-text.ts has the same.
constexpr Range kUnseen[] = {
    {0x0, 0x1f},      {0x7f, 0x9f},     {0xad, 0xad},     {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},
    {0x180e, 0x180e}, {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},   {0xd800, 0xdfff},
    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe00ff}, {0xe01f0, 0xe0fff}};

bool isUnseen(std::uint32_t c) {
  return std::any_of(std::begin(kUnseen), std::end(kUnseen), [&](const Range& range) { return c >= range.first && c <= range.last; });
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool startsWith(std::string_view text, std::string_view beginning) {
  if (beginning.size() < 3 || beginning.size() > text.size()) return false;
  return std::equal(beginning.begin(), beginning.end(), text.begin(), [](char a, char b) { return lower(a) == lower(b); });
}

/// Number of letters to insert, remove, replace, or swap with the next, to make b of a.
int editDistance(std::string_view a, std::string_view b) {
  List<int> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char p = lower(a[i - 1]), q = lower(b[j - 1]);
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (p == q ? 0 : 1)});
      if (i > 1 && j > 1 && p == lower(b[j - 2]) && q == lower(a[i - 2])) next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

}  // namespace

std::string numberText(double value) {
  if (value != value) return "NaN";
  std::string text = value < 0 ? "-" : "";
  double size = value < 0 ? -value : value;
  if (size == 0) return "0";
  if (size - size != 0) return joined({text, "Infinity"});

  // size = digits * 10^(exponent - count + 1) with `count` digits before the point.
  int exponent = 0;
  for (double probe = size; probe >= 10; probe /= 10) ++exponent;
  for (double probe = size; probe < 1; probe *= 10) --exponent;
  // Far from 1 the scaling needs more than one rounding, and the last digits would be noise.
  int count = exponent > -7 && exponent < 22 ? 15 : 12;
  std::int64_t digits = static_cast<std::int64_t>(timesPowerOfTen(size, count - 1 - exponent) + 0.5);
  if (digits >= static_cast<std::int64_t>(powerOfTen(count))) {
    digits /= 10;
    ++exponent;
  }
  while (count > 1 && digits % 10 == 0) {
    digits /= 10;
    --count;
  }
  std::string plain;
  for (std::int64_t rest = digits; rest > 0; rest /= 10) plain.insert(plain.begin(), static_cast<char>('0' + rest % 10));

  if (exponent >= 0 && exponent < 16) {
    while (static_cast<int>(plain.size()) <= exponent) plain.push_back('0');
    if (static_cast<int>(plain.size()) > exponent + 1) plain.insert(static_cast<std::size_t>(exponent) + 1, ".");
    return joined({text, plain});
  }
  if (exponent < 0 && exponent > -7) return joined({text, std::string_view("0.000000", static_cast<std::size_t>(1 - exponent)), plain});
  if (plain.size() > 1) plain.insert(1, ".");
  return joined({text, plain, exponent < 0 ? "e-" : "e", static_cast<double>(exponent < 0 ? -exponent : exponent)});
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (int count = 0; !text.empty(); ++count) {
    if (count == kQuotedLength) {
      result += "...";
      break;
    }
    const CodePoint first = firstCodePoint(text);
    // A single byte outside ASCII would make the sentence invalid UTF-8.
    const bool broken = first.bytes == 1 && first.value >= 0x80;
    if (broken || isUnseen(first.value)) {
      result += '?';
    } else {
      result.append(text.data(), first.bytes);
    }
    text.remove_prefix(first.bytes);
  }
  result += '"';
  return result;
}

std::string joined(Pieces pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += piece.isNumber ? numberText(piece.number) : std::string(piece.words);
  return text;
}

std::string listed(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

int codePointCount(std::string_view text) {
  int count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(firstCodePoint(text).bytes);
  return count;
}

bool hasUnseenCharacters(std::string_view text) {
  while (!text.empty()) {
    const CodePoint first = firstCodePoint(text);
    if (isUnseen(first.value)) return true;
    text.remove_prefix(first.bytes);
  }
  return false;
}

std::string_view nearestWord(std::string_view word, std::span<const std::string_view> known) {
  if (word.size() > kLongestWord) return {};
  std::string_view best;
  int bestDistance = static_cast<int>(word.size() + 1) / 3 + 1;  // the first distance that is too far
  for (const std::string_view candidate : known) {
    int distance = editDistance(word, candidate);
    if (startsWith(candidate, word) || startsWith(word, candidate)) distance = std::min(distance, 1);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

}  // namespace tumble
