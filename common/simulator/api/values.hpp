// The bytes of an element as a number. Their type is not known: what makes sense as a float is
// taken for one, and else for an integer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cusim/translated.hpp"

namespace cusim::api {

// Where `elements` says what it is, that counts.
std::string value_text(const unsigned char* at, std::size_t size,
                       detail::ElementKind elements = detail::ElementKind::unknown);

// Memory that the program's surroundings have filled with this word holds nothing: an element that
// is all of it is told as never written. 0: none does.
void unwritten_words_are(std::uint32_t word);

// As what the word may be taken, by the kernels' parameters and the size of the last store to it:
// of an `int*` it is no float, and four bytes are no double.
struct NumberKinds {
    bool may_be_float, may_be_double;
    bool is_float = false;  // nothing else
};
NumberKinds kinds_at(const void* address);

// Whether both make sense as floats (doubles), and one is no more off the other than by this share.
bool are_close(float one, float other, double tolerance);
bool are_close(double one, double other, double tolerance);

}  // namespace cusim::api
