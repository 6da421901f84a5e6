// __CUDA_ARCH__, which nvcc defines while it compiles for the device and not while it does for the
// host. Here both are one compilation, of a text that is preprocessed both ways.
//
// Promises: the bodies of device functions read as with the macro, everything else as without it.
#pragma once

#include <string>
#include <string_view>

#include "simulator/simcc/translation.hpp"

namespace cusim::simcc {

/// Whether a file of the user's, as the line markers of `preprocessed` name them, has the word.
bool mentions_architecture(std::string_view preprocessed, std::string_view own_headers);

/// `host` with those bodies from `device` that differ. What runs on both sides gets both bodies.
std::string with_device_bodies(std::string_view host, std::string_view device,
                               const TranslationOptions& options);

}  // namespace cusim::simcc
