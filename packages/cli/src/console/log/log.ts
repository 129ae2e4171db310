import { type RunEvent, saidOf } from "@llmch/app";
import { type Console, INDENT } from "../console.ts";

/**
 * Prints runs as a log: one entry per event, with its time (UTC), order and attempt, and whether it is ahead of the order's turn. Details
 * are indented below their entry. With --verbose also logs what begins, not only how it ended.
 * @param whole whose the events are that belong to no order
 * @param earlier what was logged in earlier sessions
 */
export const createLog = (
  whole: "run-all" | "plan" | "build",
  console: Pick<Console, "progress" | "verbose">,
  { asks, earlier = [] }: { readonly asks: boolean; readonly earlier?: readonly RunEvent[] },
): ((event: RunEvent) => void) => {
  const hear = createHearing(whole);
  for (const event of earlier) hear(event);
  let latest = "";
  return (event) => {
    const whose = hear(event);
    for (const { what, details } of saidOf(event, { asks, verbose: console.verbose })) {
      // A resumed order is announced by its first event, which is old.
      if (event.ts > latest) latest = event.ts;
      console.progress(`${latest.replace(/\.\d+Z$/, "Z")}  ${whose}  ${what}`);
      for (const line of details) console.progress(`${INDENT}${line}`);
    }
  };
};

/** A run, as far as it has been logged. */
interface Told {
  readonly name: string;
  attempt: string;
  /** The numbers of its open speculations. */
  readonly ahead: Set<number>;
}

/** Follows the runs. For each event it returns whose it is. */
const createHearing = (whole: string): ((event: RunEvent) => string) => {
  const runs = new Map<string, Told>();
  const own = begun(whole);
  return (event) => {
    if (event.type === "order_started") runs.set(placeOf(event), begun(event.order));
    const told = runs.get(placeOf(event)) ?? own;
    switch (event.type) {
      case "resumed":
        told.ahead.clear();
        break;
      case "build_step_started":
        runs.set(
          placeOf({ ...event, run_id: event.run }),
          begun(`window ${event.window}${event.step === "plan" ? " plan" : ""}`),
        );
        break;
      case "attempt_started":
      case "compile_attempt_started":
        told.attempt = ` ${event.attempt}/${event.max_attempts}`;
        break;
      case "divided":
        for (const { order } of event.children) runs.set(placeOf({ ...event, child: order }), begun(order));
        break;
      case "speculation_started":
        told.ahead.add(event.speculation ?? 0);
        break;
    }
    const isAhead = told.ahead.size > 0 || event.speculation !== undefined;
    const whose = `${told.name}${told.attempt}${isAhead ? " ahead" : ""}`;
    // Until it has been logged, its end is part of the work ahead.
    if (event.type === "speculation_ended") {
      told.ahead.delete(event.speculation ?? 0);
      if (told.ahead.size === 0) told.attempt = "";
    }
    return whose;
  };
};

/** A child of a divided order is logged like an order. */
const placeOf = ({ run_id, child = "" }: RunEvent): string => `${run_id} ${child}`;

const begun = (name: string): Told => ({ name, attempt: "", ahead: new Set() });
