import type { RunEvent } from "@llmch/app/drawing";
import { type Console, INDENT } from "../console.ts";
import { entry } from "./entry.ts";
import { saidOf } from "./order-words.ts";

/**
 * Prints orders' runs as a log: one entry per event, with its time, order and attempt, and whether it is ahead of the order's turn. Details
 * are indented below their entry. With --verbose also logs what begins, not only how it ended.
 */
export const createOrderLog = (console: Console, { asks }: { readonly asks: boolean }): ((event: RunEvent) => void) => {
  const hear = createHearing();
  let latest = "";
  return (event) => {
    const { whose, commands } = hear(event);
    for (const { what, details } of saidOf(event, { asks, verbose: console.verbose, commands })) {
      // A resumed order is announced by its first event, which is old.
      if (event.ts > latest) latest = event.ts;
      console.progress(entry({ ...event, ts: latest }, whose, what));
      for (const line of details) console.progress(`${INDENT}${line}`);
    }
  };
};

/** An order's run, as far as it has been logged. */
interface Told {
  readonly order: string;
  attempt: string;
  commands: number;
  /** The numbers of its open speculations. */
  readonly ahead: Set<number>;
}

/** Follows the orders' runs. For each event it returns whose it is, and how many commands its step has run. */
const createHearing = (): ((event: RunEvent) => { readonly whose: string; readonly commands: number }) => {
  const runs = new Map<string, Told>();
  return (event) => {
    if (event.type === "order_started") runs.set(placeOf(event), begun(event.order));
    const told = runs.get(placeOf(event)) ?? begun("run-all");
    switch (event.type) {
      case "resumed":
        told.ahead.clear();
        break;
      case "attempt_started":
        told.attempt = ` ${event.attempt}/${event.max_attempts}`;
        break;
      case "step_started":
        told.commands = 0;
        break;
      case "command_finished":
        if (event.phase !== "baseline_acceptance") told.commands += 1;
        break;
      case "divided":
        for (const { order } of event.children) runs.set(placeOf({ ...event, child: order }), begun(order));
        break;
      case "speculation_started":
        told.ahead.add(event.speculation ?? 0);
        break;
    }
    const whose = whoseOf(event, told);
    // Until it has been logged, its end is part of the work ahead.
    if (event.type === "speculation_ended") endSpeculation(told, event);
    return { whose, commands: told.commands };
  };
};

const whoseOf = (event: RunEvent, { order, attempt, ahead }: Told): string => {
  return `${order}${attempt}${ahead.size > 0 || event.speculation !== undefined ? " ahead" : ""}`;
};

/** A child of a divided order is logged like an order. */
const placeOf = ({ run_id, child = "" }: RunEvent): string => `${run_id} ${child}`;

const endSpeculation = (
  told: Told,
  { speculation = 0 }: Extract<RunEvent, { readonly type: "speculation_ended" }>,
): void => {
  told.ahead.delete(speculation);
  if (told.ahead.size === 0) told.attempt = "";
};

const begun = (order: string): Told => ({ order, attempt: "", commands: 0, ahead: new Set() });
