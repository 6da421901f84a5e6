// <helper_image.h> of the CUDA samples, with the same function names: grey and colour images in the
// PGM and PPM formats, and comparison of arrays. Written for the simulator; if a program has the
// samples' own file, that one is used.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "helper_string.h"

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

// Reads the samples of a P5 or P6 file, one byte each; returns false if it is no such file.
inline bool __loadPPM(const char* name, unsigned char** data, unsigned int* width,
                      unsigned int* height, unsigned int* channels) {
    std::ifstream in(name, std::ios::binary);
    std::string magic;
    unsigned int most = 0, numbers[3] = {};
    in >> magic;
    if (magic != "P5" && magic != "P6") return false;
    for (unsigned int& number : numbers) {
        while ((in >> std::ws).peek() == '#') in.ignore(1 << 20, '\n');
        in >> number;
    }
    most = numbers[2];
    in.get();
    if (!in || most == 0 || most > 255) return false;
    *width = numbers[0];
    *height = numbers[1];
    *channels = magic == "P5" ? 1 : 3;
    const std::size_t size = std::size_t(*width) * *height * *channels;
    if (!*data) *data = static_cast<unsigned char*>(std::malloc(size));
    in.read(reinterpret_cast<char*>(*data), std::streamsize(size));
    return bool(in);
}
inline bool __savePPM(const char* name, unsigned char* data, unsigned int width,
                      unsigned int height, unsigned int channels) {
    std::ofstream out(name, std::ios::binary);
    out << (channels == 1 ? "P5\n" : "P6\n") << width << "\n" << height << "\n255\n";
    out.write(reinterpret_cast<const char*>(data),
              std::streamsize(std::size_t(width) * height * channels));
    return bool(out);
}

template <class T>
bool sdkLoadPGM(const char* name, T** data, unsigned int* width, unsigned int* height) {
    unsigned char* bytes = nullptr;
    unsigned int channels = 0;
    if (!__loadPPM(name, &bytes, width, height, &channels)) return false;
    const std::size_t size = std::size_t(*width) * *height * channels;
    if (!*data) *data = static_cast<T*>(std::malloc(size * sizeof(T)));
    for (std::size_t i = 0; i < size; ++i)
        (*data)[i] = sizeof(T) == 1 ? T(bytes[i]) : T(bytes[i] / 255.0f);
    std::free(bytes);
    return true;
}
template <class T>
bool sdkSavePGM(const char* name, T* data, unsigned int width, unsigned int height) {
    std::vector<unsigned char> bytes(std::size_t(width) * height);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = (unsigned char)(sizeof(T) == 1 ? float(data[i]) : float(data[i]) * 255.0f);
    return __savePPM(name, bytes.data(), width, height, 1);
}
inline bool sdkLoadPPM4ub(const char* name, unsigned char** data, unsigned int* width,
                          unsigned int* height) {
    unsigned char* bytes = nullptr;
    unsigned int channels = 0;
    if (!__loadPPM(name, &bytes, width, height, &channels)) return false;
    const std::size_t size = std::size_t(*width) * *height;
    *data = static_cast<unsigned char*>(std::malloc(size * 4));
    for (std::size_t i = 0; i < size; ++i) {
        for (unsigned int c = 0; c < 3; ++c)
            (*data)[4 * i + c] = bytes[channels * i + (channels == 3 ? c : 0)];
        (*data)[4 * i + 3] = 0;
    }
    std::free(bytes);
    return true;
}
inline bool sdkSavePPM4ub(const char* name, unsigned char* data, unsigned int width,
                          unsigned int height) {
    std::vector<unsigned char> bytes(std::size_t(width) * height * 3);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = data[i / 3 * 4 + i % 3];
    return __savePPM(name, bytes.data(), width, height, 3);
}

// Whether every element differs from its reference by at most epsilon.
template <class T, class S>
bool compareData(const T* reference, const T* data, unsigned int n, S epsilon, float share = 0.0f) {
    unsigned int wrong = 0;
    for (unsigned int i = 0; i < n; ++i)
        wrong += std::fabs(double(reference[i]) - double(data[i])) > double(epsilon);
    return share == 0.0f ? wrong == 0 : float(wrong) <= share * float(n);
}
inline bool sdkCompareL2fe(const float* reference, const float* data, unsigned int n,
                           float epsilon) {
    double difference = 0, size = 0;
    for (unsigned int i = 0; i < n; ++i) {
        difference += (double(reference[i]) - data[i]) * (double(reference[i]) - data[i]);
        size += double(reference[i]) * reference[i];
    }
    return size > 0 && std::sqrt(difference / size) < epsilon;
}
