// Containers and algorithms in host code.
#include <algorithm>
#include <array>
#include <deque>
#include <forward_list>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

double f(int n) {
    std::mt19937 engine(42);
    std::uniform_real_distribution<float> uniform(-1, 1);
    std::normal_distribution<double> normal;
    std::vector<float> v(n), w;
    std::generate(v.begin(), v.end(), [&] { return uniform(engine); });
    std::iota(v.begin(), v.end(), 0.0f);
    std::sort(v.begin(), v.end(), std::greater<>());
    std::stable_sort(v.begin(), v.end());
    std::shuffle(v.begin(), v.end(), engine);
    std::nth_element(v.begin(), v.begin() + n / 2, v.end());
    std::copy_if(v.begin(), v.end(), std::back_inserter(w), [](float x) { return x > 0; });
    std::partial_sum(w.begin(), w.end(), w.begin());
    w.erase(std::unique(w.begin(), w.end()), w.end());
    std::transform(v.begin(), v.end(), v.begin(), [](float x) { return x * x; });
    double sum = std::accumulate(v.begin(), v.end(), 0.0) + std::reduce(w.begin(), w.end());
    sum += std::inner_product(v.begin(), v.end(), v.begin(), 0.0) + normal(engine);
    sum += std::transform_reduce(v.begin(), v.end(), v.begin(), 0.0);
    std::map<std::string, int> counts{{"a", 1}};
    ++counts["b"];
    std::unordered_map<int, float> cache;
    cache[n] = 1;
    std::unordered_set<std::string> seen{"x"};
    std::set<int> sorted{3, 1, 2};
    std::multimap<int, int> several{{1, 2}};
    std::list<int> list{1, 2};
    list.sort();
    std::forward_list<int> forward{1};
    std::deque<int> deque(5);
    std::priority_queue<int> heap;
    heap.push(n);
    std::stack<int> stack;
    stack.push(1);
    std::queue<int> queue;
    queue.push(2);
    std::array<std::array<float, 3>, 3> grid{};
    for (auto& row : grid) row.fill(1);
    const auto [low, high] = std::minmax_element(v.begin(), v.end());
    return sum + counts.size() + cache.size() + *sorted.begin() + list.front() + deque[0] +
           heap.top() + stack.top() + queue.front() + *low + *high + several.count(1) +
           seen.contains("x") + forward.front() + std::binary_search(w.begin(), w.end(), 1.0f) +
           std::clamp(n, 0, 5) + std::distance(w.begin(), w.end()) + grid[1][1];
}
