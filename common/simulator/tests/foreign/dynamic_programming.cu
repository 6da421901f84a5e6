// Tables filled along their dependences: Floyd-Warshall by pivots, longest common subsequence by
// anti-diagonals in one block, knapsack by rows, Viterbi by steps, N-queens by bit masks.
#include <cstdio>
#include <cstring>
#include <algorithm>
#include <climits>
#include <string>
#include <vector>

#define INF 1000000
#define MAX_LEN 64

__global__ void floyd(int *dist, int n, int k) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n || i == k || j == k) return;
    int via = dist[i * n + k] + dist[k * n + j];
    if (via < dist[i * n + j]) dist[i * n + j] = via;
}

__global__ void lcs(const char *a, int la, const char *b, int lb, int *length) {
    __shared__ short diag[3][MAX_LEN + 1];
    const int t = threadIdx.x;
    for (int k = 0; k < 3; k++)
        for (int i = t; i <= MAX_LEN; i += blockDim.x) diag[k][i] = 0;
    __syncthreads();
    for (int d = 2; d <= la + lb; d++) {
        const int i = t + 1, j = d - i;
        short value = 0;
        const bool in = i <= la && j >= 1 && j <= lb;
        if (in) {
            if (a[i - 1] == b[j - 1]) value = diag[(d - 2) % 3][i - 1] + 1;
            else value = max(diag[(d - 1) % 3][i - 1], diag[(d - 1) % 3][i]);
        }
        if (in) diag[d % 3][i] = value;
        else if (i <= MAX_LEN) diag[d % 3][i] = 0;
        __syncthreads();
    }
    if (t == 0) *length = diag[(la + lb) % 3][la];
}

__global__ void knapsack_row(const int *before, int *after, int capacity, int weight, int value) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c > capacity) return;
    int best = before[c];
    if (c >= weight) best = max(best, before[c - weight] + value);
    after[c] = best;
}

__device__ int place(int n, unsigned columns, unsigned left, unsigned right) {
    if (columns == (1u << n) - 1) return 1;
    int count = 0;
    for (unsigned free = ((1u << n) - 1) & ~(columns | left | right); free; free &= free - 1) {
        const unsigned bit = free & -free;
        count += place(n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}
__global__ void queens(int n, int *total) {
    const int i = blockIdx.x, j = threadIdx.x;
    if (abs(i - j) < 2) return;
    const unsigned a = 1u << i, b = 1u << j;
    atomicAdd(total, place(n, a | b, (a << 1 | b) << 1, (a >> 1 | b) >> 1));
}

int main() {
    const int n = 40;
    std::vector<int> g(n * n, INF);
    for (int i = 0; i < n; i++) {
        g[i * n + i] = 0;
        for (int k = 1; k < 4; k++) g[i * n + (i * 3 + k * 7) % n] = std::min(g[i * n + (i * 3 + k * 7) % n], k + i % 5);
    }
    std::vector<int> expected = g, got(n * n);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) expected[i * n + j] = std::min(expected[i * n + j], expected[i * n + k] + expected[k * n + j]);
    int *d;
    cudaMalloc(&d, n * n * sizeof(int));
    cudaMemcpy(d, g.data(), n * n * sizeof(int), cudaMemcpyHostToDevice);
    for (int k = 0; k < n; k++) floyd<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(d, n, k);
    cudaMemcpy(got.data(), d, n * n * sizeof(int), cudaMemcpyDeviceToHost);
    bool ok = got == expected;

    std::string a = "the quick brown fox jumps over it", b = "a quiet brook foams jubilantly over rocks";
    std::vector<std::vector<int>> table(a.size() + 1, std::vector<int>(b.size() + 1));
    for (size_t i = 1; i <= a.size(); i++)
        for (size_t j = 1; j <= b.size(); j++) table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
    char *da, *db;
    int length;
    cudaMalloc(&da, a.size()), cudaMalloc(&db, b.size());
    cudaMemcpy(da, a.data(), a.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size(), cudaMemcpyHostToDevice);
    lcs<<<1, MAX_LEN>>>(da, a.size(), db, b.size(), d);
    cudaMemcpy(&length, d, sizeof length, cudaMemcpyDeviceToHost);
    ok = ok && length == table[a.size()][b.size()];

    const int capacity = 300, weights[] = {23, 31, 29, 44, 53, 38, 63, 85, 89, 82}, values[] = {92, 57, 49, 68, 60, 43, 67, 84, 87, 72};
    std::vector<int> best(capacity + 1, 0);
    int *rows[2], answer;
    for (int *&row : rows) cudaMalloc(&row, (capacity + 1) * sizeof(int));
    cudaMemset(rows[0], 0, (capacity + 1) * sizeof(int));
    for (int i = 0; i < 10; i++) {
        knapsack_row<<<(capacity + 128) / 128, 128>>>(rows[i % 2], rows[1 - i % 2], capacity, weights[i], values[i]);
        for (int c = capacity; c >= weights[i]; c--) best[c] = std::max(best[c], best[c - weights[i]] + values[i]);
    }
    cudaMemcpy(&answer, rows[0] + capacity, sizeof answer, cudaMemcpyDeviceToHost);
    ok = ok && answer == best[capacity];

    cudaMemset(d, 0, sizeof(int));
    queens<<<8, 8>>>(8, d);
    cudaMemcpy(&answer, d, sizeof answer, cudaMemcpyDeviceToHost);
    ok = ok && answer == 92;
    cudaFree(d), cudaFree(da), cudaFree(db), cudaFree(rows[0]), cudaFree(rows[1]);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
