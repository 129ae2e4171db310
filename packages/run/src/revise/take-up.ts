import { acceptanceOf, ORDER_MEMBERS, type WorkOrder } from "@llmch/contract";
import type { LoadedOrder, LoadFault, Session } from "@llmch/records";
import { accepted, type Result } from "@llmch/text";
import { loadRevision } from "./revised-orders.ts";

/**
 * Makes a revision the order that its run continues with, and records who agreed.
 * @param asked false if `--revise` allowed it in advance
 * @param row the row of the escalation table that allowed it, if any
 */
export const takeUp = async (
  before: LoadedOrder,
  { revision, sha256 }: { readonly revision: number; readonly sha256: string },
  asked: boolean,
  session: Session,
  row?: number,
): Promise<Result<LoadedOrder, LoadFault>> => {
  await session.settle();
  const loaded = await loadRevision(session, { revision, work_order_sha256: sha256 });
  if (!loaded.ok) return loaded;
  const body = {
    ...{ type: "order_revised" as const, revision, order: before.order.id, from_sha256: before.sha256 },
    ...{ work_order_sha256: sha256, asked, ...changesOf(before.order, loaded.value.order) },
  };
  await session.emit({ ...body, ...(row === undefined ? {} : { row }) });
  const origin = before.origin === undefined ? before.order : before.origin;
  return accepted(asked ? loaded.value : { ...loaded.value, origin });
};

const isOther = (before: WorkOrder, after: WorkOrder) => (name: string) =>
  name !== "provenance" && JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null);

/** What a revision changes, for the person who decides about it: of lists the entries that go and come. */
export const changesInWords = (before: WorkOrder, after: WorkOrder): readonly string[] =>
  ORDER_MEMBERS.filter(isOther(before, after)).flatMap((name) => {
    const [old, fresh] = [before, after].map((order) => [order[name] ?? []].flat().map((each) => JSON.stringify(each)));
    return [
      name,
      ...(old ?? []).filter((each) => !fresh?.includes(each)).map((each) => `- ${each}`),
      ...(fresh ?? []).filter((each) => !old?.includes(each)).map((each) => `+ ${each}`),
    ];
  });

/** What the next attempt is told of a revision: which members are other, and which of the commands that it sees. */
const changesOf = (before: WorkOrder, after: WorkOrder) => {
  const seen = (order: WorkOrder) => acceptanceOf(order).flatMap(({ command, hidden }) => (hidden ? [] : [command]));
  const known = seen(before);
  return {
    members: ORDER_MEMBERS.filter(isOther(before, after)),
    commands: seen(after).filter((command) => !known.includes(command)),
  };
};
