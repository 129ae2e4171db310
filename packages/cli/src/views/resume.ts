import type { Outcome, ResumeDrawing } from "@llmch/app";
import { localTime } from "@llmch/story";
import { printable } from "@llmch/text";
import type { View } from "../view.ts";
import { view as buildView } from "./build.ts";
import { view as planView } from "./plan.ts";
import { view as runView } from "./run.ts";

interface Unfinished {
  readonly runId: string;
  readonly state: string;
  readonly what: string;
  readonly branch: string | null;
  readonly startedAtUtc: string | null;
  readonly next: string;
}

interface Resumed {
  readonly unfinished?: readonly Unfinished[];
  readonly branch?: string;
  readonly commit?: string;
  readonly remote?: string;
}

/** How a run went on, as `plan` or `run-all` would tell it; what was pushed; or the runs that are unfinished. */
export const view: View = (outcome: Outcome<Resumed, ResumeDrawing>, viewed, console, terminal) => {
  const { result, drawing } = outcome;
  switch (drawing?.kind) {
    case undefined:
      return { lines: [] };
    case "build":
      return buildView(outcome as never, viewed, console, terminal);
    case "plan":
      return planView(outcome as never, viewed, console, terminal);
    case "pushed":
      return {
        lines: [
          printable(`PASS  pushed ${result?.commit?.slice(0, 10)} to ${result?.remote}, branch ${result?.branch}`),
        ],
      };
    case "list":
      return { lines: listLines(result?.unfinished ?? [], drawing.root) };
    default:
      return runView(outcome as never, viewed, console, terminal);
  }
};

const listLines = (runs: readonly Unfinished[], root: string): readonly string[] => {
  const widest = Math.max(0, ...runs.map(({ state }) => state.length));
  const lines = runs.map(({ runId, state, what, branch, startedAtUtc }) => {
    const where = branch === null ? "" : `  on ${printable(branch)}`;
    return `${runId}  ${localTime(startedAtUtc)}  ${printable(state).padEnd(widest)}  ${printable(what)}${where}`;
  });
  const [newest] = runs;
  if (newest === undefined) return [`no unfinished run in ${root}`];
  return [...lines, `to continue the newest:\n  ${printable(newest.next)}`];
};
