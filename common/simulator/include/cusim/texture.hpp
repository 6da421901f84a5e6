// Texture objects: their API, the channel descriptions of types, and the functions by which kernels
// read them. A fetch is one call of the runtime, which finds the object and checks every texel. The
// code here only converts the four channels to the right type.
#pragma once

#include "cusim/texture_types.hpp"

extern "C" {
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture,
                                    const cudaResourceViewDesc* view = nullptr);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, cudaTextureObject_t object);
}

namespace cusim::detail {

// The channels of an element: floats as bits, integers extended to 32 bits.
struct Texel {
    unsigned int channel[4];
};
// `asked`: of the type that is asked for.
Texel texture_element(cudaTextureObject_t object, int x, cudaChannelFormatKind asked);
Texel texture_sample(cudaTextureObject_t object, int dimensions, float x, float y, float z,
                     cudaChannelFormatKind asked);

template <class T>
struct ChannelFormat;
template <class T>
T typed(const Texel& texel);

#define CUSIM_CHANNEL(T, kind)                                                       \
    template <>                                                                      \
    struct ChannelFormat<T> {                                                        \
        static constexpr int bits = 8 * sizeof(T), channels = 1;                     \
        static constexpr cudaChannelFormatKind format = cudaChannelFormatKind##kind; \
    };                                                                               \
    template <>                                                                      \
    inline T typed<T>(const Texel& texel) {                                          \
        return static_cast<T>(texel.channel[0]);                                     \
    }
#define CUSIM_CHANNELS(V, T, count, ...)                                                     \
    template <>                                                                              \
    struct ChannelFormat<V> : ChannelFormat<T> {                                             \
        static constexpr int channels = count;                                               \
    };                                                                                       \
    template <>                                                                              \
    inline V typed<V>(const Texel& texel) {                                                  \
        const auto at = [&](int i) { return typed<T>(Texel{{texel.channel[i], 0, 0, 0}}); }; \
        return {__VA_ARGS__};                                                                \
    }
#define CUSIM_VECTOR_CHANNELS(T, name)          \
    CUSIM_CHANNELS(name##1, T, 1, at(0))        \
    CUSIM_CHANNELS(name##2, T, 2, at(0), at(1)) \
    CUSIM_CHANNELS(name##4, T, 4, at(0), at(1), at(2), at(3))

CUSIM_CHANNEL(char, Signed)
CUSIM_CHANNEL(signed char, Signed)
CUSIM_CHANNEL(unsigned char, Unsigned)
CUSIM_CHANNEL(short, Signed)
CUSIM_CHANNEL(unsigned short, Unsigned)
CUSIM_CHANNEL(int, Signed)
CUSIM_CHANNEL(unsigned int, Unsigned)
template <>
struct ChannelFormat<float> {
    static constexpr int bits = 32, channels = 1;
    static constexpr cudaChannelFormatKind format = cudaChannelFormatKindFloat;
};
template <>
inline float typed<float>(const Texel& texel) {
    return __builtin_bit_cast(float, texel.channel[0]);
}
CUSIM_VECTOR_CHANNELS(signed char, char)
CUSIM_VECTOR_CHANNELS(unsigned char, uchar)
CUSIM_VECTOR_CHANNELS(short, short)
CUSIM_VECTOR_CHANNELS(unsigned short, ushort)
CUSIM_VECTOR_CHANNELS(int, int)
CUSIM_VECTOR_CHANNELS(unsigned int, uint)
CUSIM_VECTOR_CHANNELS(float, float)
#undef CUSIM_CHANNEL
#undef CUSIM_CHANNELS
#undef CUSIM_VECTOR_CHANNELS

}  // namespace cusim::detail

template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    using Format = cusim::detail::ChannelFormat<T>;
    constexpr int bits = Format::bits, channels = Format::channels;
    return {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0,
            Format::format};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
    return {16, 16, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
    return {16, 16, 16, 16, cudaChannelFormatKindFloat};
}

// ---- In kernels --------------------------------------------------------------------------------
#define CUSIM_FETCH(name, parameters, call)                   \
    template <class T>                                        \
    inline __attribute__((always_inline)) T name parameters { \
        using cusim::detail::ChannelFormat;                   \
        return cusim::detail::typed<T>(cusim::detail::call);  \
    }
#define CUSIM_FETCH_TO(name, parameters, call)                   \
    template <class T>                                           \
    inline __attribute__((always_inline)) void name parameters { \
        using cusim::detail::ChannelFormat;                      \
        *result = cusim::detail::typed<T>(cusim::detail::call);  \
    }
CUSIM_FETCH(tex1Dfetch, (cudaTextureObject_t object, int x),
            texture_element(object, x, ChannelFormat<T>::format))
CUSIM_FETCH(tex1D, (cudaTextureObject_t object, float x),
            texture_sample(object, 1, x, 0, 0, ChannelFormat<T>::format))
CUSIM_FETCH(tex2D, (cudaTextureObject_t object, float x, float y),
            texture_sample(object, 2, x, y, 0, ChannelFormat<T>::format))
CUSIM_FETCH(tex3D, (cudaTextureObject_t object, float x, float y, float z),
            texture_sample(object, 3, x, y, z, ChannelFormat<T>::format))
CUSIM_FETCH_TO(tex1Dfetch, (T * result, cudaTextureObject_t object, int x),
               texture_element(object, x, ChannelFormat<T>::format))
CUSIM_FETCH_TO(tex1D, (T * result, cudaTextureObject_t object, float x),
               texture_sample(object, 1, x, 0, 0, ChannelFormat<T>::format))
CUSIM_FETCH_TO(tex2D, (T * result, cudaTextureObject_t object, float x, float y),
               texture_sample(object, 2, x, y, 0, ChannelFormat<T>::format))
CUSIM_FETCH_TO(tex3D, (T * result, cudaTextureObject_t object, float x, float y, float z),
               texture_sample(object, 3, x, y, z, ChannelFormat<T>::format))
#undef CUSIM_FETCH
#undef CUSIM_FETCH_TO
