#include "class/discover.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "class/names.hpp"

namespace grader::classes {
namespace {

using Words = std::set<std::string>;

std::string base(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

std::string folder(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == path.npos ? "" : path.substr(0, slash);
}

/// The names in lines "[name]" of a file of answers.
Words sections(const std::string& text) {
    Words found;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        const auto close = text.find(']', begin);
        if (text[begin] == '[' && close < end) found.insert(text.substr(begin, close + 1 - begin));
        begin = end + 1;
    }
    return found;
}

/// Identifiers long enough to distinguish the functions of different labs.
Words long_words(const std::string& text) {
    Words words;
    std::string word;
    for (const char c : text + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
            word += c;
        } else {
            if (word.size() >= 8) words.insert(word);
            word.clear();
        }
    }
    return words;
}

/// The innermost name on the path that refers to a lab.
std::optional<std::string> lab_on_path(const std::string& path,
                                       const std::vector<std::string>& slugs) {
    for (std::string rest = path; !rest.empty(); rest = folder(rest))
        if (auto lab = lab_meant(base(rest), slugs)) return lab;
    return std::nullopt;
}

std::vector<std::string> slugs_of(const std::vector<LabFiles>& labs) {
    std::vector<std::string> slugs;
    for (const auto& lab : labs) slugs.push_back(lab.slug);
    return slugs;
}

bool takes(const LabFiles& lab, const std::string& path) {
    return std::ranges::any_of(lab.files, [&](const Wanted& wanted) {
        return wanted.compiled && alike(base(path), wanted.name) != Alike::no;
    });
}

bool looks_like(const std::string& content, const std::string& skeleton) {
    const auto wanted = long_words(skeleton), there = long_words(content);
    const auto common =
        std::ranges::count_if(wanted, [&](const auto& w) { return there.contains(w); });
    return !wanted.empty() && 3 * static_cast<std::size_t>(common) >= 2 * wanted.size();
}

struct Candidate {
    const File* file;
    Alike alike;
    bool elsewhere = false;  // its folder names another lab
};

class Search {
  public:
    Search(const std::vector<File>& files, const std::vector<LabFiles>& labs,
           const std::map<Place, std::string>& answers)
        : files_(files), labs_(labs), answers_(answers) {
        const auto slugs = slugs_of(labs);
        for (const auto& file : files) hints_.push_back(lab_on_path(file.path, slugs));
    }

    Discovered run() {
        for (const auto& lab : labs_) look_for(lab);
        for (const auto& file : files_)
            if (!used_.contains(file.path)) found_.unused.push_back(file.path);
        return std::move(found_);
    }

  private:
    struct Settled {
        bool doubtful = false;
        std::optional<Taken> taken;
        std::vector<std::string> candidates;
    };

    std::vector<std::string> labs_with(const std::string& name) const {
        std::vector<std::string> found;
        for (const auto& lab : labs_)
            for (const auto& wanted : lab.files)
                if (wanted.name == name) found.push_back(lab.slug);
        return found;
    }

    /// For a file name that several labs use, in a folder that names none of them: decides by the
    /// content.
    std::optional<std::string> lab_of_answers(const File& file, const std::string& name) const {
        const auto own = sections(file.content);
        std::vector<std::string> fitting;
        for (const auto& lab : labs_)
            for (const auto& wanted : lab.files)
                if (wanted.name == name && !own.empty() && sections(wanted.skeleton) == own)
                    fitting.push_back(lab.slug);
        return fitting.size() == 1 ? std::optional(fitting.front()) : std::nullopt;
    }

    std::vector<Candidate> candidates(const LabFiles& lab, const Wanted& wanted) const {
        std::vector<Candidate> found;
        const bool only_here = labs_with(wanted.name).size() == 1;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            const File& file = files_[i];
            const auto how = alike(base(file.path), wanted.name);
            if (how == Alike::no) continue;
            auto meant = hints_[i];
            if (!meant && !only_here) meant = lab_of_answers(file, wanted.name);
            if (meant == lab.slug || (only_here && !meant))
                found.push_back({&file, how});
            else if (only_here)
                found.push_back({&file, how, true});
        }
        return found;
    }

    /// Files with other names that contain what was wanted.
    std::vector<std::string> lookalikes(const Wanted& wanted) const {
        std::vector<std::string> found;
        const auto ending = wanted.name.substr(wanted.name.rfind('.'));
        for (const auto& file : files_) {
            const bool named = std::ranges::any_of(labs_, [&](const LabFiles& lab) {
                return std::ranges::any_of(lab.files, [&](const Wanted& other) {
                    return alike(base(file.path), other.name) != Alike::no;
                });
            });
            if (!named && file.path.ends_with(ending) && looks_like(file.content, wanted.skeleton))
                found.push_back(file.path);
        }
        return found;
    }

    Taken take(const LabFiles& lab, const Wanted& wanted, const File& file, std::string how) {
        used_.insert(file.path);
        return {lab.slug, wanted.name, file.path, file.content, std::move(how)};
    }

    std::optional<Settled> answered(const LabFiles& lab, const Wanted& wanted) {
        const auto answer = answers_.find({lab.slug, wanted.name});
        if (answer == answers_.end()) return std::nullopt;
        if (answer->second.empty()) return Settled{};
        const auto file = std::ranges::find(files_, answer->second, &File::path);
        if (file == files_.end()) return std::nullopt;
        return Settled{false, take(lab, wanted, *file, "as answered"), {}};
    }

    Settled settle(const LabFiles& lab, const Wanted& wanted) {
        if (auto settled = answered(lab, wanted)) return std::move(*settled);
        auto found = candidates(lab, wanted);
        const auto is_changed = [&](const Candidate& c) {
            return c.file->content != wanted.skeleton;
        };
        if (std::ranges::any_of(found, is_changed))
            std::erase_if(found, [&](const Candidate& c) { return !is_changed(c); });
        // The best name comes first. Files with equal content count as one.
        std::ranges::stable_sort(found, {}, [](const Candidate& c) {
            return 2 * c.elsewhere + (c.alike == Alike::renamed);
        });
        const auto differs = [&](const Candidate& c) {
            return c.file->content != found.front().file->content;
        };
        Settled settled;
        if (found.empty() && wanted.compiled) settled.candidates = lookalikes(wanted);
        if (!found.empty() && (found.front().elsewhere || std::ranges::any_of(found, differs)))
            for (const auto& c : found) settled.candidates.push_back(c.file->path);
        settled.doubtful = !settled.candidates.empty();
        if (found.empty() || settled.doubtful) return settled;
        for (const auto& c : found) used_.insert(c.file->path);
        const bool exactly = found.front().alike == Alike::exactly;
        settled.taken = take(lab, wanted, *found.front().file, exactly ? "as named" : "renamed");
        return settled;
    }

    void look_for(const LabFiles& lab) {
        std::vector<Taken> taken;
        bool handed_in = false, doubtful = false;
        for (const auto& wanted : lab.files) {
            auto settled = settle(lab, wanted);
            handed_in |= wanted.compiled && settled.taken.has_value();
            // A file of answers alone is not worth a question.
            if (settled.doubtful && (wanted.compiled || handed_in)) {
                doubtful = true;
                used_.insert(settled.candidates.begin(), settled.candidates.end());
                found_.doubts.push_back({lab.slug, wanted.name, std::move(settled.candidates)});
            } else if (settled.taken) {
                taken.push_back(std::move(*settled.taken));
            } else {
                taken.push_back(
                    {lab.slug, wanted.name, "", wanted.skeleton, "the skeleton stands in"});
            }
        }
        if (handed_in && !doubtful) std::ranges::move(taken, std::back_inserter(found_.taken));
    }

    const std::vector<File>& files_;
    const std::vector<LabFiles>& labs_;
    const std::map<Place, std::string>& answers_;
    std::vector<std::optional<std::string>> hints_;  // for each file
    std::set<std::string> used_;
    Discovered found_;
};

}  // namespace

Discovered discover(const std::vector<File>& files, const std::vector<LabFiles>& labs,
                    const std::map<Place, std::string>& answers) {
    return Search(files, labs, answers).run();
}

std::vector<Trouble> troubles_of(const LabFiles& lab, const std::vector<LabFiles>& labs,
                                 const std::vector<Trouble>& troubles, bool nothing_taken) {
    const auto slugs = slugs_of(labs);
    std::vector<Trouble> found;
    for (const auto& trouble : troubles) {
        const auto named = lab_on_path(trouble.path, slugs);
        const bool of_some_lab =
            std::ranges::any_of(labs, [&](const auto& one) { return takes(one, trouble.path); });
        const bool of_this = named         ? *named == lab.slug
                             : of_some_lab ? takes(lab, trouble.path)
                                           : nothing_taken;
        if (of_this) found.push_back(trouble);
    }
    return found;
}

}  // namespace grader::classes
