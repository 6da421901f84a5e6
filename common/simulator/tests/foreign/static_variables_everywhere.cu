// Static variables of device code where they are not often seen: in members, templates and lambdas.
// Each instance of a template has its own.
#include <cstdio>

struct Dispenser {
    __device__ int next() {
        static int ticket = 5;
        return atomicAdd(&ticket, 1);
    }
};

template <class T>
__device__ T running_total(T value) {
    static T total = T(1);
    return atomicAdd(&total, value);
}

__global__ void draw(int* tickets) {
    Dispenser dispenser;
    tickets[threadIdx.x] = dispenser.next();
    running_total<int>(2);
    running_total<float>(1.5f);
}

__global__ void read_totals(float* totals, int* calls) {
    totals[0] = float(running_total<int>(0));
    totals[1] = running_total<float>(0);
    const auto count = [] {
        static int passed;
        return atomicAdd(&passed, 1);
    };
    for (int i = 0; i < 3; ++i) *calls = count();
}

int main() {
    constexpr int THREADS = 64;
    int *tickets, *calls;
    float* totals;
    cudaMallocManaged(&tickets, THREADS * sizeof *tickets);
    cudaMallocManaged(&calls, sizeof *calls);
    cudaMallocManaged(&totals, 2 * sizeof *totals);
    draw<<<1, THREADS>>>(tickets);
    draw<<<1, THREADS>>>(tickets);
    read_totals<<<1, 1>>>(totals, calls);
    cudaDeviceSynchronize();
    bool drawn[2 * THREADS] = {};
    bool right = *calls == 2;
    for (int i = 0; i < THREADS; ++i) {
        const int ticket = tickets[i] - 5;
        right = right && ticket >= THREADS && ticket < 2 * THREADS && !drawn[ticket];
        if (right) drawn[ticket] = true;
    }
    right = right && totals[0] == 1 + 2 * 2 * THREADS && totals[1] == 1 + 1.5f * 2 * THREADS;
    cudaFree(tickets);
    cudaFree(calls);
    cudaFree(totals);
    std::puts(right ? "OK" : "FAILED");
    return right ? 0 : 1;
}
