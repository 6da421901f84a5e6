#include "runner/timing.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "runner/backend.hpp"
#include "runner/cublas.hpp"
#include "runner/device_matvec.hpp"
#include "runner/results.hpp"
#include "runner/roof.hpp"
#include "runner/stopwatch.hpp"

namespace runner {

namespace {

// As many copies of a problem as the device's caches cannot hold.
constexpr double caches_overfilled = 4;

/// One line of the table: on a device's copies of a problem, what is called and how long it takes.
struct Entrant {
    std::string name;
    Work work;
    double bytes = 0;  // that it must move at least
};

const char* name_of(Layout layout) {
    switch (layout) {
        case Layout::row_major:
            return "rows";
        case Layout::column_major:
            return "columns";
        case Layout::column_major_transposed:
            return "columns, transposed";
    }
    return "";
}

/// The functions of one layout on their data sets, with the roofs and the rival beside them.
class Heat {
  public:
    Heat(Layout layout, const std::vector<Matvec>& functions, const DemonstrationOptions& options)
        : problem_(make_matvec_problem(options.rows, options.cols, layout,
                                       input_kind(options.inputs), options.seed)),
          sums_(static_cast<std::size_t>(read_all_sums())) {
        cudaDeviceProp device{};
        CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
        const double bytes = 4.0 * static_cast<double>(problem_.A.size());
        const int sets = 1 + static_cast<int>(caches_overfilled * device.l2CacheSize / bytes);
        for (int set = 0; set < sets; ++set)
            data_.push_back(
                std::make_unique<DeviceMatvec>(functions.front(), problem_, options.numbers));
        add_roofs(bytes);
        add_rival(bytes);
        for (const Matvec& matvec : functions)
            if (matvec.layout == layout) add_function(matvec, bytes);
    }

    /// Prints the table, and adds its lines to one in CSV.
    void show(std::string& table) {
        std::vector<Work> works;
        for (const Entrant& entrant : entrants_) works.push_back(entrant.work);
        const auto cold = time_side_by_side(works, static_cast<int>(data_.size()));
        const auto warm = time_side_by_side(works, 1);
        std::printf("  %-26s %12s %19s %8s %9s %9s %12s\n", "", "cold, us", "p10 ... p90", "GB/s",
                    "of roof", "/ cuBLAS", "warm, us");
        const double roof = entrants_.front().bytes / cold.front().median;
        for (std::size_t i = 0; i < entrants_.size(); ++i) {
            const double rate = entrants_[i].bytes / cold[i].median;
            std::printf("  %-26s %12.2f %9.2f ...%6.2f %8.0f %8.1f%%", entrants_[i].name.c_str(),
                        cold[i].median, cold[i].p10, cold[i].p90, 1e-3 * rate, 100 * rate / roof);
            if (rival_)
                std::printf(" %9.3f", cold[i].median / cold[*rival_].median);
            else
                std::printf(" %9s", "-");
            std::printf(" %12.2f\n", warm[i].median);
            table += table_line(
                {name_of(problem_.layout), std::to_string(problem_.n), std::to_string(problem_.m),
                 entrants_[i].name, fixed(cold[i].median, 3), fixed(cold[i].p10, 3),
                 fixed(cold[i].p90, 3), fixed(1e-3 * rate, 1), fixed(rate / roof, 4),
                 rival_ ? fixed(cold[i].median / cold[*rival_].median, 4) : "",
                 fixed(warm[i].median, 3)});
        }
    }

  private:
    void add_roofs(double bytes) {
        const Reading reading =
            faster_reading(data_.front()->call().A, problem_.A.size(), sums_.data());
        entrants_.push_back({"reading A, no more",
                             [this, reading](int set) {
                                 read_all(data_[set]->call().A, problem_.A.size(), sums_.data(),
                                          nullptr, reading);
                             },
                             bytes});
        copy_.emplace(problem_.A.size());
        entrants_.push_back({"copying A",
                             [this](int set) {
                                 CUDA_CHECK(cudaMemcpyAsync(copy_->data(), data_[set]->call().A,
                                                            4 * problem_.A.size(),
                                                            cudaMemcpyDeviceToDevice));
                             },
                             2 * bytes});
    }

    void add_rival(double bytes) {
        try {
            cublas_.emplace();
        } catch (const std::runtime_error& error) {
            std::printf("  without cuBLAS: %s\n", error.what());
            return;
        }
        rival_ = entrants_.size();
        entrants_.push_back({cublas_->version() + " sgemv, y = Ax",
                             [this](int set) {
                                 const MatvecCall& call = data_[set]->call();
                                 cublas_->multiply(problem_.layout, problem_.n, problem_.m, call.A,
                                                   call.x, call.y);
                             },
                             bytes});
    }

    void add_function(const Matvec& matvec, double bytes) {
        const auto scratch =
            std::make_shared<ScratchMemory>(matvec, problem_.rows(), problem_.columns());
        entrants_.push_back({matvec.name,
                             [this, matvec, scratch](int set) {
                                 MatvecCall call = data_[set]->call();
                                 call.scratch_memory = scratch->pointers();
                                 matvec.body(call);
                             },
                             bytes});
        if (const std::string why = why_not_timed(entrants_.back()); !why.empty()) {
            std::printf("  %s is not timed: %s\n", matvec.name.c_str(), why.c_str());
            entrants_.pop_back();
        }
    }

    /// Not every function takes every shape.
    std::string why_not_timed(const Entrant& entrant) {
        try {
            entrant.work(0);
            CUDA_CHECK(cudaDeviceSynchronize());
        } catch (const std::exception& error) {
            cudaGetLastError();
            return error.what();
        }
        return first_wrong(problem_, data_.front()->y()) ? "it gives wrong values" : "";
    }

    MatvecProblem problem_;
    std::vector<std::unique_ptr<DeviceMatvec>> data_;
    kit::DeviceBuffer<float> sums_;
    std::optional<kit::DeviceBuffer<float>> copy_;
    std::optional<Cublas> cublas_;
    std::optional<std::size_t> rival_;
    std::vector<Entrant> entrants_;
};

int time_functions(const Program& program, const std::vector<Matvec>& functions,
                   const DemonstrationOptions& options) {
    if (backend::is_simulated())
        throw std::runtime_error("--time needs a GPU: the simulator's own time says nothing");
    std::printf("%s: n = %d rows, m = %d columns on %s\n", program.lab().c_str(), options.rows,
                options.cols, backend::description().c_str());
    std::string table = table_line({"layout", "n", "m", "function", "cold_us", "cold_p10",
                                    "cold_p90", "gb_s", "of_roof", "of_cublas", "warm_us"});
    for (const Layout layout :
         {Layout::row_major, Layout::column_major, Layout::column_major_transposed}) {
        const auto has = [&](const Matvec& matvec) { return matvec.layout == layout; };
        if (std::none_of(functions.begin(), functions.end(), has)) continue;
        Heat(layout, functions, options).show(table);
    }
    if (!options.out.empty()) deliver({{"times.csv", table}}, options.out);
    return 0;
}

}  // namespace

void declare_timing(Program& program, const std::vector<Matvec>& functions) {
    std::vector<Matvec> timed;
    for (const Matvec& matvec : functions)
        if (matvec.memory == Memory::device && matvec.timed) timed.push_back(matvec);
    if (timed.empty()) return;
    program.mode({.name = "time",
                  .help = "the functions' times on a GPU, cold and warm, beside cuBLAS",
                  .body =
                      [&program, timed](const DemonstrationOptions& options) {
                          return time_functions(program, timed, options);
                      },
                  .saves = true});
}

}  // namespace runner
