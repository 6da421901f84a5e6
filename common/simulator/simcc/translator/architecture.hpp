// __CUDA_ARCH__. nvcc defines it when it compiles for the device, and not when it compiles for the
// host. Here, a single compilation serves both, of a text that was preprocessed both ways.
//
// Guarantee: the bodies of device functions are those with the macro, and everything else is as
// without it.
#pragma once

#include <string>
#include <string_view>

#include "simulator/simcc/translator/translation.hpp"

namespace cusim::simcc {

/// Whether a file of the user's contains the word, or a macro of <nv/target>, which tests it. The
/// line markers of `preprocessed` name the files.
bool mentions_architecture(std::string_view preprocessed, std::string_view own_headers);

/// Returns `host`, with those bodies from `device` that differ. A function for both sides gets both
/// bodies.
std::string with_device_bodies(std::string_view host, std::string_view device,
                               const TranslationOptions& options);

}  // namespace cusim::simcc
