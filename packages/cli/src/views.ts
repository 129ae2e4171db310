import type { Entry, Outcome, OutcomeError } from "@llmch/app";
import type { Console } from "./console/console.ts";
import type { Drawn } from "./outcome.ts";
import type { Terminal } from "./terminal.ts";
import type { View, Viewed } from "./view.ts";

/** The view of each operation, loaded only if it is drawn. */
const VIEWS: Readonly<Record<Entry["name"], () => Promise<{ readonly view: View }>>> = {
  plan: () => import("./views/plan.ts"),
  "plan show": () => import("./views/plan-show.ts"),
  "plan revise": () => import("./views/plan-revise.ts"),
  check: () => import("./views/check.ts"),
  run: () => import("./views/run.ts"),
  "run-all": () => import("./views/run.ts"),
  land: () => import("./views/run.ts"),
  resume: () => import("./views/resume.ts"),
  decide: () => short("decided"),
  build: () => import("./views/build.ts"),
  revise: () => import("./views/revise.ts"),
  pr: () => short("text"),
  audit: () => import("./views/audit.ts"),
  strength: () => import("./views/strength.ts"),
  ask: () => import("./views/ask.ts"),
  runs: () => import("./views/runs.ts"),
  discard: () => short("text"),
  show: () => import("./views/show.ts"),
  diff: () => import("./views/diff.ts"),
  watch: () => short("watch"),
  report: () => short("report"),
  graph: () => import("./views/graph.ts"),
  explain: () => import("./views/explain.ts"),
  cost: () => import("./views/cost.ts"),
  config: () => import("./views/config.ts"),
  "config set": () => import("./views/config.ts"),
  "config unset": () => import("./views/config.ts"),
  init: () => short("text"),
  doctor: () => import("./views/doctor.ts"),
  schema: () => short("text"),
  completion: () => short("text"),
};

const short = async (name: "text" | "watch" | "report" | "decided") => ({
  view: (await import("./views/short.ts"))[name],
});

/** Loads the view of an operation: once something is done, there must be no file left whose loss keeps it from being told. */
export const loadView = (name: Entry["name"]): Promise<unknown> => VIEWS[name]();

/** Draws what came of an operation; of one that was refused there is nothing to draw but the reasons. */
export const drawOutcome = async (
  outcome: Outcome,
  viewed: Viewed,
  console: Console,
  terminal: Pick<Terminal, "env" | "cwd">,
): Promise<Drawn> => {
  const { verdict, errors = [], result, lines } = outcome;
  if (result === null && errors.some(({ code }) => code === "interrupted")) return { lines: ["INTERRUPTED"] };
  if (errors.some(({ code }) => code === "declined"))
    return { lines: ["REFUSED  nothing was made: you did not agree"] };
  if (verdict === "REFUSED" || (result === null && lines === undefined)) {
    const fault = errors.find((error) => "cause" in error);
    if (fault !== undefined) tellFault(fault, viewed, console);
    return { lines: [] };
  }
  const { view } = await VIEWS[viewed.entry.name]();
  // Each view draws the outcomes of its own operations.
  return view(outcome as never, viewed, console, terminal);
};

/** Shows where a fault of llmch's own came from. */
const tellFault = (error: OutcomeError, { shown }: Viewed, console: Console): void => {
  const cause = "cause" in error ? error.cause : null;
  if (shown.verbose && cause instanceof Error) console.error(cause.stack ?? cause.message);
};
