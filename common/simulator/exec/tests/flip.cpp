// The text form of orders, and runs in which a race is reversed.
#include "simulator/exec/flip.hpp"

#include "simulator/exec/flipped_run.hpp"
#include "simulator/exec/tests/kernel.hpp"

using namespace cusim::exec;
using namespace cusim::exec::test;

TEST_CASE("a flip is read as it is written") {
    const Flip flip{3, {2, 5, 7}, {0, 9, 4}};
    CHECK(to_text(flip) == "witness:3:2.5@7:0.9@4");
    CHECK(parse_flip("witness:3:2.5@7:0.9@4") == flip);
    const Flip waiting{1, {0, 1, 1}, {0, 0, 1}, true};
    CHECK(to_text(waiting) == "witness:1:0.1@1:0.0@1:wait");
    CHECK(parse_flip(to_text(waiting)) == waiting);
    const Flip of_two{3, {2, 5, 7}, {0, 9, 4}, false, 5};
    CHECK(to_text(of_two) == "witness:3+5:2.5@7:0.9@4");
    CHECK(parse_flip(to_text(of_two)) == of_two);
}

TEST_CASE("a malformed flip is refused") {
    for (const char* text :
         {"", "witness", "witness:", "witness:0:0.1@1:0.0@1", "witness:1:0.1@0:0.0@1",
          "witness:1:0.1@1", "witness:1+:0.1@1:0.0@1", "witness:2+2:0.1@1:0.0@1",
          "witness:1:0.1@1:0.0@1:", "witness:1:0.1@1:0.0@1:waits", "witness:1:0.1@-1:0.0@1",
          "witness:1:.1@1:0.0@1", "1:0.1@1:0.0@1"})
        CHECK_MESSAGE(!parse_flip(text), text);
}

TEST_CASE("an order with one reversed pair is parsed and printed alike") {
    const Flip flip{1, {0, 1, 1}, {0, 0, 1}};
    for (const char* base : {"", "reverse+", "random:7+"}) {
        const std::string text = base + to_text(flip);
        const auto order = Order::parse(text);
        REQUIRE_MESSAGE(order, text);
        CHECK(order->flip() == flip);
        CHECK(order->with(flip) == text);
        CHECK(Order::parse(base + std::string("witness"))->plays_witness());
    }
    CHECK(Order::parse("forward+witness")->with(flip) == to_text(flip));
    for (const char* text : {"compare+witness", "reversewitness", "+witness", "witness+reverse",
                             "witness:1", "forward+witness:1"})
        CHECK_MESSAGE(!Order::parse(text), text);
}
