// A ray tracer as a C++ programmer would port it: vec3 with operators, a virtual hit() on objects that
// the device itself makes, recursion unrolled by depth, an own generator, managed frame buffer.
#include <cfloat>
#include <cmath>
#include <iostream>

#define checkCudaErrors(val) check_cuda((val), #val, __FILE__, __LINE__)
void check_cuda(cudaError_t result, char const *const func, const char *const file, int const line) {
    if (result) {
        std::cerr << "CUDA error = " << static_cast<unsigned int>(result) << " at " << file << ":" << line << " '" << func << "' \n";
        cudaDeviceReset();
        exit(99);
    }
}

class vec3 {
  public:
    __host__ __device__ vec3() {}
    __host__ __device__ vec3(float e0, float e1, float e2) { e[0] = e0, e[1] = e1, e[2] = e2; }
    __host__ __device__ inline float x() const { return e[0]; }
    __host__ __device__ inline float y() const { return e[1]; }
    __host__ __device__ inline float z() const { return e[2]; }
    __host__ __device__ inline vec3 operator-() const { return vec3(-e[0], -e[1], -e[2]); }
    __host__ __device__ inline float operator[](int i) const { return e[i]; }
    __host__ __device__ inline float &operator[](int i) { return e[i]; };
    __host__ __device__ inline vec3 &operator+=(const vec3 &v) {
        for (int i = 0; i < 3; ++i) e[i] += v.e[i];
        return *this;
    }
    __host__ __device__ inline float length() const { return sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]); }
    float e[3];
};
__host__ __device__ inline vec3 operator+(const vec3 &a, const vec3 &b) { return vec3(a.e[0] + b.e[0], a.e[1] + b.e[1], a.e[2] + b.e[2]); }
__host__ __device__ inline vec3 operator-(const vec3 &a, const vec3 &b) { return vec3(a.e[0] - b.e[0], a.e[1] - b.e[1], a.e[2] - b.e[2]); }
__host__ __device__ inline vec3 operator*(float t, const vec3 &v) { return vec3(t * v.e[0], t * v.e[1], t * v.e[2]); }
__host__ __device__ inline float dot(const vec3 &a, const vec3 &b) { return a.e[0] * b.e[0] + a.e[1] * b.e[1] + a.e[2] * b.e[2]; }
__host__ __device__ inline vec3 unit_vector(vec3 v) { return (1 / v.length()) * v; }

class ray {
  public:
    __device__ ray() {}
    __device__ ray(const vec3 &a, const vec3 &b) : A(a), B(b) {}
    __device__ vec3 at(float t) const { return A + t * B; }
    vec3 A, B;
};
struct hit_record {
    float t;
    vec3 p, normal;
};
class hitable {
  public:
    __device__ virtual bool hit(const ray &r, float t_min, float t_max, hit_record &rec) const = 0;
    __device__ virtual ~hitable() {}
};
class sphere : public hitable {
  public:
    __device__ sphere(vec3 cen, float r) : center(cen), radius(r) {};
    __device__ bool hit(const ray &r, float t_min, float t_max, hit_record &rec) const override {
        vec3 oc = r.A - center;
        float a = dot(r.B, r.B), b = dot(oc, r.B), c = dot(oc, oc) - radius * radius, discriminant = b * b - a * c;
        if (discriminant <= 0) return false;
        for (float sign : {-1.0f, 1.0f}) {
            float temp = (-b + sign * sqrtf(discriminant)) / a;
            if (temp < t_max && temp > t_min) {
                rec.t = temp;
                rec.p = r.at(temp);
                rec.normal = (1 / radius) * (rec.p - center);
                return true;
            }
        }
        return false;
    }
    vec3 center;
    float radius;
};
class hitable_list : public hitable {
  public:
    __device__ hitable_list(hitable **l, int n) : list(l), list_size(n) {}
    __device__ virtual bool hit(const ray &r, float t_min, float t_max, hit_record &rec) const {
        hit_record temp;
        bool any = false;
        float closest = t_max;
        for (int i = 0; i < list_size; i++)
            if (list[i]->hit(r, t_min, closest, temp)) any = true, closest = temp.t, rec = temp;
        return any;
    }
    hitable **list;
    int list_size;
};

__device__ float next_random(unsigned &state) {
    state = state * 747796405u + 2891336453u;
    unsigned word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return ((word >> 22u) ^ word) * 2.3283064e-10f;
}
__device__ vec3 color(const ray &r, hitable **world, unsigned &state, int depth) {
    hit_record rec;
    if (depth == 0) return vec3(0, 0, 0);
    if ((*world)->hit(r, 0.001f, FLT_MAX, rec)) {
        vec3 target;
        do target = vec3(2 * next_random(state) - 1, 2 * next_random(state) - 1, 2 * next_random(state) - 1);
        while (dot(target, target) >= 1);
        return 0.5f * color(ray(rec.p, rec.normal + target), world, state, depth - 1);
    }
    float t = 0.5f * (unit_vector(r.B).y() + 1.0f);
    return (1.0f - t) * vec3(1, 1, 1) + t * vec3(0.5f, 0.7f, 1.0f);
}
__global__ void create_world(hitable **d_list, hitable **d_world) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *(d_list) = new sphere(vec3(0, 0, -1), 0.5);
        *(d_list + 1) = new sphere(vec3(0, -100.5, -1), 100);
        *d_world = new hitable_list(d_list, 2);
    }
}
__global__ void free_world(hitable **d_list, hitable **d_world) {
    delete *(d_list);
    delete *(d_list + 1);
    delete *d_world;
}
__global__ void render(vec3 *fb, int max_x, int max_y, int ns, hitable **world) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y + blockIdx.y * blockDim.y;
    if ((i >= max_x) || (j >= max_y)) return;
    unsigned state = j * max_x + i;
    vec3 col(0, 0, 0);
    for (int s = 0; s < ns; s++) {
        float u = float(i + next_random(state)) / float(max_x), v = float(j + next_random(state)) / float(max_y);
        col += color(ray(vec3(0, 0, 0), vec3(-2, -1, -1) + u * vec3(4, 0, 0) + v * vec3(0, 2, 0)), world, state, 6);
    }
    fb[j * max_x + i] = (1 / float(ns)) * col;
}

int main() {
    int nx = 32, ny = 16, ns = 4, tx = 8, ty = 8;
    vec3 *fb;
    hitable **d_list, **d_world;
    checkCudaErrors(cudaMallocManaged((void **)&fb, nx * ny * sizeof(vec3)));
    checkCudaErrors(cudaMalloc((void **)&d_list, 2 * sizeof(hitable *)));
    checkCudaErrors(cudaMalloc((void **)&d_world, sizeof(hitable *)));
    create_world<<<1, 1>>>(d_list, d_world);
    checkCudaErrors(cudaGetLastError());
    checkCudaErrors(cudaDeviceSynchronize());
    dim3 blocks(nx / tx + 1, ny / ty + 1), threads(tx, ty);
    render<<<blocks, threads>>>(fb, nx, ny, ns, d_world);
    checkCudaErrors(cudaGetLastError());
    checkCudaErrors(cudaDeviceSynchronize());
    float sky = fb[(ny - 1) * nx].z(), ground = fb[0].x(), ball = fb[ny / 2 * nx + nx / 2].x();
    free_world<<<1, 1>>>(d_list, d_world);
    checkCudaErrors(cudaDeviceSynchronize());
    checkCudaErrors(cudaFree(d_list));
    checkCudaErrors(cudaFree(d_world));
    checkCudaErrors(cudaFree(fb));
    const bool ok = sky > 0.9f && ground < 0.6f && ball < 0.6f && ball >= 0;
    std::cout << sky << ' ' << ground << ' ' << ball << '\n' << (ok ? "OK" : "FAILED") << std::endl;
    return !ok;
}
