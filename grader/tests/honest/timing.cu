// Timing as students do it: events, chrono, clock; printing tables by streams and printf.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <iomanip>
#include <iostream>

__global__ void nothing() {}

float milliseconds() {
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    nothing<<<1, 1>>>();
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float time = 0;
    cudaEventElapsedTime(&time, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return time;
}

void report(int n) {
    const auto begin = std::chrono::high_resolution_clock::now();
    const std::clock_t ticks = std::clock();
    const double ms = milliseconds();
    const std::chrono::duration<double, std::milli> wall =
        std::chrono::steady_clock::now() - std::chrono::steady_clock::time_point{};
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::high_resolution_clock::now() - begin);
    std::cout << std::setw(8) << n << std::fixed << std::setprecision(3) << ms << std::setfill('0')
              << std::endl;
    std::cout << std::left << std::boolalpha << (ms > 1) << '\t' << took.count() << wall.count()
              << '\n';
    char line[80];
    std::snprintf(line, sizeof line, "%d %.2f", n, double(std::clock() - ticks) / CLOCKS_PER_SEC);
    std::strcat(line, "\n");
    char copy[80];
    std::strncpy(copy, line, sizeof copy - 1);
    std::sprintf(copy, "%ld", static_cast<long>(std::time(nullptr)));
    std::fputs(copy, stdout);
    std::fflush(stdout);
    std::perror("report");
}
