// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/load_stats.hpp"

#include "random_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace cartwright {
namespace {

struct Loaded {
  std::unique_ptr<network::Network> network;
  std::unique_ptr<traffic::Traffic> traffic;
  traffic::NodeOfRank places;
  traffic::LinkLoads loads;
};

Loaded random_loads(base::Random& random) {
  Loaded made;
  made.network = graph(random_wiring(random));
  const std::int64_t ranks = 2 + random.below(20);
  made.traffic = random_traffic(random, ranks);
  made.places = random_places(random, ranks, made.network->wiring().nodes());
  made.loads = traffic::link_loads(
      *made.network, traffic::flows_between(*made.traffic, made.places, made.network->wiring().nodes()), {});
  return made;
}

TEST(LoadStats, CountEveryLoadInItsBin) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    std::vector<double> loads(static_cast<std::size_t>(random.below(60)));
    for (double& load : loads) load = static_cast<double>(1 + random.below(1024));
    const auto bins = static_cast<std::size_t>(1 + random.below(16));
    const std::vector<std::int64_t> counts = traffic::histogram(loads, 1024, bins);
    ASSERT_EQ(counts.size(), bins);
    for (std::size_t bin = 0; bin < bins; ++bin) {
      const auto inside = std::ranges::count_if(loads, [&](double load) {
        const double n = load * static_cast<double>(bins);
        return n > 1024 * static_cast<double>(bin) && n <= 1024 * static_cast<double>(bin + 1);
      });
      EXPECT_EQ(counts[bin], inside) << "bin " << bin << " of " << bins;
    }
  }
}

TEST(LoadStats, AgreeWithTheLoadsOfEachClass) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const Loaded made = random_loads(random);
    const network::Wiring& wiring = made.network->wiring();
    const std::vector<traffic::ClassLoads> classes = traffic::class_loads(wiring, made.loads);
    ASSERT_EQ(classes.size(), wiring.classes().size() + (wiring.terminal_bandwidth() > 0 ? 2 : 0));
    std::int64_t links = 0;
    double slowest = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const traffic::ClassLoads& one = classes[i];
      EXPECT_LE(one.used, one.links);
      // The loads of the class, and their times, one link after the other.
      std::vector<double> used;
      const auto add = [&](double bytes, double bandwidth) {
        if (bytes > 0) used.push_back(bytes);
        slowest = std::max(slowest, bytes / bandwidth);
      };
      if (i < wiring.classes().size()) {
        links += one.links;
        for (const network::LinkId link : wiring.links().ids())
          if (wiring.links()[link].link_class == static_cast<std::int32_t>(i))
            add(made.loads.links[link], wiring.classes()[i].bandwidth);
        EXPECT_EQ(traffic::used_loads(wiring, made.loads, static_cast<std::int32_t>(i)), used);
      } else {
        for (const double bytes : one.name == "injection" ? made.loads.injection : made.loads.ejection)
          add(bytes, wiring.terminal_bandwidth());
      }
      ASSERT_EQ(one.used, static_cast<std::int64_t>(used.size()));
      if (used.empty()) continue;
      const double bytes = std::accumulate(used.begin(), used.end(), 0.0);
      EXPECT_EQ(one.least, std::ranges::min(used));
      EXPECT_EQ(one.most, std::ranges::max(used));
      EXPECT_NEAR(one.bytes, bytes, 1e-9 * bytes);
      EXPECT_NEAR(one.average, bytes / static_cast<double>(used.size()), 1e-9 * bytes);
    }
    EXPECT_EQ(links, static_cast<std::int64_t>(wiring.links().size()));
    EXPECT_DOUBLE_EQ(slowest, traffic::bottleneck(wiring, made.loads).seconds());
  }
}

TEST(LoadStats, NameTheLinksThatNeedLongestFirst) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const Loaded made = random_loads(random);
    const network::Wiring& wiring = made.network->wiring();
    const auto time = [&](network::LinkId link) { return made.loads.links[link] / wiring.bandwidth(link); };
    const std::vector<network::LinkId> hottest = traffic::hottest_links(wiring, made.loads, 5);
    for (std::size_t i = 1; i < hottest.size(); ++i) EXPECT_GE(time(hottest[i - 1]), time(hottest[i]));
    if (hottest.empty()) continue;
    EXPECT_EQ(hottest.front(), traffic::bottleneck(wiring, made.loads).link);
    for (const network::LinkId link : made.loads.links.ids())
      if (std::ranges::find(hottest, link) == hottest.end()) {
        EXPECT_LE(time(link), time(hottest.back()));
      }
  }
}

TEST(LoadStats, BlameRanksForAllThatALinkBears) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const Loaded made = random_loads(random);
    for (const network::LinkId link : traffic::hottest_links(made.network->wiring(), made.loads, 3)) {
      const auto all =
          traffic::culprits(*made.network, *made.traffic, made.places, network::Paths::shared, link, 100'000);
      double sum = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        sum += all[i].bytes;
        EXPECT_GE(all[i == 0 ? 0 : i - 1].bytes, all[i].bytes);
      }
      const double load = made.loads.links[link];
      EXPECT_NEAR(sum, load, 1e-9 * (1 + load));
    }
  }
}

}  // namespace
}  // namespace cartwright
