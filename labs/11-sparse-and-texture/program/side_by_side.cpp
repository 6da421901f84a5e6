#include "side_by_side.hpp"

#include <algorithm>
#include <memory>

#include "cusparse.hpp"
#include "kit/device_buffer.hpp"
#include "runner/backend.hpp"
#include "runner/by_hand.hpp"
#include "runner/launches.hpp"
#include "runner/staging.hpp"

namespace runner {

namespace {

// A problem's arrays in the memory that its function expects.
struct Placed {
    explicit Placed(const Problem& problem)
        : by_hand(problem),
          outputs(by_hand.output_memory()),
          staging(by_hand.request(), by_hand.inputs(), outputs),
          call(staging) {}

    CallByHand by_hand;
    std::vector<std::byte> outputs;
    Staging staging;
    Call call;
};

}  // namespace

std::uint64_t Cost::sectors() const {
    std::uint64_t sum = 0;
    for (const char* kind : {"global_load", "global_store", "red", "atom", "texture"})
        sum += counted(std::string(kind) + "_sectors");
    return sum;
}

Cost cost_of(const Program& program, const Problem& problem) {
    CallByHand call(problem);
    Cost cost;
    cost.right = call.perform(program);
    for (const Problem::Array& array : problem.arrays()) {
        if (!array.is_judged()) continue;
        const Judged got(array, call.output_bytes(array.name, array.type));
        cost.right = cost.right && got.first_wrong() == got.count();
    }
    for (const Launch& launch : recorded_launches()) {
        cost.estimated_microseconds += backend::estimated_microseconds(launch.record);
        for (const auto& [name, value] : launch.counters) cost.counters[name] += value;
    }
    return cost;
}

std::vector<Spread> times_of(const Program& program, const std::vector<Problem>& problems,
                             const std::vector<Rival>& rivals) {
    std::vector<std::unique_ptr<Placed>> placed;
    std::vector<Work> works;
    for (const Problem& problem : problems) {
        placed.push_back(std::make_unique<Placed>(problem));
        works.push_back([function = program.find(problem.function()),
                         &call = placed.back()->call](int) { (*function)(call); });
    }
    for (const Rival& rival : rivals) works.push_back(rival(placed.back()->call));
    return time_side_by_side(works, 1);
}

Work cusparse_product(Call& call) {
    auto buffer = std::make_shared<std::unique_ptr<kit::DeviceBuffer<char>>>();
    const auto memory = [buffer](std::size_t bytes) {
        *buffer = std::make_unique<kit::DeviceBuffer<char>>(std::max<std::size_t>(bytes, 1));
        return static_cast<void*>((*buffer)->data());
    };
    const CsrOnDevice A{call.size("n"),
                        call.size("m"),
                        call.size("nonzeros"),
                        call.input<int>("row_start"),
                        call.input<int>("columns"),
                        call.input<float>("values")};
    auto product =
        std::make_shared<Cusparse>(A, call.input<float>("x"), call.output<float>("y"), memory);
    return [buffer, product](int) { product->multiply(); };
}

}  // namespace runner
