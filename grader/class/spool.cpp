#include "class/spool.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <climits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "build/stage.hpp"
#include "class/digest.hpp"
#include "class/output.hpp"
#include "json_text.hpp"
#include "report/base64.hpp"
#include "report/json.hpp"

namespace grader::classes {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Students' files may contain any bytes; JSON contains text.
std::string content_of(const Json& file) {
    auto bytes = report::from_base64(file.at("content").get<std::string>());
    if (!bytes) throw ClassError("a task of the spool is damaged");
    return std::move(*bytes);
}

Json json_of(const Task& task) {
    const auto& attempt = task.attempt;
    const auto& settings = attempt.settings;
    Json files = Json::array();
    for (const auto& file : task.files)
        files.push_back({{"path", file.path}, {"content", report::to_base64(file.content)}});
    return {{"student", attempt.student},
            {"lab", attempt.lab},
            {"submission", attempt.submission},
            {"kit_version", attempt.kit_version},
            {"seed", settings.seed},
            {"backend", settings.backend},
            {"device", settings.device},
            {"sandbox", settings.sandbox},
            {"files", files}};
}

std::string this_machine() {
    char name[HOST_NAME_MAX + 1] = "";
    gethostname(name, sizeof name - 1);
    return name;
}

}  // namespace

std::string Spool::key_of(const Task& task, std::int64_t run) {
    const auto& attempt = task.attempt;
    return digest(fmt::format("{}\n{}\n{}\n{}\n{}", run, attempt.student, attempt.lab,
                              attempt.submission, attempt.kit_version))
        .substr(0, 32);
}

void Spool::add(const std::string& key, const Task& task) const {
    fs::create_directories(folder_ / "tasks");
    fs::create_directories(folder_ / "results");
    write_whole(file("tasks", key), json_text::write(json_of(task)));
}

void Spool::add_share(std::size_t number, const std::vector<std::string>& keys) const {
    fs::create_directories(folder_ / "shares");
    std::string lines;
    for (const auto& key : keys) lines += key + '\n';
    write_whole(file("shares", std::to_string(number)), lines);
}

std::vector<std::string> Spool::share(std::size_t number) const {
    std::istringstream lines(build::read_file(file("shares", std::to_string(number))));
    std::vector<std::string> keys;
    for (std::string line; std::getline(lines, line);) keys.push_back(line);
    return keys;
}

Task Spool::task(const std::string& key) const {
    const auto json = json_text::parse(build::read_file(file("tasks", key)));
    Task task;
    auto& attempt = task.attempt;
    json.at("student").get_to(attempt.student);
    json.at("lab").get_to(attempt.lab);
    json.at("submission").get_to(attempt.submission);
    json.at("kit_version").get_to(attempt.kit_version);
    json.at("seed").get_to(attempt.settings.seed);
    json.at("backend").get_to(attempt.settings.backend);
    json.at("device").get_to(attempt.settings.device);
    json.at("sandbox").get_to(attempt.settings.sandbox);
    for (const auto& file : json.at("files"))
        task.files.push_back({file.at("path").get<std::string>(), content_of(file)});
    return task;
}

bool Spool::has_result(const std::string& key) const {
    return fs::exists(file("results", key));
}

/// If a machine was wrongly considered lost, two machines may write the same result.
void Spool::put_result(const std::string& key, const Attempt& attempt) const {
    const Json json{{"outcome", name_of(attempt.outcome)},
                    {"reason", attempt.result.reason},
                    {"result", report::to_line(attempt.result)}};
    const auto own = file("results", fmt::format("{}.{}-{}", key, this_machine(), getpid()));
    write_whole(own, json_text::write(json));
    fs::rename(own, file("results", key));
}

bool Spool::take_result(const std::string& key, Attempt& attempt) const {
    if (!has_result(key)) return false;
    const auto json = json_text::parse(build::read_file(file("results", key)));
    const auto outcome = json.at("outcome").get<std::string>();
    attempt.result = report::from_line(json.at("result").get<std::string>());
    attempt.result.reason = json.at("reason").get<std::string>();
    attempt.outcome = outcome_called(outcome);
    fs::remove(file("results", key));
    fs::remove(file("tasks", key));
    return true;
}

}  // namespace grader::classes
