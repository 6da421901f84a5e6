// Reserved names that students write: the compiler's other spellings, and their own.
#include <cstdint>
#include <cstdio>

#define _USE_MATH_DEFINES
#define __STDC_FORMAT_MACROS
#ifndef _SPELLINGS_H_
#define _SPELLINGS_H_
#endif
#ifdef __INTELLISENSE__
#define __syncthreads()
#endif
#if defined(_MSC_VER) || defined(_WIN32)
#define __my_inline __forceinline
#elif defined(__GNUC__) && __GNUC__ >= 4
#define __my_inline __inline__
#endif

template <class _T, typename _Tp = _T, int _N = 4>
struct _Matrix {
    _T __data[_N][_N];
    __host__ __device__ _Tp _Sum() const {
        _Tp __sum = 0;
        for (int _i = 0; _i < _N; ++_i)
            for (int __j = 0; __j < _N; ++__j) __sum += __data[_i][__j];
        return __sum;
    }
};

static __my_inline __device__ float twice(const float __x) {
    return 2 * __x;
}

__global__ void k(float* __restrict y, _Matrix<float> m, int n) {
    const int _tid = threadIdx.x;
    if (_tid < n) y[_tid] = twice(m._Sum());
#if __CUDA_ARCH__ >= 700
    __nanosleep(10);
#endif
    __syncthreads();
}

unsigned high_half(std::uint64_t a, std::uint64_t b) {
    unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    __int128_t quotient = static_cast<__int128_t>(product) / static_cast<__int128_t>(b | 1);
    __typeof__(a) c = a;
    std::printf("%s %s:%d %ld\n", __PRETTY_FUNCTION__, __FILE__, __LINE__, __cplusplus);
    return static_cast<unsigned>(product >> 64) + static_cast<unsigned>(quotient % (c | 3));
}
