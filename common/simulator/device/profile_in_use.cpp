// The profile that this program simulates, selected by SIM_DEVICE.
#include <string>

#include "simulator/device/profile.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/setting.hpp"

namespace cusim::device {

namespace {

Profile chosen() {
    std::string known = "one of";
    for (const Profile& each : profiles()) known += std::string(" ") + each.name;
    const Profile found = report::setting("SIM_DEVICE", *find_profile("h100"), find_profile, known);
    report::set_device(found.name);
    return found;
}

}  // namespace

const Profile& profile() {
    static const Profile instance = chosen();
    return instance;
}

}  // namespace cusim::device
