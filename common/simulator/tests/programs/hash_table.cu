// A hash table of chained entries with a spin lock a bucket, and one of open addressing without
// locks. The lock is the textbook's: a struct with device functions, fences inside.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <vector>

#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))
static void HandleError(cudaError_t err, const char *file, int line) {
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}

struct Lock {
    int *mutex;
    Lock() {
        HANDLE_ERROR(cudaMalloc((void **)&mutex, sizeof(int)));
        HANDLE_ERROR(cudaMemset(mutex, 0, sizeof(int)));
    }
    void release() { HANDLE_ERROR(cudaFree(mutex)); }
    __device__ void lock() {
        while (atomicCAS(mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void unlock() {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

struct Entry {
    unsigned key;
    Entry *next;
};

struct Table {
    size_t count;
    Entry **entries;
    Entry *pool;
};

__device__ __host__ size_t hash(unsigned key, size_t count) { return (key * 2654435761u) % count; }

__global__ void add_to_table(const unsigned *keys, int n, Table table, Lock *lock) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (tid < n) {
        size_t bucket = hash(keys[tid], table.count);
        Entry *location = &(table.pool[tid]);
        location->key = keys[tid];
        lock[bucket].lock();
        location->next = table.entries[bucket];
        table.entries[bucket] = location;
        lock[bucket].unlock();
        tid += stride;
    }
}

__global__ void insert(unsigned *slots, unsigned capacity, const unsigned *keys, int n, int *distinct) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (unsigned at = hash(keys[i], capacity);; at = (at + 1) % capacity) {
        const unsigned before = atomicCAS(&slots[at], 0u, keys[i]);
        if (before == 0) atomicAdd(distinct, 1);
        if (before == 0 || before == keys[i]) return;
    }
}

int main(void) {
    const int n = 600, buckets = 16;
    std::vector<unsigned> keys(n);
    for (int i = 0; i < n; i++) keys[i] = 1 + (i * i) % 251;
    unsigned *d_keys;
    HANDLE_ERROR(cudaMalloc((void **)&d_keys, n * sizeof(unsigned)));
    HANDLE_ERROR(cudaMemcpy(d_keys, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));

    Lock locks[buckets], *d_locks;
    HANDLE_ERROR(cudaMalloc((void **)&d_locks, sizeof locks));
    HANDLE_ERROR(cudaMemcpy(d_locks, locks, sizeof locks, cudaMemcpyHostToDevice));
    Table table = {buckets, NULL, NULL};
    HANDLE_ERROR(cudaMalloc((void **)&table.entries, buckets * sizeof(Entry *)));
    HANDLE_ERROR(cudaMemset(table.entries, 0, buckets * sizeof(Entry *)));
    HANDLE_ERROR(cudaMalloc((void **)&table.pool, n * sizeof(Entry)));
    // One thread a block: threads of a warp that fight for one lock hang on older devices.
    add_to_table<<<40, 1>>>(d_keys, n, table, d_locks);
    HANDLE_ERROR(cudaDeviceSynchronize());

    std::vector<Entry> pool(n);
    Entry *heads[buckets];
    HANDLE_ERROR(cudaMemcpy(pool.data(), table.pool, n * sizeof(Entry), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(heads, table.entries, sizeof heads, cudaMemcpyDeviceToHost));
    int found = 0, misplaced = 0;
    for (int b = 0; b < buckets; b++)
        for (Entry *at = heads[b]; at != NULL; found++) {
            const Entry &entry = pool[at - table.pool];
            misplaced += hash(entry.key, buckets) != (size_t)b;
            at = entry.next;
        }

    const unsigned capacity = 509;
    unsigned *slots;
    int *d_distinct, distinct = 0;
    HANDLE_ERROR(cudaMalloc((void **)&slots, capacity * sizeof(unsigned)));
    HANDLE_ERROR(cudaMalloc((void **)&d_distinct, sizeof(int)));
    HANDLE_ERROR(cudaMemset(slots, 0, capacity * sizeof(unsigned)));
    HANDLE_ERROR(cudaMemset(d_distinct, 0, sizeof(int)));
    insert<<<(n + 127) / 128, 128>>>(slots, capacity, d_keys, n, d_distinct);
    HANDLE_ERROR(cudaMemcpy(&distinct, d_distinct, sizeof(int), cudaMemcpyDeviceToHost));

    for (int b = 0; b < buckets; b++) locks[b].release();
    for (void *memory : {(void *)d_keys, (void *)d_locks, (void *)table.entries, (void *)table.pool,
                         (void *)slots, (void *)d_distinct})
        HANDLE_ERROR(cudaFree(memory));
    const bool ok = found == n && misplaced == 0 &&
                    distinct == (int)std::set<unsigned>(keys.begin(), keys.end()).size();
    printf("%d entries, %d distinct\n%s\n", found, distinct, ok ? "OK" : "FAILED");
    return !ok;
}
