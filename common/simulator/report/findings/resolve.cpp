// Uses libdw. Student code is in the program's own file, and in modules loaded at run time
// (api/module.hpp).
#include "simulator/report/findings/resolve.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <link.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cusim::report {
namespace {

char* no_debug_directory = nullptr;
const Dwfl_Callbacks callbacks{.find_elf = dwfl_build_id_find_elf,
                               .find_debuginfo = dwfl_standard_find_debuginfo,
                               .section_address = dwfl_offline_section_address,
                               .debuginfo_path = &no_debug_directory};

// The file of the running program. If /proc is not mounted, the name under which the kernel started
// it.
const char* own_file() {
    if (access("/proc/self/exe", R_OK) == 0) return "/proc/self/exe";
    return reinterpret_cast<const char*>(getauxval(AT_EXECFN));
}

// Never closed, since the report is written at exit, after local statics have been destroyed.
Dwfl* debug_information() {
    static Dwfl* const dwfl = [] {
        Dwfl* opened = dwfl_begin(&callbacks);
        if (opened != nullptr) {
            dwfl_report_begin(opened);
            dwfl_report_offline(opened, "program", own_file(), -1);
            dwfl_report_end(opened, nullptr, nullptr);
        }
        return opened;
    }();
    return dwfl;
}

struct LoadedFile {
    Dwarf_Addr wanted;
    std::string path;
    Dwarf_Addr base = 0;
};

int note_if_there(dl_phdr_info* object, std::size_t, void* data) {
    auto& file = *static_cast<LoadedFile*>(data);
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = object->dlpi_phdr[i];
        if (part.p_type != PT_LOAD ||
            file.wanted - object->dlpi_addr - part.p_vaddr >= part.p_memsz)
            continue;
        file.path = object->dlpi_name;
        file.base = object->dlpi_addr;
        return 1;
    }
    return 0;
}

// The program's own module, or that of a file loaded at run time, which is registered now.
Dwfl_Module* module_at(Dwarf_Addr address) {
    Dwfl* const dwfl = debug_information();
    if (dwfl == nullptr) return nullptr;
    if (Dwfl_Module* known = dwfl_addrmodule(dwfl, address)) return known;
    LoadedFile file{address, "", 0};
    dl_iterate_phdr(note_if_there, &file);
    if (file.path.empty()) return nullptr;
    dwfl_report_begin_add(dwfl);
    dwfl_report_elf(dwfl, file.path.c_str(), file.path.c_str(), -1, file.base, true);
    dwfl_report_end(dwfl, nullptr, nullptr);
    return dwfl_addrmodule(dwfl, address);
}

bool is_system(const std::string& path) {
    return path.starts_with("/usr/") || path.find("/simulator/include/") != std::string::npos;
}

Place place_of(std::string path, int line, const char* directory) {
    Place place{path, path, line};
    if (directory != nullptr) {
        const std::string prefix = std::string{directory} + "/";
        if (!path.starts_with('/')) place.path = prefix + path;
        if (path.starts_with(prefix)) place.file = path.substr(prefix.size());
    }
    while (place.file.starts_with("./")) place.file.erase(0, 2);
    return place;
}

const char* compile_directory(Dwarf_Die* unit) {
    Dwarf_Attribute attribute;
    return dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
}

void collect_inlined_calls(Dwarf_Die parent, std::vector<Dwarf_Die>& calls) {
    Dwarf_Die child;
    for (int more = dwarf_child(&parent, &child); more == 0;
         more = dwarf_siblingof(&child, &child)) {
        if (dwarf_tag(&child) == DW_TAG_inlined_subroutine) calls.push_back(child);
        collect_inlined_calls(child, calls);
    }
}

// The folder in which the program's own file of this name was compiled. A header is taken to be
// included by a file compiled in a folder round it.
std::string look_up_directory(const std::string& file) {
    std::string round_it;
    Dwarf_Addr bias = 0;
    Dwfl* const dwfl = debug_information();
    for (Dwarf_Die* unit = nullptr; dwfl && (unit = dwfl_nextcu(dwfl, unit, &bias)) != nullptr;) {
        const char* const name = dwarf_diename(unit);
        const char* const directory = compile_directory(unit);
        if (name == nullptr || directory == nullptr) continue;
        if (file == name) return directory;
        const bool is_runtime = std::string_view{name}.find("simulator/") != std::string::npos;
        if (!is_runtime && file.starts_with(std::string{directory} + "/")) round_it = directory;
    }
    return round_it;
}

const std::string& directory_of(const std::string& file) {
    static auto& known = *new std::unordered_map<std::string, std::string>;
    const auto [entry, is_new] = known.try_emplace(file);
    if (is_new) entry->second = look_up_directory(file);
    return entry->second;
}

// All inlined calls in the compilation unit, outer ones before inner ones. (dwarf_getscopes finds
// no lambda outside the code of the function that contains it, and every kernel is a lambda.)
const std::vector<Dwarf_Die>& inlined_calls(Dwarf_Die* unit) {
    static auto& known = *new std::unordered_map<Dwarf_Off, std::vector<Dwarf_Die>>;
    const auto [entry, is_new] = known.try_emplace(dwarf_dieoffset(unit));
    if (is_new) collect_inlined_calls(*unit, entry->second);
    return entry->second;
}

// Removes template arguments: `load<4>` becomes load.
std::string function_name(Dwarf_Die* call) {
    const char* const name = dwarf_diename(call);
    const std::string full = name != nullptr ? name : "";
    return full.substr(0, full.find('<'));
}

// The calls inlined around `address` that are in the student's own files, innermost first.
std::vector<Call> students_calls(Dwarf_Die* unit, Dwarf_Addr address, const char* directory) {
    Dwarf_Files* files = nullptr;
    std::size_t file_count = 0;
    if (dwarf_getsrcfiles(unit, &files, &file_count) != 0) return {};
    std::vector<Call> result;
    const std::vector<Dwarf_Die>& calls = inlined_calls(unit);
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
        Dwarf_Die die = *call;
        if (dwarf_haspc(&die, address) <= 0) continue;
        Dwarf_Attribute attribute;
        Dwarf_Word file = 0, line = 0;
        if (dwarf_formudata(dwarf_attr(&die, DW_AT_call_file, &attribute), &file) != 0 ||
            dwarf_formudata(dwarf_attr(&die, DW_AT_call_line, &attribute), &line) != 0)
            continue;
        const char* path = dwarf_filesrc(files, file, nullptr, nullptr);
        if (path != nullptr && !is_system(path))
            result.push_back(
                {function_name(&die), place_of(path, static_cast<int>(line), directory)});
    }
    return result;
}

// The compilation unit of the address. clang++ writes no table of addresses, so the units must be
// searched; the table's own answer may be the unit before.
Dwarf_Die* unit_at(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Addr* bias) {
    Dwarf_Die* unit = dwfl_module_addrdie(module, address, bias);
    if (unit != nullptr && dwarf_haspc(unit, address - *bias) > 0) return unit;
    unit = nullptr;
    while ((unit = dwfl_module_nextcu(module, unit, bias)) != nullptr)
        if (dwarf_haspc(unit, address - *bias) > 0) return unit;
    return nullptr;
}

struct Found {
    Place place;
    std::optional<Call> call;
};

Found look_up(Dwarf_Addr address) {
    Dwfl_Module* module = module_at(address);
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = module != nullptr ? unit_at(module, address, &bias) : nullptr;
    Dwarf_Line* line = unit != nullptr ? dwarf_getsrc_die(unit, address - bias) : nullptr;
    int number = 0;
    if (line == nullptr || dwarf_lineno(line, &number) != 0) return {};
    const char* path = dwarf_linesrc(line, nullptr, nullptr);
    if (path == nullptr) return {};
    const char* directory = compile_directory(unit);
    const std::vector<Call> calls = students_calls(unit, address - bias, directory);
    const bool in_header = is_system(path) && !calls.empty();
    Found found{in_header ? calls.front().place : place_of(path, number, directory), {}};
    if (calls.size() > in_header) found.call = calls[in_header];
    return found;
}

const Found& found_at(const void* pc) {
    static auto& known = *new std::unordered_map<const void*, Found>;  // used after local statics
    const auto [entry, is_new] = known.try_emplace(pc);
    // A return address may belong to the next line already; the byte before it belongs to the call.
    if (is_new) entry->second = look_up(reinterpret_cast<Dwarf_Addr>(pc) - 1);
    return entry->second;
}

}  // namespace

Place resolve(const Site& site) {
    if (site.file != nullptr) {
        const bool is_absolute = *site.file == '/';
        const std::string directory = is_absolute ? directory_of(site.file) : "";
        return place_of(site.file, site.line, directory.empty() ? nullptr : directory.c_str());
    }
    return site.pc != nullptr ? found_at(site.pc).place : Place{};
}

bool is_of_library(const Place& place) {
    return is_system(place.path);
}

std::optional<Place> place_in_program(const std::vector<const void*>& addresses) {
    for (const void* const address : addresses) {
        Place place = found_at(address).place;
        const bool is_runtime = place.path.find("/simulator/api/") != std::string::npos;
        if (place.line > 0 && !is_of_library(place) && !is_runtime) return place;
    }
    return std::nullopt;
}

std::optional<HostVariable> host_variable_at(const void* address) {
    const auto a = reinterpret_cast<Dwarf_Addr>(address);
    Dwfl_Module* const module = module_at(a);
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char* const name =
        module ? dwfl_module_addrinfo(module, a, &offset, &symbol, nullptr, nullptr, nullptr)
               : nullptr;
    if (!name || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || offset >= symbol.st_size) return {};
    int status = 0;
    char* const plain = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    HostVariable variable{status == 0 ? plain : name, symbol.st_size - offset};
    std::free(plain);
    return variable;
}

std::optional<Call> call_of(const Site& site) {
    if (site.file != nullptr || site.pc == nullptr) return std::nullopt;
    const std::optional<Call>& call = found_at(site.pc).call;
    // A lambda has no name, and the place of its call says nothing.
    return call && call->function.starts_with("operator") ? std::nullopt : call;
}

}  // namespace cusim::report
