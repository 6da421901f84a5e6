// Converts the bytes of an element to text. If their type is not known, they are shown as a float
// if that makes sense, otherwise as an integer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cusim/translated.hpp"

namespace cusim::api {

// If `elements` gives the type, that decides.
std::string value_text(const unsigned char* at, std::size_t size,
                       detail::ElementKind elements = detail::ElementKind::unknown);

// Sets the word with which the runner fills unwritten memory: an element that consists of it is
// called unwritten. 0: there is no such word.
void unwritten_words_are(std::uint32_t word);

// The types that a word may have, according to the kernels' parameters and the size of the last
// store: if there is an `int*`, it is no float, and four bytes are no double.
struct NumberKinds {
    bool may_be_float, may_be_double;
    bool is_float = false;  // and nothing else
};
NumberKinds kinds_at(const void* address);

// Whether both are sensible floats (doubles) whose relative difference is at most `tolerance`.
bool are_close(float one, float other, double tolerance);
bool are_close(double one, double other, double tolerance);

}  // namespace cusim::api
