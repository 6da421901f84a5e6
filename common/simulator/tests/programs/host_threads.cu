// Threads of the host in every way that C++20 and POSIX let them wait for each other, with work on
// the device on both sides of each wait.
#include <cuda_runtime.h>
#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <latch>
#include <mutex>
#include <queue>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

__global__ void add(int* p, int value) {
    p[threadIdx.x] += value;
}

// The running thread adds to the buffer, and waits for that.
void work(int* buffer, int value) {
    add<<<1, 32, 0, cudaStreamPerThread>>>(buffer, value);
    cudaStreamSynchronize(cudaStreamPerThread);
}

void expect(bool condition, const char* what) {
    if (condition) return;
    std::printf("wrong: %s\n", what);
    std::exit(1);
}

struct Buffer {
    int* device = nullptr;
    Buffer() {
        cudaMalloc(&device, 32 * sizeof(int));
        cudaMemset(device, 0, 32 * sizeof(int));
        cudaDeviceSynchronize();
    }
    ~Buffer() { cudaFree(device); }
    int value() const {
        int value = -1;
        cudaMemcpy(&value, device + 31, sizeof(int), cudaMemcpyDeviceToHost);
        return value;
    }
};

void by_phases() {
    Buffer buffer;
    std::barrier phase{3};
    std::latch done{3};
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&, i] {
            for (int round = 0; round < 6; ++round) {
                if (round % 3 == i) work(buffer.device, 1);
                phase.arrive_and_wait();
            }
            done.count_down();
        });
    done.wait();
    expect(buffer.value() == 6, "barriers and latches");
}

void by_semaphores() {
    Buffer buffer;
    std::counting_semaphore<4> empty{1}, full{0};
    std::thread producer{[&] {
        for (int i = 0; i < 5; ++i) {
            empty.acquire();
            work(buffer.device, 1);
            full.release();
        }
    }};
    for (int i = 0; i < 5; ++i) {
        full.acquire();
        expect(buffer.value() == i + 1, "semaphores");
        empty.release();
    }
    producer.join();
    sem_t posted;
    sem_init(&posted, 0, 0);
    std::thread poster{[&] {
        work(buffer.device, 10);
        sem_post(&posted);
    }};
    sem_wait(&posted);
    expect(buffer.value() == 15, "POSIX semaphores");
    poster.join();
    sem_destroy(&posted);
}

void by_waits_on_atomics() {
    Buffer buffer;
    std::atomic<int> stage{0};
    std::thread other{[&] {
        stage.wait(0);
        work(buffer.device, 2);
        stage = 2;
        stage.notify_all();
    }};
    work(buffer.device, 1);
    stage = 1;
    stage.notify_all();
    stage.wait(1);
    expect(buffer.value() == 3, "waits on atomics");
    other.join();
    std::atomic_flag lock = ATOMIC_FLAG_INIT;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&] {
            while (lock.test_and_set(std::memory_order_acquire)) {
            }
            work(buffer.device, 1);
            std::this_thread::yield();
            lock.clear(std::memory_order_release);
        });
    for (std::thread& thread : threads) thread.join();
    expect(buffer.value() == 6, "a spin lock");
}

void by_locks_and_time() {
    Buffer buffer;
    std::shared_mutex shared;
    std::timed_mutex timed;
    std::condition_variable_any woken;
    std::recursive_mutex recursive;
    bool go = false;
    std::atomic<bool> tried{false};
    timed.lock();
    std::thread other{[&] {
        expect(!timed.try_lock_for(1ms), "a timed lock");
        tried = true;
        {
            std::shared_lock lock{shared};
            woken.wait(lock, [&] { return go; });
        }
        std::unique_lock lock{shared};
        const std::scoped_lock twice{recursive};
        const std::scoped_lock again{recursive};
        work(buffer.device, 1);
    }};
    while (!tried) std::this_thread::sleep_for(100us);
    {
        std::unique_lock lock{shared};
        go = true;
    }
    woken.notify_one();
    timed.unlock();
    other.join();
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock{mutex};
    expect(never.wait_for(lock, 1ms) == std::cv_status::timeout, "a wait with an end");
    expect(buffer.value() == 1, "locks");
}

void by_futures_and_once() {
    Buffer buffer;
    std::once_flag once;
    std::promise<int> promise;
    std::thread first{[&] {
        std::call_once(once, [&] { work(buffer.device, 1); });
        promise.set_value(7);
    }};
    expect(promise.get_future().get() == 7, "a promise");
    std::call_once(once, [&] { work(buffer.device, 100); });
    first.join();
    auto fails = std::async(std::launch::async, [&]() -> int {
        work(buffer.device, 1);
        throw std::runtime_error{"as it should"};
    });
    bool thrown = false;
    try {
        fails.get();
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    expect(thrown && buffer.value() == 2, "futures");
}

// A pool of threads with a queue of tasks.
void by_a_pool() {
    std::vector<Buffer> buffers(4);
    std::mutex mutex;
    std::condition_variable filled;
    std::queue<std::function<void()>> tasks;
    bool over = false;
    const auto serve = [&] {
        for (;;) {
            std::unique_lock lock{mutex};
            filled.wait(lock, [&] { return over || !tasks.empty(); });
            if (tasks.empty()) return;
            const auto task = std::move(tasks.front());
            tasks.pop();
            lock.unlock();
            task();
        }
    };
    std::vector<std::thread> pool;
    for (int i = 0; i < 3; ++i) pool.emplace_back(serve);
    for (int i = 0; i < 4; ++i) {
        const std::scoped_lock lock{mutex};
        tasks.push([&, i] { work(buffers[i].device, i); });
        filled.notify_one();
    }
    {
        const std::scoped_lock lock{mutex};
        over = true;
    }
    filled.notify_all();
    for (std::thread& thread : pool) thread.join();
    for (int i = 0; i < 4; ++i) expect(buffers[i].value() == i, "a pool");
}

// Thread-local objects free device memory after the thread's function has returned.
thread_local std::unique_ptr<Buffer> scratch;

void* with_scratch(void* result) {
    scratch = std::make_unique<Buffer>();
    work(scratch->device, 3);
    *static_cast<int*>(result) = scratch->value();
    pthread_exit(result);
}

void by_thread_local_objects() {
    int results[2] = {};
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) pthread_create(&threads[i], nullptr, with_scratch, &results[i]);
    for (pthread_t thread : threads) pthread_join(thread, nullptr);
    expect(results[0] == 3 && results[1] == 3, "thread-local objects");
    std::atomic<bool> gone{false};
    std::thread{[&] { gone = true; }}.detach();
    while (!gone) std::this_thread::sleep_for(100us);
}

int main() {
    by_phases();
    by_semaphores();
    by_waits_on_atomics();
    by_locks_and_time();
    by_futures_and_once();
    by_a_pool();
    by_thread_local_objects();
    std::puts("OK");
}
