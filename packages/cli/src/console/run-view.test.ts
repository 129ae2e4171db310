import type { EventBody, RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import type { Console } from "./console.ts";
import { openView } from "./run-view.ts";

const config = {} as Extract<EventBody, { type: "order_started" }>["config"];
const started = (order: string): EventBody => ({
  ...{ type: "order_started", format: 2, order, title: "T", work_order_sha256: "", branch: "b", baseline: "" },
  ...{ model: "m", schedule: "S", config },
});

test("events as JSON name their order if several are open at once", async () => {
  const bodies: readonly (readonly [run: string, body: EventBody])[] = [
    ["S", { type: "order_run_started", order: "WO-01", run: "A" }],
    ["A", started("WO-01")],
    ["B", started("WO-02")],
    ["A", { type: "model_asked", key: "k" }],
    ["B", { type: "speculation_started", speculation: 1 }],
    ["S", { type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 1 }],
  ];
  const events = bodies.map(([run_id, body], seq): RunEvent => ({ ...body, seq, ts: "2026-01-01T12:00:00Z", run_id }));
  const printed: object[] = [];
  const record = (value: object) => void printed.push(value);
  const view = await openView({ outline: { kind: "orders", orders: [] }, asks: true }, {
    rendering: "json",
    record,
  } as unknown as Console);
  events.forEach(view.event);
  view.close();
  const orders = ["WO-01", "WO-01", "WO-02", "WO-01", "WO-02", undefined];
  expect(printed).toEqual(events.map((event, index) => ({ ...event, ...(orders[index] && { order: orders[index] }) })));
});
