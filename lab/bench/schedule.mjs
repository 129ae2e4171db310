import { loadSources } from "../../scripts/build/load-sources.mjs";

/**
 * How close simulated runs come to the least time that they could take: their longest path, or their work divided by the jobs if that is
 * more.
 * @param {string} root the workspace's root
 * @returns {Promise<{ what: string, share: number, reach: number | null, detail: string }[]>}
 */
export const reachOfSchedules = async (root) => {
  const { meanReach, reachOf, WAVES } = await loadSources(
    root,
    'export * from "./src/schedule/reach.fixture.ts";',
    "packages/engine",
  );
  const rows = [];
  for (const jobs of [2, 4, 8])
    for (const speculate of ["none", "gates", "all"]) {
      const { share, gated } = meanReach(PLANS, { jobs, gates: jobs / 2, speculate });
      const what = `bound ÷ time: ${PLANS} random plans, --jobs ${jobs}, --speculate ${speculate}`;
      const detail = `${gated.toFixed(2)} gates an order, ${jobs / 2} at a time`;
      rows.push({ what, share, reach: jobs === 4 && speculate === "all" ? 0.93 : null, detail });
    }
  const waves = reachOf(WAVES, { jobs: 8, gates: 1, speculate: "all" });
  const detail = `${waves.makespan.toFixed(1)} s; answers 5 s, gates 0.1 s, one at a time`;
  rows.push({ what: "bound ÷ time: 5 waves of 8 orders, --jobs 8", share: waves.share, reach: 0.9, detail });
  const failing = reachOf(WAVES, { jobs: 8, gates: 4, speculate: "all" }, FAILING);
  rows.push({
    what: "the same, with 30% of the attempts failing at their gates, 4 at a time",
    share: failing.share,
    reach: null,
    detail: `${failing.makespan.toFixed(1)} s; ${failing.asked} questions, ${failing.gated} gates`,
  });
  return rows;
};

const PLANS = 1000;
const FAILING = 0.3;
