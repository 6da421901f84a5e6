// on_device.py answers as a lab's program does, without a device: its script uses NumPy alone.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "runner/channel.hpp"
#include "runner/protocol.hpp"

using namespace std::chrono_literals;
using Floats = std::vector<float>;

namespace {

namespace fs = std::filesystem;

/// A child that runs on_device.py on a script, with one end of a channel.
class OnDevice {
  public:
    explicit OnDevice(const std::string& body) : OnDevice(body, runner::Channel::make()) {}
    ~OnDevice() {
        channel_ = runner::Channel(kit_io::Descriptor());
        waitpid(child_, nullptr, 0);
        fs::remove_all(folder_);
    }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

    /// Sends `request` with the floats of `inputs`; returns the reply as the grader reads it.
    runner::Reply call(const runner::Request& request, const Floats& inputs) {
        const auto in = memory(inputs.size() * sizeof(float)), out = memory(4096),
                   records = memory(4096);
        REQUIRE(pwrite(in.get(), inputs.data(), inputs.size() * sizeof(float), 0) >= 0);
        const std::array<int, 3> sent{in.get(), out.get(), records.get()};
        channel_.send(runner::encode(request), sent);
        const auto received = channel_.receive(60s, 0);
        REQUIRE(received.trouble == runner::Channel::Trouble::none);
        outputs_.assign(4096 / sizeof(float), 0);
        REQUIRE(pread(out.get(), outputs_.data(), 4096, 0) == 4096);
        return runner::decode_reply(received.packet.text);
    }
    float output(std::size_t element) const { return outputs_[element]; }

  private:
    OnDevice(const std::string& body, std::pair<runner::Channel, kit_io::Descriptor> ends)
        : channel_(std::move(ends.first)) {
        std::string name = fs::temp_directory_path() / "on-device-XXXXXX";
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder_ = name;
        std::ofstream(folder_ / "script") << "#! matmul.py\n" << body;
        child_ = fork();
        REQUIRE(child_ >= 0);
        if (child_ > 0) return;
        fcntl(ends.second.get(), F_SETFD, 0);
        setenv("KIT_CHANNEL", std::to_string(ends.second.get()).c_str(), 1);
        execl("/usr/bin/python3", "python3", ON_DEVICE, (folder_ / "script").c_str(), nullptr);
        _exit(127);
    }

    static kit_io::Descriptor memory(std::size_t bytes) {
        kit_io::Descriptor made(memfd_create("arrays", MFD_CLOEXEC));
        REQUIRE(ftruncate(made.get(), static_cast<off_t>(bytes)) == 0);
        return made;
    }

    runner::Channel channel_;
    fs::path folder_;
    pid_t child_ = -1;
    Floats outputs_;
};

runner::Request multiply() {
    using runner::ElementType, runner::Role;
    runner::Request request;
    request.call = 3;
    request.function = "multiply";
    request.sizes = {{"m", 1}, {"n", 1}, {"k", 2}};
    request.arrays = {{"a", ElementType::f32, Role::in, 2},
                      {"b", ElementType::f32, Role::in, 2, 8},
                      {"c", ElementType::f32, Role::out, 1}};
    return request;
}

}  // namespace

TEST_CASE("the grader reads the answer to a call, with its result") {
    OnDevice program("def multiply(a, b):\n    return (a @ b).astype('float32')\n");
    const auto reply = program.call(multiply(), {2, 3, 5, 7});
    CHECK(reply.call == 3);
    CHECK(reply.status == runner::ReplyStatus::returned);
    CHECK(reply.reason == "");
    CHECK(program.output(0) == 31);
}

TEST_CASE("an exception in the script is told with its line, and the next call is answered") {
    OnDevice program("def multiply(a, b):\n    raise ValueError('no')\n");
    for (int call = 0; call < 2; ++call) {
        const auto reply = program.call(multiply(), {2, 3, 5, 7});
        CHECK(reply.status == runner::ReplyStatus::threw);
        CHECK(reply.reason == "ValueError: no (matmul.py:2)");
    }
}
