// Text for sentences about scenes: numbers as people write them, names quoted safely, and the nearest known word.
#pragma once
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace tumble {

/// Shortest usual form, up to 15 digits: "-2", "0.001", "1000000000", "1e30", "NaN", "Infinity". Independent of locale.
std::string numberText(double value);

/// In quotes, cut after 40 code points, with control and direction-changing characters replaced: what a hostile scene says
/// must not rewrite the sentence that quotes it.
std::string quoted(std::string_view text);

/// A piece of a sentence: words as they are, or a number. (One list of pieces and one function that joins them is a fraction of
/// the code of as many string additions.) Lives no longer than the expression that it stands in.
struct Piece {
  std::string_view words;
  double number = 0;
  bool isNumber = false;

  Piece(const char* text) : words(text) {}
  Piece(std::string_view text) : words(text) {}
  Piece(const std::string& text) : words(text) {}
  Piece(double value) : number(value), isNumber(true) {}
};
using Pieces = std::initializer_list<Piece>;
std::string joined(Pieces pieces);

/// "a, b, c"
std::string listed(std::span<const std::string_view> words);

/// Code points of UTF-8 text; broken sequences count by their bytes.
int codePointCount(std::string_view text);

/// True when the text contains a control character, an invisible one, or one that changes the writing direction.
bool hasUnseenCharacters(std::string_view text);

/// The word that `word` most probably means: few letters differ (Levenshtein 1966, case ignored), or one begins with the
/// other. Empty when none is near.
std::string_view nearestWord(std::string_view word, std::span<const std::string_view> known);

}  // namespace tumble
