import type { EventBody, RunEvent } from "@llmch/contract";
import { advanceLive, type LiveOutline, type LiveState } from "@llmch/story/live";

export const NOON = Date.parse("2026-01-01T12:00:00.000Z");
const config = {} as Extract<EventBody, { type: "order_started" }>["config"];

export const id = (number: number) => `WO-${String(number).padStart(2, "0")}`;
export const outline = (count: number, title = (number: number) => `Write part ${number}`): LiveOutline => ({
  kind: "orders",
  orders: Array.from({ length: count }, (_, index) => ({
    order: id(index + 1),
    title: title(index + 1),
    skipped: index === 0 && count > 1,
  })),
});
export const after = (state: LiveState, ...bodies: readonly EventBody[]): LiveState =>
  bodies
    .map((body, seq): RunEvent => ({ ...body, seq, ts: new Date(NOON + seq * 1000).toISOString(), run_id: "A" }))
    .reduce(advanceLive, state);
export const started = (order: string, title: string): EventBody => ({
  ...{ type: "order_started", format: 2, order, title, work_order_sha256: "", branch: "b", baseline: "", model: "m" },
  ...{ schedule: null, config },
});
