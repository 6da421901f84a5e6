// A slow loader: one thread looks up the C library's functions while another, which does not have
// its turn, needs the same ones. Once the second waited for its turn within the look-up, and both
// for ever. What stands in for the loader touches no memory that is watched.
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <sys/syscall.h>

#include <ctime>
#include <thread>

static const timespec moment{0, 3'000'000};

extern "C" void* dlsym(void* handle, const char* name) noexcept {
    long
        result;  // by the instruction itself: nanosleep() is among the functions that are looked up
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(SYS_nanosleep), "D"(&moment), "S"(0)
                 : "rcx", "r11", "memory");
    return reinterpret_cast<void* (*)(void*, const char*)>(
        dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34"))(handle, name);
}

__global__ void increment(int* p) {
    *p += 1;
}

int main() {
    int* device;
    cudaMalloc(&device, sizeof(int));
    cudaMemset(device, 0, sizeof(int));
    std::thread{[=] { increment<<<1, 1>>>(device); }}.join();
    int result = 0;
    cudaMemcpy(&result, device, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device);
    return result == 1 ? 0 : 1;
}
