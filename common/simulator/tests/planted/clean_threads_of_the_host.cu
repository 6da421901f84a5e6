// Several threads of the host call CUDA, each with a stream of its own; they wait for each other in
// every way that C++ has.
#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

__global__ void increment(int* p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += 1;
}

constexpr int n = 1024;

void rounds(int* ok) {
    std::vector<int> host(n, 0);
    int* device;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&device, n * sizeof(int));
    for (int round = 0; round < 3; ++round) {
        cudaMemcpyAsync(device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
        increment<<<n / 256, 256, 0, stream>>>(device, n);
        cudaMemcpyAsync(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
    }
    *ok = host[0] == 3 && host[n - 1] == 3;
    cudaFree(device);
    cudaStreamDestroy(stream);
}

// One buffer goes from thread to thread: by a mutex and a condition, by an atomic, by a future.
int handed_over() {
    int* device;
    cudaMalloc(&device, n * sizeof(int));
    cudaMemset(device, 0, n * sizeof(int));
    std::mutex mutex;
    std::condition_variable turned;
    int turn = 0;
    const auto take_turns = [&](int mine) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        for (int round = 0; round < 4; ++round) {
            std::unique_lock lock{mutex};
            turned.wait(lock, [&] { return turn % 2 == mine; });
            increment<<<n / 256, 256, 0, stream>>>(device, n);
            cudaStreamSynchronize(stream);
            ++turn;
            turned.notify_all();
        }
        cudaStreamDestroy(stream);
    };
    cudaDeviceSynchronize();
    std::thread first{take_turns, 0}, second{take_turns, 1};
    first.join();
    second.join();

    std::atomic<bool> ready{false};
    std::thread third{[&] {
        increment<<<n / 256, 256>>>(device, n);
        cudaDeviceSynchronize();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ready = true;
    }};
    while (!ready) {
    }
    auto fourth = std::async(std::launch::async, [&] {
        increment<<<n / 256, 256, 0, cudaStreamPerThread>>>(device, n);
        cudaStreamSynchronize(cudaStreamPerThread);
        return cudaGetLastError();
    });
    if (fourth.get() != cudaSuccess) return -1;
    third.join();
    int result = 0;
    cudaMemcpy(&result, device + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device);
    return result;
}

// Each thread has an error of its own.
bool errors_are_apart() {
    cudaError_t other = cudaErrorUnknown;
    cudaSetDevice(7);
    std::thread{[&] { other = cudaPeekAtLastError(); }}.join();
    return other == cudaSuccess && cudaGetLastError() == cudaErrorInvalidDevice;
}

int main() {
    std::vector<int> ok(4);
    std::vector<std::thread> threads;
    for (int& mine : ok) threads.emplace_back(rounds, &mine);
    for (std::thread& thread : threads) thread.join();
    for (const int mine : ok)
        if (!mine) return 1;
    if (handed_over() != 10) return 2;
    return errors_are_apart() ? 0 : 3;
}
