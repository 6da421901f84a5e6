// Monte Carlo with a counter-based generator of its own: pi, an Asian option, a random walk, each
// block reducing by warp shuffles and one atomicAdd of a double.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace rng {
struct State {
    uint32_t key, counter;
};
__host__ __device__ inline uint32_t next(State &s) {
    uint32_t x = ++s.counter * 0x9E3779B9u ^ s.key;
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu, x ^= x >> 16;
    return x;
}
__host__ __device__ inline float uniform(State &s) { return (next(s) >> 8) * (1.0f / 16777216.0f); }
__device__ inline float2 normal2(State &s) {
    const float u = fmaxf(uniform(s), 1e-7f), v = uniform(s), r = sqrtf(-2.0f * __logf(u));
    float2 z;
    __sincosf(6.2831853f * v, &z.x, &z.y);
    z.x *= r, z.y *= r;
    return z;
}
}  // namespace rng

template <typename T>
__inline__ __device__ T warpReduceSum(T val) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}
template <typename T>
__inline__ __device__ T blockReduceSum(T val) {
    static __shared__ T shared[32];
    int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : T(0);
    if (wid == 0) val = warpReduceSum(val);
    return val;
}

__global__ void estimate_pi(int trials, unsigned long long *hits) {
    rng::State s{1234, (blockIdx.x * blockDim.x + threadIdx.x) * 1000003u};
    int inside = 0;
    for (int i = 0; i < trials; i++) {
        const float x = rng::uniform(s), y = rng::uniform(s);
        inside += x * x + y * y <= 1.0f;
    }
    inside = blockReduceSum(inside);
    if (threadIdx.x == 0) atomicAdd(hits, (unsigned long long)inside);
}

struct Option {
    float spot, strike, rate, volatility, years;
    int steps;
};
__global__ void asian(Option o, int paths, double *sum, double *squares) {
    const float dt = o.years / o.steps, drift = (o.rate - 0.5f * o.volatility * o.volatility) * dt, spread = o.volatility * sqrtf(dt);
    double local = 0, local2 = 0;
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < paths; p += gridDim.x * blockDim.x) {
        rng::State s{77u + p, 0};
        float price = o.spot, average = 0;
        for (int i = 0; i < o.steps; i += 2) {
            const float2 z = rng::normal2(s);
            price *= __expf(fmaf(spread, z.x, drift));
            average += price;
            price *= __expf(fmaf(spread, z.y, drift));
            average += price;
        }
        const float payoff = fmaxf(average / o.steps - o.strike, 0.0f);
        local += payoff, local2 += (double)payoff * payoff;
    }
    local = blockReduceSum(local);
    __syncthreads();
    local2 = blockReduceSum(local2);
    if (threadIdx.x == 0) atomicAdd(sum, local), atomicAdd(squares, local2);
}
__global__ void walks(int steps, int *furthest) {
    rng::State s{9, (blockIdx.x * blockDim.x + threadIdx.x) << 16};
    int at = 0, far = 0;
    for (int i = 0; i < steps; i++) {
        at += rng::next(s) & 1 ? 1 : -1;
        far = max(far, abs(at));
    }
    atomicMax(furthest, far);
}

int main() {
    unsigned long long *d_hits, hits;
    double *d_sums, sums[2];
    int *d_far, far;
    cudaMalloc(&d_hits, sizeof hits), cudaMalloc(&d_sums, sizeof sums), cudaMalloc(&d_far, sizeof far);
    cudaMemset(d_hits, 0, sizeof hits), cudaMemset(d_sums, 0, sizeof sums), cudaMemset(d_far, 0, sizeof far);
    estimate_pi<<<8, 128>>>(100, d_hits);
    cudaMemcpy(&hits, d_hits, sizeof hits, cudaMemcpyDeviceToHost);
    const double pi = 4.0 * hits / (8 * 128 * 100);
    const Option option{100, 100, 0.05f, 0.2f, 1, 12};
    const int paths = 3000;
    asian<<<4, 96>>>(option, paths, d_sums, d_sums + 1);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    const double mean = sums[0] / paths, value = mean * std::exp(-option.rate), error = std::sqrt((sums[1] / paths - mean * mean) / paths);
    walks<<<2, 64>>>(100, d_far);
    cudaMemcpy(&far, d_far, sizeof far, cudaMemcpyDeviceToHost);
    std::printf("pi %.4f, option %.3f +- %.3f, furthest %d\n", pi, value, error, far);
    const bool ok = std::fabs(pi - 3.14159) < 0.03 && std::fabs(value - 6.2) < 5 * error + 0.3 && far >= 10 && far <= 100;
    cudaFree(d_hits), cudaFree(d_sums), cudaFree(d_far);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
