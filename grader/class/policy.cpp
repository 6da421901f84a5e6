#include "class/policy.hpp"

#include <algorithm>

namespace grader::classes {
namespace {

/// Work handed in after the last day counts for nothing, and takes the place of none.
bool is_too_late(const LateRule& rule, const LabMark& mark) {
    return rule.until && mark.days_late - mark.late_days > *rule.until;
}

/// The mark of an attempt if `given` late days are subtracted from its lateness.
LabMark mark_of(const LateRule& rule, const Try& attempt, int late, int given) {
    LabMark mark{.before = attempt.points,
                 .days_late = late,
                 .late_days = std::min(given, late),
                 .handed_in = true};
    const int left = late - mark.late_days;
    const double lost = std::min(left * rule.penalty, rule.most);
    mark.points = is_too_late(rule, mark) ? 0 : attempt.points * (1 - lost / 100);
    return mark;
}

/// The mark of a lab that is given `given` late days.
LabMark mark_of_lab(const Course& course, const CourseLab& lab, int extension, const LabWork& work,
                    int given) {
    if (work.decided)
        return {.points = *work.decided,
                .before = *work.decided,
                .handed_in = !work.tries.empty(),
                .decided = true};
    LabMark counting;
    const Try* last = nullptr;
    for (const auto& attempt : work.tries) {
        const int late =
            lab.due ? days_late(attempt.handed_in, *lab.due + std::chrono::days(extension)) : 0;
        const auto mark = mark_of(course.late, attempt, late, given);
        // Of what the members of a group handed in with the same download, none is the last: the
        // best counts.
        const bool later = !last || attempt.by == last->by || attempt.last_seen > last->last_seen;
        const bool replaces =
            course.counts == Counts::last && later && !is_too_late(course.late, mark);
        if (!last || replaces || mark.points > counting.points) counting = mark, last = &attempt;
    }
    return counting;
}

/// One lab in the knapsack problem: its marks by the number of late days it is given.
struct Item {
    std::string slug;
    double weight;
    std::vector<LabMark> marks;
};

std::vector<Item> items_of(const Course& course, const Person& person,
                           const std::map<std::string, LabWork>& work) {
    static const LabWork nothing;
    std::vector<Item> items;
    for (const auto& [slug, lab] : course.labs) {
        const auto done = work.find(slug);
        const auto extension = person.extensions.find(slug);
        Item item{slug, lab.weight, {}};
        for (int given = 0; given <= course.late.days; ++given)
            item.marks.push_back(mark_of_lab(
                course, lab, extension == person.extensions.end() ? 0 : extension->second,
                done == work.end() ? nothing : done->second, given));
        items.push_back(std::move(item));
    }
    return items;
}

}  // namespace

int days_late(Time handed_in, Time due) {
    if (handed_in <= due) return 0;
    const auto day = std::chrono::seconds(std::chrono::days(1)).count();
    return static_cast<int>(((handed_in - due).count() + day - 1) / day);
}

Total total_of(const Course& course, const Person& person,
               const std::map<std::string, LabWork>& work) {
    const auto items = items_of(course, person, work);
    const auto days = static_cast<std::size_t>(course.late.days);
    // worth[d]: the most that the labs so far can be worth with d days. given[i][d]: lab i's share
    // of these.
    std::vector<double> worth(days + 1, 0);
    std::vector<std::vector<std::size_t>> given;
    for (const auto& item : items) {
        std::vector<double> next(days + 1, 0);
        auto& share = given.emplace_back(days + 1, 0);
        for (std::size_t d = 0; d <= days; ++d) {
            next[d] = worth[d] + item.weight * item.marks[0].points;
            for (std::size_t mine = 1; mine <= d; ++mine) {
                const double value = worth[d - mine] + item.weight * item.marks[mine].points;
                if (value > next[d] + 1e-9) next[d] = value, share[d] = mine;
            }
        }
        worth = next;
    }
    Total total;
    double weights = 0;
    auto left = days;
    for (auto i = items.size(); i-- > 0;) {
        const auto mine = given[i][left];
        total.labs[items[i].slug] = items[i].marks[mine];
        left -= mine;
        weights += items[i].weight;
    }
    total.points = weights > 0 ? worth[days] / weights : 0;
    return total;
}

}  // namespace grader::classes
