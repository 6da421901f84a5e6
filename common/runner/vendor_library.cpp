#include "runner/vendor_library.hpp"

#include <dlfcn.h>

#include <stdexcept>
#include <vector>

namespace runner {

VendorLibrary::VendorLibrary(const std::string& name, std::initializer_list<const char*> versions)
    : name_("lib" + name) {
    std::vector<std::string> files;
    for (const char* version : versions) files.push_back(name_ + ".so." + version);
    files.push_back(name_ + ".so");
    files.push_back("/usr/local/cuda/lib64/" + name_ + ".so");
    for (const std::string& file : files)
        if ((library_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL))) return;
    throw std::runtime_error("no " + name_ + " can be loaded");
}

void* VendorLibrary::address_if_there(const char* entry_name) const {
    return dlsym(library_, entry_name);
}

void* VendorLibrary::address_of(const char* entry_name) const {
    void* const address = address_if_there(entry_name);
    if (!address) throw std::runtime_error(name_ + " has no " + entry_name);
    return address;
}

void VendorLibrary::check(int status, const char* call) const {
    if (status != 0)
        throw std::runtime_error(name_ + ": " + call + " gives status " + std::to_string(status));
}

}  // namespace runner
