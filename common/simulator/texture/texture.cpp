#include "simulator/texture/texture.hpp"

namespace cusim::texture {

namespace {

std::map<cudaTextureObject_t, Texture>& textures() {
    static auto& live = *new std::map<cudaTextureObject_t, Texture>;
    return live;
}

cudaTextureObject_t last = 0;

}  // namespace

cudaTextureObject_t add(const Texture& texture) {
    textures().emplace(++last, texture);
    return last;
}

bool remove(cudaTextureObject_t object) {
    return textures().erase(object) != 0;
}

const Texture* find(cudaTextureObject_t object) {
    const auto found = textures().find(object);
    return found == textures().end() ? nullptr : &found->second;
}

const std::map<cudaTextureObject_t, Texture>& live() {
    return textures();
}

bool was_removed(cudaTextureObject_t object) {
    return object >= 1 && object <= last && !find(object);
}

}  // namespace cusim::texture
