import type { Outcome } from "@llmch/app";
import { printable } from "@llmch/text";
import type { View } from "../view.ts";
import { view as buildView } from "./build.ts";
import { view as planView } from "./plan.ts";
import { view as runView } from "./run.ts";

/** What comes of a run that is carried on, by its kind. */
interface Resumed {
  readonly kind: string;
  readonly branch?: string;
  readonly commit?: string;
  readonly remote?: string;
}

/** How a run went on, as `plan` or `run-all` would tell it, or what was pushed. */
export const view: View = (outcome: Outcome<Resumed>, viewed, console, terminal) => {
  const { kind, commit, remote, branch } = outcome.result ?? { kind: "" };
  switch (kind) {
    case "build":
      return buildView(outcome as never, viewed, console, terminal);
    case "plan":
      return planView(outcome as never, viewed, console, terminal);
    case "push":
      return { lines: [printable(`PASS  pushed ${commit?.slice(0, 10)} to ${remote}, branch ${branch}`)] };
    case "run":
    case "run-all":
      return runView(outcome as never, viewed, console, terminal);
    default:
      return { lines: [] };
  }
};
