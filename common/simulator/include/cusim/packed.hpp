// Integers packed into words: dot products of bytes and halves, and the SIMD functions on two
// 16-bit or four 8-bit lanes. Only declared here; the runtime defines them.
#pragma once

int __dp4a(int a, int b, int c);
unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c);
int __dp2a_lo(int a, int b, int c);
unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c);
int __dp2a_hi(int a, int b, int c);
unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c);

// The names of the SIMD functions by number of arguments, each with the suffix 2 or 4.
#define CUSIM_PACKED_UNARY(X) X(__vabs) X(__vabsss) X(__vneg) X(__vnegss)
#define CUSIM_PACKED_BINARY(X)                                                                     \
    X(__vadd)                                                                                      \
    X(__vaddss)                                                                                    \
    X(__vaddus) X(__vsub) X(__vsubss) X(__vsubus) X(__vavgs) X(__vavgu) X(__vhaddu) X(__vabsdiffs) \
        X(__vabsdiffu) X(__vmaxs) X(__vmaxu) X(__vmins) X(__vminu) X(__vsads) X(__vsadu)           \
            X(__vcmpeq) X(__vcmpne) X(__vcmpges) X(__vcmpgeu) X(__vcmpgts) X(__vcmpgtu)            \
                X(__vcmples) X(__vcmpleu) X(__vcmplts) X(__vcmpltu) X(__vseteq) X(__vsetne)        \
                    X(__vsetges) X(__vsetgeu) X(__vsetgts) X(__vsetgtu) X(__vsetles) X(__vsetleu)  \
                        X(__vsetlts) X(__vsetltu)

#define CUSIM_DECLARE(name)             \
    unsigned int name##2(unsigned int); \
    unsigned int name##4(unsigned int);
CUSIM_PACKED_UNARY(CUSIM_DECLARE)
#undef CUSIM_DECLARE
#define CUSIM_DECLARE(name)                           \
    unsigned int name##2(unsigned int, unsigned int); \
    unsigned int name##4(unsigned int, unsigned int);
CUSIM_PACKED_BINARY(CUSIM_DECLARE)
#undef CUSIM_DECLARE
#undef CUSIM_PACKED_UNARY
#undef CUSIM_PACKED_BINARY
