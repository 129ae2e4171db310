import type { Outcome } from "@llmch/app";
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

/** What comes of a run that is carried on, by its kind. */
interface Resumed {
  readonly kind: string;
  readonly unfinished?: readonly Unfinished[];
  readonly branch?: string;
  readonly commit?: string;
  readonly remote?: string;
}

/** How a run went on, as `plan` or `run-all` would tell it; what was pushed; or the runs that are unfinished. */
export const view: View = (outcome: Outcome<Resumed>, viewed, console, terminal) => {
  const { kind, commit, remote, branch, unfinished = [] } = outcome.result ?? { kind: "" };
  switch (kind) {
    case "build":
      return buildView(outcome as never, viewed, console, terminal);
    case "plan":
      return planView(outcome as never, viewed, console, terminal);
    case "push":
      return { lines: [printable(`PASS  pushed ${commit?.slice(0, 10)} to ${remote}, branch ${branch}`)] };
    case "unfinished":
      return { lines: listLines(unfinished, outcome.paths?.artifacts ?? "") };
    case "run":
    case "run-all":
      return runView(outcome as never, viewed, console, terminal);
    default:
      return { lines: [] };
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
