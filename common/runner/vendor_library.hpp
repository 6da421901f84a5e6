// A library of the vendor's, as a rival to what students write: looked for when it is asked for, so
// that neither building nor running the kit needs it. Its entries are found by name; their types
// are the caller's to know.
#pragma once

#include <initializer_list>
#include <string>

namespace runner {

class VendorLibrary {
  public:
    /// Opens "libNAME.so.V" with the first of `versions` that there is, or "libNAME.so". It stays
    /// open: it has threads and device state of its own. Throws std::runtime_error where there is
    /// none.
    VendorLibrary(const std::string& name, std::initializer_list<const char*> versions);

    /// Throws std::runtime_error where the library has no such entry.
    template <class Entry>
    void find(const char* entry_name, Entry& entry) const {
        entry = reinterpret_cast<Entry>(address_of(entry_name));
    }
    /// Leaves nullptr there instead.
    template <class Entry>
    void find_if_there(const char* entry_name, Entry& entry) const {
        entry = reinterpret_cast<Entry>(address_if_there(entry_name));
    }

    /// Throws std::runtime_error unless `status` is 0, which all of them return where all is well.
    void check(int status, const char* call) const;

  private:
    void* address_of(const char* entry_name) const;
    void* address_if_there(const char* entry_name) const;

    std::string name_;
    void* library_ = nullptr;
};

}  // namespace runner
