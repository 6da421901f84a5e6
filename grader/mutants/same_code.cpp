#include "mutants/same_code.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>

#include <fstream>
#include <map>
#include <memory>
#include <string>

#include "descriptor.hpp"
#include "mutants/operators.hpp"

namespace grader::mutants {
namespace {

/// Contents by section name. Notes are left out, since one contains the linker's hash of
/// everything.
std::map<std::string, std::string> loaded_sections(const std::filesystem::path& program) {
    const auto refuse = [&] { return MutantsError(program.string() + " is not a program"); };
    elf_version(EV_CURRENT);
    const kit_io::Descriptor file{open(program.c_str(), O_RDONLY | O_CLOEXEC)};
    const std::unique_ptr<Elf, int (*)(Elf*)> elf(elf_begin(file.get(), ELF_C_READ, nullptr),
                                                  elf_end);
    std::size_t names = 0;
    if (!elf || elf_kind(elf.get()) != ELF_K_ELF || elf_getshdrstrndx(elf.get(), &names) != 0)
        throw refuse();
    std::map<std::string, std::string> contents;
    Elf_Scn* section = nullptr;
    while ((section = elf_nextscn(elf.get(), section))) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header)) throw refuse();
        if (!(header.sh_flags & SHF_ALLOC) || header.sh_type == SHT_NOTE) continue;
        const char* name = elf_strptr(elf.get(), names, header.sh_name);
        auto& content = contents[name ? name : ""];
        content = std::to_string(header.sh_addr) + " " + std::to_string(header.sh_size) + "\n";
        const Elf_Data* data = elf_rawdata(section, nullptr);
        if (data && data->d_buf)
            content.append(static_cast<const char*>(data->d_buf), data->d_size);
    }
    return contents;
}

bool is_script(const std::filesystem::path& program) {
    std::ifstream file(program, std::ios::binary);
    return file.get() == '#' && file.get() == '!';
}

}  // namespace

bool same_code(const std::filesystem::path& one, const std::filesystem::path& other) {
    if (is_script(one) || is_script(other)) return false;  // scripts are compiled when they run
    return loaded_sections(one) == loaded_sections(other);
}

}  // namespace grader::mutants
