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
    'export * from "./src/queue/reach.fixture.ts";',
    "packages/run",
  );
  const rows = [];
  for (const jobs of [2, 4, 8]) {
    const { share, gated } = meanReach(PLANS, jobs);
    const what = `bound ÷ time: ${PLANS} random plans, --jobs ${jobs}`;
    rows.push({ what, share, reach: jobs === 4 ? 0.88 : null, detail: `${gated.toFixed(2)} gates an order` });
  }
  const waves = reachOf(WAVES, 8);
  const detail = `${waves.makespan.toFixed(1)} s; answers 5 s, gates 0.1 s`;
  rows.push({ what: "bound ÷ time: 5 waves of 8 orders, --jobs 8", share: waves.share, reach: 0.85, detail });
  const failing = reachOf(WAVES, 8, FAILING);
  rows.push({
    what: "the same, with 30% of the attempts failing at their gates",
    share: failing.share,
    reach: null,
    detail: `${failing.makespan.toFixed(1)} s; ${failing.asked} questions, ${failing.gated} gates`,
  });
  return rows;
};

const PLANS = 1000;
const FAILING = 0.3;
