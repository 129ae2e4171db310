import { accepted, type Result } from "@llmch/contract";
import type { Environment } from "../context.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { WorkFault } from "../schedule/schedule.ts";
import type { Session } from "../session/session.ts";
import { loadRevision, revisionMark } from "./revised-orders.ts";

/**
 * Makes a revision the order that its run goes on with: the journal says so, and who agreed.
 * @param asked false if `--revise` had allowed it before
 * @param row of the escalation table, if that had allowed it
 */
export const takeUp = async (
  before: LoadedOrder,
  { revision, sha256 }: { readonly revision: number; readonly sha256: string },
  asked: boolean,
  session: Session,
  env: Environment,
  row?: number,
): Promise<Result<LoadedOrder, WorkFault>> => {
  await session.settle();
  const loaded = await loadRevision(session, { revision, work_order_sha256: sha256 });
  if (!loaded.ok) return loaded;
  const body = {
    ...{ type: "order_revised" as const, revision, order: before.order.id, from_sha256: before.sha256 },
    ...{ work_order_sha256: sha256, asked },
  };
  await session.emit({ ...body, ...(row === undefined ? {} : { row }), mark: revisionMark(body, session, env) });
  return accepted(loaded.value);
};
