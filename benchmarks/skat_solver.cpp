// A plain open-card search for Skat, the reference of skat_solver.py: the same algorithm as skat_plain.py.
//
// Standard input, a line for each question: grand (0 or 1), leader (0 declarer, 1 left, 2 right), the three
// hands as masks, the points that are needed (0: find the exact value). Output: value, nodes, seconds.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

using Mask = uint32_t;

constexpr Mask kAces = 1u << 4 | 1u << 11 | 1u << 18 | 1u << 25;
constexpr Mask kNines = kAces << 4;
constexpr int kBits = 20;

int value_of[32];
Mask class_of[32];
Mask trumps;
uint64_t nodes, stamp;
std::vector<uint64_t> table(1u << kBits);

int points_of(Mask cards) {
    int sum = 0;
    for (; cards; cards &= cards - 1) sum += value_of[__builtin_ctz(cards)];
    return sum;
}

// Of neighbours that count the same only the strongest is tried.
Mask distinct(Mask cards, Mask live) {
    Mask one = cards << 1, two = (one & ~live) << 1, three = (two & ~live) << 1;
    Mask one_up = kNines << 1 | kNines << 2 | 14, two_up = kNines << 2 | 12, three_up = 8;
    return cards & ~((one & one_up) | (two & two_up) | (three & three_up));
}

bool beats(Mask card, Mask best, Mask follow) { return card < best && (card & (follow | trumps)); }

int search(Mask a, Mask b, Mask c, int leader, int need, int rest) {
    if (need <= 0 || !a) return 0;
    if (need > rest) return rest;
    Mask live = a | b | c;
    uint64_t key = live | uint64_t(leader) << 32;
    uint64_t &entry = table[key * 0x1E3779B97F4A7C15u >> 28 & ((1u << kBits) - 1)];
    uint64_t tag = key << 14 | stamp << 48;
    int lower = 0, upper = rest;
    if ((entry & ~uint64_t(16383)) == tag) {
        lower = entry & 127, upper = entry >> 7 & 127;
        if (lower >= need) return lower;
        if (upper < need) return upper;
    }
    bool max1 = leader == 0, max2 = leader == 2, max3 = leader == 1;
    int second = (leader + 1) % 3, third = (leader + 2) % 3, best1 = max1 ? -1 : 999;
    for (Mask leads = distinct(a, live); leads; leads &= leads - 1) {
        Mask x = leads & -leads, follow = class_of[__builtin_ctz(x)];
        Mask from_b = b & follow ? b & follow : b, from_c = c & follow ? c & follow : c;
        int best2 = max2 ? -1 : 999;
        nodes++;
        for (Mask answers = distinct(from_b, live); answers; answers &= answers - 1) {
            Mask y = answers & -answers, top = x;
            int seat = leader, best3 = max3 ? -1 : 999;
            if (beats(y, top, follow)) top = y, seat = second;
            int stake = value_of[__builtin_ctz(x)] + value_of[__builtin_ctz(y)];
            nodes++;
            for (Mask lasts = distinct(from_c, live); lasts; lasts &= lasts - 1) {
                Mask z = lasts & -lasts;
                int taker = beats(z, top, follow) ? third : seat, points = stake + value_of[__builtin_ctz(z)];
                int gain = taker ? 0 : points, n = need - gain, left = rest - points;
                Mask p = a ^ x, q = b ^ y, r = c ^ z;
                nodes++;
                int value = gain + (taker == leader   ? search(p, q, r, taker, n, left)
                                    : taker == second ? search(q, r, p, taker, n, left)
                                                      : search(r, p, q, taker, n, left));
                best3 = max3 ? std::max(best3, value) : std::min(best3, value);
                if (max3 == (value >= need)) break;
            }
            best2 = max2 ? std::max(best2, best3) : std::min(best2, best3);
            if (max2 == (best3 >= need)) break;
        }
        best1 = max1 ? std::max(best1, best2) : std::min(best1, best2);
        if (max1 == (best2 >= need)) break;
    }
    if (best1 >= need) lower = std::max(lower, best1);
    else upper = std::min(upper, best1);
    entry = tag | uint64_t(lower) | uint64_t(upper) << 7;
    return best1;
}

int exact(Mask a, Mask b, Mask c, int leader, int rest) {
    int lower = 0, upper = rest, guess = 61;
    while (lower < upper) {
        int need = std::min(std::max(guess, lower + 1), upper);
        int value = search(a, b, c, leader, need, rest);
        if (value >= need) lower = value, guess = value + 1;
        else upper = guess = value;
    }
    return lower;
}

double seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main() {
    const int ranks[] = {11, 10, 4, 3, 0, 0, 0};
    int grand, leader, need;
    Mask hands[3];
    while (scanf("%d %d %u %u %u %d", &grand, &leader, hands, hands + 1, hands + 2, &need) == 6) {
        trumps = grand ? 15 : 2047;
        for (int i = 0; i < 32; i++) {
            value_of[i] = i < 4 ? 2 : ranks[(i - 4) % 7];
            class_of[i] = trumps >> i & 1 ? trumps : 127u << (4 + (i - 4) / 7 * 7);
        }
        Mask a = hands[leader], b = hands[(leader + 1) % 3], c = hands[(leader + 2) % 3];
        int rest = points_of(a | b | c);
        nodes = 0, stamp++;
        double start = seconds();
        int value = need ? search(a, b, c, leader, need, rest) >= need : exact(a, b, c, leader, rest);
        printf("%d %lu %.9f\n", value, (unsigned long)nodes, seconds() - start);
    }
}
