// Local alignment of two sequences with affine gaps (Smith and Waterman, Gotoh), one anti-diagonal
// after the other, with the functions that Hopper has for dynamic programming.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                         \
    do {                                                                                    \
        cudaError_t status = (call);                                                        \
        if (status != cudaSuccess) {                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

constexpr int ROWS = 200, COLUMNS = 300;
constexpr int MATCH = 5, MISMATCH = -4, OPEN = -8, EXTEND = -2;
constexpr int FAR = -1000000;

struct Cell {
    int best, down, right;  // ending here; ending in a gap of one sequence or the other
};

__host__ __device__ inline int score(char a, char b) {
    return a == b ? MATCH : MISMATCH;
}

// One thread per row. Shared memory holds what the row above found one and two steps ago.
__global__ void align(const char* first, const char* second, Cell* table, int* best,
                      unsigned int* came_by_a_gap) {
    __shared__ Cell last[ROWS + 1], before_last[ROWS + 1];
    const int row = threadIdx.x + 1;
    const Cell edge{0, FAR, FAR};
    Cell mine = edge;
    for (int i = threadIdx.x; i <= ROWS; i += blockDim.x) last[i] = before_last[i] = edge;
    __syncthreads();
    int most = 0;
    for (int diagonal = 0; diagonal < ROWS + COLUMNS - 1; ++diagonal) {
        const int column = diagonal - (row - 1) + 1;
        const bool inside = column >= 1 && column <= COLUMNS;
        if (inside) {
            const Cell left = column == 1 ? edge : mine;
            const Cell above = last[row - 1], corner = column == 1 ? edge : before_last[row - 1];
            Cell cell;
            cell.down = __viaddmax_s32(above.best, OPEN, above.down + EXTEND);
            cell.right = __viaddmax_s32(left.best, OPEN, left.right + EXTEND);
            const int matched = corner.best + score(first[row - 1], second[column - 1]);
            cell.best = __vimax3_s32_relu(matched, cell.down, cell.right);
            bool diagonally;
            __vibmax_s32(matched, max(cell.down, cell.right), &diagonally);
            if (!diagonally && cell.best > 0) atomicAdd(came_by_a_gap, 1u);
            most = max(most, cell.best);
            table[(row - 1) * COLUMNS + column - 1] = mine = cell;
        }
        __syncthreads();
        before_last[row] = last[row];
        if (inside) last[row] = mine;
        __syncthreads();
    }
    atomicMax(best, most);
}

int main() {
    std::vector<char> first(ROWS), second(COLUMNS);
    srand(7);
    for (char& c : first) c = "ACGT"[rand() % 4];
    for (int i = 0; i < COLUMNS; ++i)
        second[i] = i % 9 ? first[(i * 3 / 4) % ROWS] : "ACGT"[rand() % 4];

    char *d_first, *d_second;
    Cell* d_table;
    int* d_best;
    unsigned int* d_gaps;
    CHECK(cudaMalloc(&d_first, ROWS));
    CHECK(cudaMalloc(&d_second, COLUMNS));
    CHECK(cudaMalloc(&d_table, sizeof(Cell) * ROWS * COLUMNS));
    CHECK(cudaMalloc(&d_best, sizeof(int)));
    CHECK(cudaMalloc(&d_gaps, sizeof(unsigned int)));
    CHECK(cudaMemcpy(d_first, first.data(), ROWS, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_second, second.data(), COLUMNS, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_best, 0, sizeof(int)));
    CHECK(cudaMemset(d_gaps, 0, sizeof(unsigned int)));
    align<<<1, ROWS>>>(d_first, d_second, d_table, d_best, d_gaps);
    CHECK(cudaGetLastError());
    std::vector<Cell> table(ROWS * COLUMNS);
    int best;
    unsigned int gaps;
    CHECK(cudaMemcpy(table.data(), d_table, sizeof(Cell) * table.size(), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&best, d_best, sizeof best, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&gaps, d_gaps, sizeof gaps, cudaMemcpyDeviceToHost));

    std::vector<Cell> expected((ROWS + 1) * (COLUMNS + 1), Cell{0, FAR, FAR});
    int expected_best = 0, wrong = 0;
    unsigned int expected_gaps = 0;
    for (int i = 1; i <= ROWS; ++i) {
        for (int j = 1; j <= COLUMNS; ++j) {
            const Cell &above = expected[(i - 1) * (COLUMNS + 1) + j],
                       &left = expected[i * (COLUMNS + 1) + j - 1],
                       &corner = expected[(i - 1) * (COLUMNS + 1) + j - 1];
            Cell& cell = expected[i * (COLUMNS + 1) + j];
            cell.down = std::max(above.best + OPEN, above.down + EXTEND);
            cell.right = std::max(left.best + OPEN, left.right + EXTEND);
            const int matched = corner.best + score(first[i - 1], second[j - 1]);
            const int gap = std::max(cell.down, cell.right);
            cell.best = std::max({0, matched, gap});
            if (matched < gap && cell.best > 0) ++expected_gaps;
            expected_best = std::max(expected_best, cell.best);
            const Cell& found = table[(i - 1) * COLUMNS + j - 1];
            wrong +=
                found.best != cell.best || found.down != cell.down || found.right != cell.right;
        }
    }
    CHECK(cudaFree(d_first));
    CHECK(cudaFree(d_second));
    CHECK(cudaFree(d_table));
    CHECK(cudaFree(d_best));
    CHECK(cudaFree(d_gaps));
    if (wrong || best != expected_best || gaps != expected_gaps || best < 100 || gaps == 0) {
        printf("best %d (%d), by a gap %u (%u), wrong %d\n", best, expected_best, gaps,
               expected_gaps, wrong);
        return 1;
    }
    printf("OK\n");
    return 0;
}
