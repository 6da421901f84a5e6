#include "simulator/texture/surface.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "simulator/exec/grid.hpp"

namespace cusim::texture {

namespace {

std::map<cudaSurfaceObject_t, Surface>& surfaces() {
    static auto& live = *new std::map<cudaSurfaceObject_t, Surface>;
    return live;
}

[[noreturn]] void stop_at_surface(report::FindingKind kind, std::string cause, const void* pc) {
    report::Finding finding{.kind = kind};
    finding.self = party(*exec::current_thread, report::Op::read);
    finding.self.site = {.pc = pc, .file = nullptr, .line = 0};
    finding.cause = std::move(cause);
    exec::current_grid->abort(cudaErrorIllegalAddress, std::move(finding));
}

std::string coordinates(const detail::SurfacePlace& place) {
    std::string text = "byte " + std::to_string(place.x) + " of a row";
    if (place.dimensions > 1) text += ", row " + std::to_string(place.y);
    if (place.dimensions > 2) text += ", slice " + std::to_string(place.z);
    return text;
}

std::string size_of(const Surface& surface, int dimensions) {
    std::string text = std::to_string(surface.row_bytes) + " bytes a row";
    if (dimensions > 1) text += ", " + std::to_string(surface.rows) + " rows";
    if (dimensions > 2) text += ", " + std::to_string(surface.slices) + " slices";
    return text;
}

}  // namespace

cudaSurfaceObject_t add_surface(const Surface& surface) {
    static cudaSurfaceObject_t last = 0;
    surfaces().emplace(++last, surface);
    return last;
}

bool remove_surface(cudaSurfaceObject_t object) {
    return surfaces().erase(object) != 0;
}

const Surface* find_surface(cudaSurfaceObject_t object) {
    const auto found = surfaces().find(object);
    return found == surfaces().end() ? nullptr : &found->second;
}

}  // namespace cusim::texture

namespace cusim::detail {

using namespace texture;

void* surface_element(cudaSurfaceObject_t object, SurfacePlace place,
                      cudaSurfaceBoundaryMode boundary) {
    const void* const pc = __builtin_return_address(0);
    const Surface* const surface = find_surface(object);
    if (!surface)
        stop_at_surface(report::FindingKind::use_after_free,
                        "the surface object is none, or has been destroyed", pc);
    const int last_x = surface->row_bytes - int(place.size);
    const int last_y = surface->rows - 1, last_z = surface->slices - 1;
    const auto inside = [](int at, int last) { return at >= 0 && at <= last; };
    if (!inside(place.x, last_x) || !inside(place.y, last_y) || !inside(place.z, last_z)) {
        if (boundary == cudaBoundaryModeZero) return nullptr;
        if (boundary == cudaBoundaryModeTrap)
            stop_at_surface(report::FindingKind::out_of_bounds,
                            "a surface function's x counts bytes: it asks for " +
                                coordinates(place) + ", and the surface has " +
                                size_of(*surface, place.dimensions),
                            pc);
        place.x = std::clamp(place.x, 0, std::max(last_x, 0));
        place.y = std::clamp(place.y, 0, last_y);
        place.z = std::clamp(place.z, 0, last_z);
    }
    if (place.x % int(place.size) != 0)
        stop_at_surface(report::FindingKind::misaligned,
                        "a surface function's x counts bytes, and must be a multiple of the " +
                            std::to_string(place.size) + " that it moves: it is " +
                            std::to_string(place.x),
                        pc);
    const auto row = std::size_t(place.z) * std::size_t(surface->rows) + std::size_t(place.y);
    return surface->base + row * surface->pitch + place.x;
}

}  // namespace cusim::detail
