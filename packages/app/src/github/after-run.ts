import type { StoredRunName } from "@llmch/records";
import { formatRefusal, printable } from "@llmch/text";
import type { RunResult } from "../runs/results/run-result.ts";
import { openStack } from "./open-stack.ts";
import type { Place } from "./passed-run.ts";
import { openPullRequest, pullRequestLines } from "./pull-request.ts";

/** What came of the pull requests that a run was to end in, and of their push: null if nothing was. It changes no verdict. */
export const afterRun = async (
  root: string,
  { kind, verdict, runId, needs }: Pick<RunResult, "verdict"> & StoredRunName & { readonly needs?: unknown },
  place: Place,
  { isStack = false }: { readonly isStack?: boolean } = {},
): Promise<{ readonly url: string | null; readonly lines: readonly string[]; readonly pushed: string | null }> => {
  if (needs !== undefined || verdict !== "PASS") {
    const why = needs === undefined ? "the run did not pass" : "the run waits for you";
    return { url: null, lines: [`no pull request: ${why}`], pushed: null };
  }
  const pushed: string[] = [];
  const told = isStack ? "the stack of pull requests" : "the pull request";
  const opened = isStack
    ? await openStack(root, { kind, runId }, place, (branch) => pushed.push(branch))
    : await openPullRequest(root, { kind, runId }, place, (branch, { remote, address }) =>
        pushed.push(`${branch} to ${remote} (${address})`),
      );
  const [url, lines] = opened.ok
    ? [opened.value.url, "lines" in opened.value ? opened.value.lines : pullRequestLines(opened.value)]
    : [null, [`no pull request: ${printable(formatRefusal(opened.issues[0]))}`]];
  return { url, lines, pushed: pushed.length === 0 ? null : `pushed ${pushed.join(", ")} for ${told}` };
};
