// Numbers, names and near words in sentences.
#include <doctest/doctest.h>

#include <limits>

#include "scene/text.h"

using namespace tumble;

TEST_CASE("numbers are written as people write them") {
  CHECK(numberText(0) == "0");
  CHECK(numberText(-0.0) == "0");
  CHECK(numberText(-2) == "-2");
  CHECK(numberText(1000000000) == "1000000000");
  CHECK(numberText(0.1) == "0.1");
  CHECK(numberText(0.001) == "0.001");
  CHECK(numberText(1e-6) == "0.000001");
  CHECK(numberText(1e-7) == "1e-7");
  CHECK(numberText(1.5e-9) == "1.5e-9");
  CHECK(numberText(123.456) == "123.456");
  CHECK(numberText(-9.81) == "-9.81");
  CHECK(numberText(1e15) == "1000000000000000");
  CHECK(numberText(1e16) == "1e16");
  CHECK(numberText(1e30) == "1e30");
  CHECK(numberText(-2.5e300) == "-2.5e300");
  CHECK(numberText(0.99999999999999999) == "1");
  CHECK(numberText(9.999999999999999e22) == "1e23");
  CHECK(numberText(1.0 / 3) == "0.333333333333333");
  CHECK(numberText(4294967295.0) == "4294967295");
  CHECK(numberText(std::numeric_limits<double>::max()) == "1.79769313486e308");
  CHECK(numberText(std::numeric_limits<double>::min()) == "2.22507385851e-308");
  CHECK(numberText(std::numeric_limits<double>::denorm_min()).substr(0, 5) == "4.940");
  CHECK(numberText(std::numeric_limits<double>::infinity()) == "Infinity");
  CHECK(numberText(-std::numeric_limits<double>::infinity()) == "-Infinity");
  CHECK(numberText(std::numeric_limits<double>::quiet_NaN()) == "NaN");
}

TEST_CASE("decimals of up to 15 digits come back as they were written") {
  std::uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const long long digits = 1 + static_cast<long long>((state >> 16) % 999999999999999ull);
    const int scale = static_cast<int>(state >> 60);  // 0..15 decimals
    char written[40];
    std::snprintf(written, sizeof written, "%llde-%d", digits, scale);
    const double value = std::strtod(written, nullptr);
    CHECK(std::strtod(numberText(value).c_str(), nullptr) == value);
  }
}

TEST_CASE("quoted text is short and cannot rewrite the sentence around it") {
  CHECK(quoted("cube") == "\"cube\"");
  CHECK(quoted("a\nb\x1b[31m") == "\"a?b?[31m\"");
  CHECK(quoted("x\u202Ey") == "\"x?y\"");  // right-to-left override
  CHECK(quoted("Würfel 立方体") == "\"Würfel 立方体\"");
  CHECK(quoted("\xff\xc3") == "\"??\"");
  CHECK(quoted(std::string(1000, 'a')) == "\"" + std::string(40, 'a') + "...\"");
}

TEST_CASE("code points, and characters that nobody sees") {
  CHECK(codePointCount("") == 0);
  CHECK(codePointCount("abc") == 3);
  CHECK(codePointCount("立方体") == 3);
  CHECK(codePointCount("🎲") == 1);
  CHECK(codePointCount("\xe7\xab") == 2);
  CHECK_FALSE(hasUnseenCharacters("Würfel 🎲"));
  CHECK(hasUnseenCharacters("a\tb"));
  CHECK(hasUnseenCharacters(std::string_view("a\0b", 3)));
  CHECK(hasUnseenCharacters("a\u2066b"));
  CHECK(hasUnseenCharacters("a\u0085b"));
  for (const char* text : {"a\u00adb", "\u200b", "\u2060", "\u2064", "\u3164", "\u115f", "\u1160", "\uffa0", "\U000e0041", "\U000e007f"})
    CHECK(hasUnseenCharacters(text));
  // The joiners of Persian and of families, variation selectors, and signs that look like formats but are seen.
  for (const char* text : {"می\u200cخواهم", "👩\u200d🔬", "❤\ufe0f", "\u0600"}) CHECK_FALSE(hasUnseenCharacters(text));
}

TEST_CASE("the nearest word") {
  const std::string_view known[] = {"restitution", "friction", "position", "angularVelocity", "velocity", "mass"};
  CHECK(nearestWord("resitution", known) == "restitution");
  CHECK(nearestWord("Restitution", known) == "restitution");
  CHECK(nearestWord("restituiton", known) == "restitution");  // swapped
  CHECK(nearestWord("pos", known) == "position");
  CHECK(nearestWord("angularVel", known) == "angularVelocity");
  CHECK(nearestWord("mas", known) == "mass");
  CHECK(nearestWord("masse", known) == "mass");
  CHECK(nearestWord("fliction", known) == "friction");
  CHECK(nearestWord("__proto__", known) == "");
  CHECK(nearestWord("", known) == "");
  CHECK(nearestWord(std::string(100000, 'a'), known) == "");
}
