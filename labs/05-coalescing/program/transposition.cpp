#include "transposition.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "kit/device_buffer.hpp"
#include "kit/timing.hpp"
#include "runner/backend.hpp"
#include "runner/by_hand.hpp"
#include "runner/inputs.hpp"

namespace runner {

namespace {

std::vector<float> transposed(int n, int m, const std::vector<float>& A) {
    std::vector<float> At(A.size());
    for (int j = 0; j < m; ++j)
        for (int i = 0; i < n; ++i)
            At[static_cast<std::size_t>(i) * m + j] = A[static_cast<std::size_t>(j) * n + i];
    return At;
}

// Prints how many elements are wrong, and the first one. Returns true if all are right.
bool show_elements(int m, const std::vector<float>& expected, const std::vector<float>& got) {
    const auto [want, have] = std::ranges::mismatch(expected, got);
    if (want == expected.end()) {
        std::printf("  all %zu elements right\n", expected.size());
        return true;
    }
    const auto at = want - expected.begin();
    std::printf("  At[%td], row %td and column %td of the transpose, is %.9g, expected %.9g\n", at,
                at % m, at / m, *have, *want);
    return false;
}

// The bandwidth counts the least traffic: every element is read once and written once.
void show_time(Transpose function, int n, int m, const std::vector<float>& A) {
    constexpr int runs = 21;
    kit::DeviceBuffer<float> d_A(A.size()), d_At(A.size());
    d_A.copy_from(A.data());
    const auto once = [&] { function(n, m, d_At.data(), d_A.data()); };
    once();
    std::vector<float> times(runs);
    for (float& time : times) time = kit::milliseconds(once);
    std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
    const double microseconds = 1e3 * times[runs / 2];
    std::printf("  %.2f us, the median of %d runs: %.1f GB/s, read and written\n", microseconds,
                runs, 2e-3 * sizeof(float) * static_cast<double>(A.size()) / microseconds);
}

int demonstrate(const Program& program, const std::string& name, Transpose function,
                const DemonstrationOptions& options) {
    const int n = options.rows, m = options.cols;
    std::vector<float> A(static_cast<std::size_t>(n) * m);
    fill(A, input_kind(options.inputs), options.seed, "A");
    std::printf("%s: %s\n%s, n = %d rows, m = %d columns, %s from seed %llu, on %s\n",
                program.lab().c_str(), program.summary().c_str(), name.c_str(), n, m,
                options.inputs.c_str(), static_cast<unsigned long long>(options.seed),
                backend::description().c_str());
    CallByHand call(name);
    call.size("n", n).size("m", m).input("A", A).output("At", A.size());
    const bool fine = call.perform(program);
    const bool right = show_elements(m, transposed(n, m, A), call.values("At")) && fine;
    if (backend::is_simulated())
        call.show_launches();
    else if (right)
        show_time(function, n, m, A);
    return right ? 0 : 1;
}

}  // namespace

void declare_transposition(Program& program, const std::string& name, Transpose function) {
    program.function(name, [function](Call& call) {
        function(call.size("n"), call.size("m"), call.output<float>("At"), call.input<float>("A"));
    });
    program.demonstration(name, [&program, name, function](const DemonstrationOptions& options) {
        return demonstrate(program, name, function, options);
    });
}

}  // namespace runner
