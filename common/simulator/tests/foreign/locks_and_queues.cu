// Persistent threads: a grid as large as the device holds takes work from a global queue, puts new
// work back, and guards a shared table with spin locks of three kinds.
#include <cstdio>
#include <cstdlib>

#define CUDA_CALL(x) do { if ((x) != cudaSuccess) { printf("Error at %s:%d\n", __FILE__, __LINE__); return EXIT_FAILURE; } } while (0)

struct Lock {
    int *mutex;
    Lock() {
        int state = 0;
        cudaMalloc((void **)&mutex, sizeof(int));
        cudaMemcpy(mutex, &state, sizeof(int), cudaMemcpyHostToDevice);
    }
    void destroy() { cudaFree(mutex); }
    __device__ void lock() {
        while (atomicCAS(mutex, 0, 1) != 0);
        __threadfence();
    }
    __device__ void unlock() {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

class TicketLock {
    unsigned ticket;
    volatile unsigned serving;

  public:
    __device__ void enter() {
        const unsigned mine = atomicAdd(&ticket, 1);
        unsigned pause = 8;
        while (serving != mine) {
            __nanosleep(pause);
            if (pause < 256) pause *= 2;
        }
        __threadfence();
    }
    __device__ void leave() {
        __threadfence();
        serving = serving + 1;
    }
};

struct Account {
    int lock, balance;
};

__device__ TicketLock gate;
__device__ int plain_counter;
__device__ unsigned int queue_head, queue_tail, unfinished;

__global__ void count_under_lock(Lock lock, int *total) {
    // One thread of a block at a time: a spinning warp must not starve its own owner.
    if (threadIdx.x == 0) {
        lock.lock();
        *total += 1;
        lock.unlock();
    }
}

__global__ void count_in_every_thread(int *lock) {
    bool done = false;
    while (!done) {
        if (atomicExch(lock, 1) == 0) {
            __threadfence();
            plain_counter++;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

__global__ void through_the_gate(int *log) {
    if (threadIdx.x % 32 != 0) return;
    gate.enter();
    log[log[0]++] = blockIdx.x;
    gate.leave();
}

__global__ void transfer(Account *accounts, int n, const int2 *orders, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
        const int a = min(orders[i].x, orders[i].y), b = max(orders[i].x, orders[i].y);
        for (bool done = false; !done;) {
            if (atomicCAS(&accounts[a].lock, 0, 1) == 0) {
                if (atomicCAS(&accounts[b].lock, 0, 1) == 0) {
                    __threadfence();
                    accounts[orders[i].x].balance -= 1;
                    accounts[orders[i].y].balance += 1;
                    __threadfence();
                    atomicExch(&accounts[b].lock, 0);
                    done = true;
                }
                atomicExch(&accounts[a].lock, 0);
            }
        }
    }
}

// An item n > 1 splits into two; items of 1 are leaves. The queue never wraps.
__global__ void work_queue(volatile int *items, int *leaves) {
    for (;;) {
        const unsigned slot = atomicAdd(&queue_head, 1);
        while (items[slot] == 0) {
            if (atomicAdd(&unfinished, 0) == 0) return;
            __nanosleep(40);
        }
        __threadfence();
        const int n = items[slot];
        if (n == 1) {
            atomicAdd(leaves, 1);
        } else {
            atomicAdd(&unfinished, 2);
            const unsigned to = atomicAdd(&queue_tail, 2);
            __threadfence();
            items[to] = n / 2;
            items[to + 1] = n - n / 2;
        }
        atomicSub(&unfinished, 1);
    }
}

int main(void) {
    int *total, host_total, *log, host_log[9], *spin;
    Lock lock;
    CUDA_CALL(cudaMalloc(&total, sizeof(int)));
    CUDA_CALL(cudaMemset(total, 0, sizeof(int)));
    count_under_lock<<<20, 32>>>(lock, total);
    CUDA_CALL(cudaMemcpy(&host_total, total, sizeof(int), cudaMemcpyDeviceToHost));
    bool ok = host_total == 20;

    CUDA_CALL(cudaMalloc(&spin, sizeof(int)));
    CUDA_CALL(cudaMemset(spin, 0, sizeof(int)));
    count_in_every_thread<<<3, 64>>>(spin);
    CUDA_CALL(cudaMemcpyFromSymbol(&host_total, plain_counter, sizeof(int)));
    ok &= host_total == 192;

    int one = 1;
    CUDA_CALL(cudaMalloc(&log, sizeof host_log));
    CUDA_CALL(cudaMemcpy(log, &one, sizeof one, cudaMemcpyHostToDevice));
    through_the_gate<<<8, 32>>>(log);
    CUDA_CALL(cudaMemcpy(host_log, log, sizeof host_log, cudaMemcpyDeviceToHost));
    unsigned seen = 0;
    for (int i = 1; i < 9; i++) seen |= 1u << host_log[i];
    ok &= host_log[0] == 9 && seen == 0xff;

    const int n = 5, count = 100;
    Account bank[n] = {}, *d_bank;
    int2 orders[count], *d_orders;
    int expected[n] = {};
    for (int i = 0; i < count; i++) {
        orders[i] = make_int2(i % n, (i % n + 1 + i % (n - 1)) % n);
        expected[orders[i].x]--, expected[orders[i].y]++;
    }
    CUDA_CALL(cudaMalloc(&d_bank, sizeof bank));
    CUDA_CALL(cudaMalloc(&d_orders, sizeof orders));
    CUDA_CALL(cudaMemcpy(d_bank, bank, sizeof bank, cudaMemcpyHostToDevice));
    CUDA_CALL(cudaMemcpy(d_orders, orders, sizeof orders, cudaMemcpyHostToDevice));
    transfer<<<2, 32>>>(d_bank, n, d_orders, count);
    CUDA_CALL(cudaMemcpy(bank, d_bank, sizeof bank, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) ok &= bank[i].balance == expected[i] && bank[i].lock == 0;

    int *items, first = 100;
    const unsigned start = 1;
    CUDA_CALL(cudaMalloc(&items, 1024 * sizeof(int)));
    CUDA_CALL(cudaMemset(items, 0, 1024 * sizeof(int)));
    CUDA_CALL(cudaMemcpy(items, &first, sizeof first, cudaMemcpyHostToDevice));
    CUDA_CALL(cudaMemcpyToSymbol(queue_tail, &start, sizeof start));
    CUDA_CALL(cudaMemcpyToSymbol(unfinished, &start, sizeof start));
    CUDA_CALL(cudaMemset(total, 0, sizeof(int)));
    int sms = 0, per_sm = 0;
    CUDA_CALL(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    CUDA_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, work_queue, 32, 0));
    work_queue<<<min(4, sms * per_sm), 32>>>(items, total);
    CUDA_CALL(cudaMemcpy(&host_total, total, sizeof(int), cudaMemcpyDeviceToHost));
    ok &= host_total == 100;
    lock.destroy();
    cudaFree(total), cudaFree(log), cudaFree(spin), cudaFree(d_bank), cudaFree(d_orders), cudaFree(items);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
