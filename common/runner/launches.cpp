#include "runner/launches.hpp"

#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "runner/backend.hpp"

namespace runner {

std::vector<Launch> recorded_launches() {
    const auto report = json_text::parse(backend::records());
    std::vector<Launch> launches;
    for (const auto& kernel : report.at("kernels")) {
        Launch& launch = launches.emplace_back();
        kernel.at("name").get_to(launch.kernel);
        kernel.at("grid").get_to(launch.grid);
        kernel.at("block").get_to(launch.block);
        kernel.at("counters").get_to(launch.counters);
        for (const auto& array : kernel.at("arrays"))
            launch.arrays.push_back(
                {.op = array.at("op"), .bytes = array.at("bytes"), .sectors = array.at("sectors")});
        launch.record = json_text::write(kernel);
    }
    return launches;
}

}  // namespace runner
