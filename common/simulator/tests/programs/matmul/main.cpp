// The host part, compiled as ordinary C++: the reference and the check.
#include <cstdio>
#include <vector>

#include "matmul.h"

namespace {

float element(float first, int i, int j) { return first + static_cast<float>((i + 2 * j) % 7); }

bool right(int m, int n, int k, int tile) {
    std::vector<float> got(static_cast<std::size_t>(m) * n);
    if (multiply_on_device(got.data(), m, n, k, tile) != 0) return false;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            double sum = 0;
            for (int p = 0; p < k; ++p) sum += element(-3, i, p) * element(-2, p, j);
            if (got[i * n + j] != sum) return false;
        }
    return true;
}

}  // namespace

int main() {
    bool ok = true;
    for (int tile : {4, 16, 32}) ok = right(1, 1, 1, tile) && right(33, 17, 45, tile) && ok;
    ok = right(64, 64, 32, 16) && ok;
    std::puts(ok ? "OK" : "FAILED");
    return ok ? 0 : 1;
}
