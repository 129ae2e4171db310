import { join } from "node:path";
import { type ModelRequest, speculationFolder } from "@llmch/contract";
import { ledgerBelow } from "@llmch/factory";
import { expectedMemory } from "../baseline/baselines.ts";
import type { Lease } from "../lease/leases.ts";
import { firstObstacle, seenOrder } from "./approvals.ts";
import type { At } from "./at.ts";
import { openDesk } from "./desk.ts";
import { type Layer, layerBetween } from "./layer.ts";
import type { OpenOrder } from "./open-order.ts";
import type { OrderPorts } from "./ports.ts";
import { workOn } from "./work.ts";

/** How an order is carried out before its turn. */
export interface EarlyWork {
  /** Where it is asked, and its answer tried: on its view alone. */
  readonly at: At;
  /** False if that may still change: then its answers keep a speculation's key. */
  readonly isCertain: boolean;
  /** Whether its gates should run, once the answer is there. */
  wantsVerdict(): boolean;
}

/**
 * Asks an order before its turn and tries the answer on its view, in a worktree and a folder of its own. None of it counts: in the order's
 * turn the same questions have their answers already, and the gates run where it lands. Returns what it would change if it passed, for
 * the orders that build on it.
 */
export const tryEarly = async (
  { task: { loaded }, session, answers, earlier, fault, nextSpeculation }: OpenOrder,
  { at, isCertain, wantsVerdict }: EarlyWork,
  ports: OrderPorts,
): Promise<Layer | null> => {
  const { leases, repo } = ports.ground;
  if (fault !== null || earlier.before?.progress.intent != null) return null;
  if ((await firstObstacle(session, ports)) !== null) return null;
  const speculation = nextSpeculation();
  const folder = speculationFolder(speculation);
  const emit: typeof session.emit = (event) => session.emit({ ...event, speculation });
  const model = ports.models.for(answers);
  const named = ({ call, ...request }: ModelRequest) => ({
    ...request,
    call: isCertain ? call : { ...call, speculation },
  });
  const record = {
    ledger: { ...ledgerBelow(session, folder), emit },
    model: { ask: (request: ModelRequest) => model.ask(named(request)) },
    recorder: answers,
  };
  let lease: Lease | null = null;
  try {
    await emit({ type: "speculation_started" });
    const ready = await ports.models.design.of(session);
    if (ready.kind !== "ready") return null;
    lease = await leases.lease(at.view);
    const desk = await openDesk(lease, at, { directory: join(session.directory, folder), emit }, ports);
    if (!(await desk.setUp()).ok) return null;
    const tree = await repo.trees.hashOf(at.view);
    const baseline = async () => expectedMemory(tree, at.shownRed ?? []);
    const place = { at, design: ready.design, baseline, early: { wantsVerdict } };
    const outcome = await workOn(await seenOrder(loaded, session, ports), earlier, desk, place, record, ports);
    if (outcome.kind !== "candidate") return null;
    return await layerBetween(repo, outcome.candidate.base, outcome.candidate.tree);
  } catch {
    // Any fault shows again in the order's turn.
    await lease?.discard();
    return null;
  } finally {
    lease?.release({ isClean: false });
    await emit({ type: "speculation_ended" });
  }
};
