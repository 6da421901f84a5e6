#include "build/module_service.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "build/build.hpp"
#include "build/stage.hpp"
#include "descriptor.hpp"
#include "file_lock.hpp"
#include "python/device/message.hpp"

namespace grader::build {

namespace fs = std::filesystem;

namespace {

// The addresses of modules, as in pycuda/_device.py and simulator/api/module.cpp.
constexpr std::uint64_t first_base = 0x8000'0000, slot_bytes = 0x40'0000, slots = 448;
constexpr std::size_t most_text = 1 << 20, most_modules = 256;

bool is_define(const std::string& option) {
    return option.size() > 2 && option.size() < 200 && option.starts_with("-D");
}

std::string text_of(const python::Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

class ModuleService::Serving {
  public:
    Serving(const lab::Kit& kit, const lab::Lab& lab, const sandbox::Sandbox& sandbox)
        : kit_(kit), lab_(lab), sandbox_(sandbox), folder_(kit.build / "run") {
        fs::permissions(folder_.root(), fs::perms(0755));
        thread_ = std::thread([this] { serve(); });
    }
    ~Serving() {
        shutdown(ends_.first.get(), SHUT_RDWR);
        thread_.join();
    }

    int script_end() const { return ends_.second.get(); }
    void close_script_end() { ends_.second.close(); }
    const fs::path& modules() const { return folder_.root(); }
    std::string trouble() const {
        const std::lock_guard lock(mutex_);
        return trouble_;
    }

  private:
    void serve() try {
        python::Connection connection(ends_.first.get());
        while (const auto request = connection.receive()) {
            const auto [head, words] = answer(*request);
            connection.send(head, std::as_bytes(std::span(words)));
        }
    } catch (const std::exception&) {
        // The script violates the protocol, and gets no more answers.
        shutdown(ends_.first.get(), SHUT_RDWR);
    }

    std::pair<python::Head, std::string> answer(const python::Message& request) {
        ModuleText module;
        module.name = lab_.editable.front();
        if (request.head.value("name", std::string()) != module.name) module.name = "kernel.cu";
        module.text = text_of(request.body);
        for (const auto& option : request.head.value("options", std::vector<std::string>()))
            if (is_define(option)) module.defines.push_back(option);
        module.base = first_base + request.head.value("slot", 0u) % slots * slot_bytes;
        if (module.text.size() > most_text || module.text.find('\0') != std::string::npos)
            return {python::Head::object(),
                    "the text cannot be compiled: it is too long, or holds a NUL"};
        if (++made_ > most_modules)
            return {python::Head::object(), "too many modules: compile each text once"};
        try {
            return compiled(module);
        } catch (const std::exception& error) {
            // The script must get an answer, whatever failed.
            const std::lock_guard lock(mutex_);
            trouble_ = std::string("the grader's compiler failed: ") + error.what();
            return {python::Head::object(), trouble_};
        }
    }

    std::pair<python::Head, std::string> compiled(const ModuleText& module) {
        // Sessions and graders that run in parallel compile the same texts. One at a time: the
        // second finds the first one's result in the cache, where it stays until it is copied.
        const kit_io::FileLock alone(kit_.build / "modules.lock",
                                     kit_io::FileLock::Mode::exclusive);
        const Result built = build_module(kit_, lab_, module, sandbox_);
        if (!built.gradable())
            return {python::Head::object(), built.details.empty() ? built.reason : built.details};
        keep_source(module);
        const std::string name = fmt::format("{}.so", made_);
        fs::copy_file(built.program, folder_.root() / name);
        fs::permissions(folder_.root() / name, fs::perms(0755));
        return {{{"file", name}}, built.details};
    }

    /// Stores the text of a script's module, at its lines, for the simulator's explanations.
    void keep_source(const ModuleText& module) {
        std::vector<std::string>& kept = sources_[module.name];
        std::istringstream text(module.text);
        std::size_t number = 0;
        for (std::string line; std::getline(text, line); ++number) {
            if (kept.size() <= number) kept.emplace_back();
            if (!line.empty()) kept[number] = line;
        }
        const fs::path folder = folder_.root() / "source";
        fs::create_directories(folder);
        std::ofstream file(folder / module.name);
        for (const std::string& line : kept) file << line << '\n';
    }

    const lab::Kit kit_;
    const lab::Lab lab_;
    const sandbox::Sandbox sandbox_;
    Stage folder_;
    std::pair<kit_io::Descriptor, kit_io::Descriptor> ends_ = kit_io::make_socket_pair(SOCK_STREAM);
    std::size_t made_ = 0;
    std::map<std::string, std::vector<std::string>> sources_;  // lines, by the script's name
    mutable std::mutex mutex_;
    std::string trouble_;
    std::thread thread_;
};

ModuleService::ModuleService(const lab::Kit& kit, const lab::Lab& lab,
                             const sandbox::Sandbox& sandbox)
    : serving_(std::make_unique<Serving>(kit, lab, sandbox)) {}
ModuleService::~ModuleService() = default;

int ModuleService::script_end() const {
    return serving_->script_end();
}
void ModuleService::close_script_end() {
    serving_->close_script_end();
}
const fs::path& ModuleService::modules() const {
    return serving_->modules();
}
std::string ModuleService::trouble() const {
    return serving_->trouble();
}

}  // namespace grader::build
