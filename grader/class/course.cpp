#include "class/course.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <functional>

#include "class/files.hpp"
#include "class/letters.hpp"

namespace grader::classes {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

Time time_of(const toml::date_time& given) {
    using namespace std::chrono;
    const auto day = sys_days(year{given.date.year} / given.date.month / given.date.day);
    return day + hours(given.time.hour) + minutes(given.time.minute) + seconds(given.time.second) -
           minutes(given.offset->minutes);
}

/// The file, with checks of the types of its nodes.
class CourseFile {
  public:
    CourseFile(const fs::path& file, const lab::Kit& kit) : file_(file), kit_(kit) {}

    Course read() const {
        Course course;
        const toml::node* students = nullptr;  // read last, since they refer to labs that count
        const auto file = parse();
        each(file, {{"title", [&](auto& node) { course.title = text(node); }},
                    {"backend", [&](auto& node) { course.backend = backend(node); }},
                    {"seed", [&](auto& node) { course.seed = seed(node); }},
                    {"attempt", [&](auto& node) { course.counts = counts(node); }},
                    {"hidden", [&](auto& node) { course.hidden = hidden(node); }},
                    {"roster", [&](auto& node) { course.roster = roster(node); }},
                    {"late", [&](auto& node) { course.late = late(node); }},
                    {"labs", [&](auto& node) { course.labs = labs(node); }},
                    {"students", [&](auto& node) { students = &node; }}});
        if (course.labs.empty()) course.labs = plain_course(kit_).labs;
        if (students) course.people = people(*students, course.labs);
        return course;
    }

  private:
    using Keys = std::map<std::string_view, std::function<void(const toml::node&)>>;

    [[noreturn]] void fail(const toml::source_region& where, std::string_view what) const {
        throw ClassError(fmt::format("{}:{}: {}", file_.string(), where.begin.line, what));
    }
    [[noreturn]] void fail(const toml::node& node, std::string_view what) const {
        fail(node.source(), what);
    }

    toml::table parse() const {
        try {
            return toml::parse_file(file_.string());
        } catch (const toml::parse_error& error) {
            fail(error.source(), error.description());
        }
    }

    void each(const toml::table& table, const Keys& keys) const {
        for (const auto& [key, node] : table) {
            const auto known = keys.find(key.str());
            if (known == keys.end()) fail(node, fmt::format("unknown key '{}'", key.str()));
            known->second(node);
        }
    }
    const toml::table& table(const toml::node& node) const {
        if (!node.is_table()) fail(node, "this must be a table");
        return *node.as_table();
    }
    std::string text(const toml::node& node) const {
        if (!node.is_string()) fail(node, "this must be a text");
        return **node.as_string();
    }
    double number(const toml::node& node, double least, double most) const {
        const auto value = node.value<double>();
        if (!value || node.is_boolean() || !(*value >= least && *value <= most))
            fail(node, fmt::format("this must be a number from {} to {}", least, most));
        return *value;
    }
    int whole(const toml::node& node) const {
        const auto value = node.value_exact<std::int64_t>();
        if (!value || *value < 0 || *value > 1000)
            fail(node, "this must be a whole number of days from 0 to 1000");
        return static_cast<int>(*value);
    }

    std::string backend(const toml::node& node) const {
        const auto name = text(node);
        if (name != "sim" && name != "cuda" && name != "auto")
            fail(node, "'backend' can be \"sim\", \"cuda\" or \"auto\"");
        return name;
    }
    std::uint64_t seed(const toml::node& node) const {
        const auto value = node.value_exact<std::int64_t>();
        if (!value || *value < 0 || *value > largest_seed)
            fail(node, fmt::format("'seed' must be a whole number from 0 to {}", largest_seed));
        return static_cast<std::uint64_t>(*value);
    }
    Counts counts(const toml::node& node) const {
        const auto name = text(node);
        if (name != "best" && name != "last") fail(node, "'attempt' can be \"best\" or \"last\"");
        return name == "best" ? Counts::best : Counts::last;
    }
    score::OfHidden hidden(const toml::node& node) const {
        const auto rule = score::rule_for_hidden_called(text(node));
        if (!rule) fail(node, "'hidden' can be \"all\", \"name\", \"part\" or \"nothing\"");
        return *rule;
    }
    /// A table beside course.toml, unless its path says otherwise.
    std::vector<Listed> roster(const toml::node& node) const {
        const auto table = file_.parent_path() / text(node);
        try {
            return roster_in(read_table(table));
        } catch (const ClassError& error) {
            fail(node, fmt::format("{}: {}", table.string(), error.what()));
        }
    }
    Time due(const toml::node& node) const {
        const auto value = node.value_exact<toml::date_time>();
        if (!value || !value->offset)
            fail(node, "'due' must be a time with its offset, as 2026-12-01T23:59:00+01:00");
        return time_of(*value);
    }
    std::string slug(const toml::node& node, std::string_view name) const {
        try {
            return kit_.find(name).slug;
        } catch (const lab::LabError& unknown) {
            fail(node, unknown.what());
        }
    }

    LateRule late(const toml::node& node) const {
        LateRule rule;
        each(table(node), {{"penalty", [&](auto& of) { rule.penalty = number(of, 0, 100); }},
                           {"most", [&](auto& of) { rule.most = number(of, 0, 100); }},
                           {"days", [&](auto& of) { rule.days = whole(of); }},
                           {"until", [&](auto& of) { rule.until = whole(of); }}});
        return rule;
    }
    std::map<std::string, CourseLab> labs(const toml::node& node) const {
        std::map<std::string, CourseLab> labs;
        for (const auto& [key, value] : table(node)) {
            CourseLab lab;
            each(table(value), {{"weight", [&](auto& of) { lab.weight = number(of, 0, 1e6); }},
                                {"due", [&](auto& of) { lab.due = due(of); }}});
            if (!labs.emplace(slug(value, key.str()), lab).second)
                fail(value, fmt::format("lab '{}' stands here twice", key.str()));
        }
        if (!labs.empty() &&
            std::ranges::none_of(labs, [](auto& lab) { return lab.second.weight > 0; }))
            fail(node, "every lab here has the weight 0, so no total can be formed");
        return labs;
    }
    std::string counted_slug(const toml::node& node, std::string_view name,
                             const std::map<std::string, CourseLab>& labs) const {
        auto found = slug(node, name);
        if (!labs.contains(found)) fail(node, fmt::format("lab '{}' does not count", name));
        return found;
    }
    std::map<std::string, Person> people(const toml::node& node,
                                         const std::map<std::string, CourseLab>& labs) const {
        std::map<std::string, Person> people;
        std::map<std::string, std::string> owners;  // of the numbers in the learning system
        for (const auto& [name, value] : table(node)) {
            auto& person = people[composed(name.str())];
            each(table(value), {{"id", [&](auto& of) { person.id = text(of); }},
                                {"group", [&](auto& of) { person.group = text(of); }},
                                {"extensions", [&](auto& of) {
                                     for (const auto& [lab, days] : table(of))
                                         person.extensions[counted_slug(days, lab.str(), labs)] =
                                             whole(days);
                                 }}});
            if (person.id.empty()) continue;
            const auto [owner, is_new] = owners.emplace(person.id, composed(name.str()));
            if (!is_new)
                fail(value, fmt::format("'{}' has the id \"{}\", too", owner->second, person.id));
        }
        return people;
    }

    const fs::path file_;
    const lab::Kit& kit_;
};

}  // namespace

const Person& Course::person(const std::string& student) const {
    static const Person nobody;
    const auto found = people.find(student);
    return found == people.end() ? nobody : found->second;
}

Course read_course(const fs::path& file, const lab::Kit& kit) {
    if (!fs::is_regular_file(file)) throw ClassError("there is no file " + file.string());
    return CourseFile(file, kit).read();
}

Course plain_course(const lab::Kit& kit) {
    Course course;
    for (const auto& slug : kit.slugs) course.labs[slug] = {};
    return course;
}

Course course_of(const fs::path& file, const fs::path& out, const lab::Kit& kit) {
    if (!file.empty()) return read_course(file, kit);
    const auto usual = out / "course.toml";
    return fs::exists(usual) ? read_course(usual, kit) : plain_course(kit);
}

Time read_time(const std::string& text) {
    try {
        const auto table = toml::parse("time = " + text);
        const auto given = table["time"].value_exact<toml::date_time>();
        if (table.size() == 1 && given && given->offset) return time_of(*given);
    } catch (const toml::parse_error&) {
    }
    throw ClassError(
        fmt::format("'{}' is not a time with its offset, such as 2026-12-01T23:59:00+01:00", text));
}

std::string write_time(Time time) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

}  // namespace grader::classes
