import { findRun, storedSummaries } from "@llmch/records";
import { resolveArtifactsRoot } from "@llmch/store";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, run } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { openPullRequest, pullRequestLines } from "../github/pull-request.ts";
import { done, type Outcome, refused } from "../outcome.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "pr",
  topic: "Carry out",
  sentence: "push the branch of a run that passed, and open a pull request through `gh`",
  may: "write",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run(),
    stack: choice("a branch and a pull request for each order, each based on the one before"),
    preview: choice("print it, and the commands that open it: nothing is pushed"),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({
    branch: z.string(),
    title: z.string(),
    body: z.string(),
    url: z.string().nullable().describe("null if it is for you to open, or if gh named none"),
    next: z.array(z.string()).describe("the commands that open it by hand; none if it is open"),
    stack: z
      .array(
        z.object({
          ...{ number: z.int(), order: z.string(), branch: z.string(), title: z.string(), body: z.string() },
          url: z.string().nullable(),
          state: z.enum(["open", "merged", "closed", "left"]).describe("left: its order is not on the branch any more"),
        }),
      )
      .optional()
      .describe("with `stack`: each pull request; `title`, `body` and `url` are those of the lowest open one"),
  }),
  examples: ["pr --preview", "pr --stack"],
}));

/** Opens a pull request for a run, or says how: that is done too. */
export const operate = async (
  { run, stack, preview, artifactsDir }: RequestOf<typeof description>,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const root = resolveArtifactsRoot(artifactsDir, context.env, context.cwd);
  const found = findRun(storedSummaries(root), run, ["factory", "run-all", "build"]);
  if (!found.ok) return refused(found.issues);
  if (stack) {
    const { openStack } = await import("../github/open-stack.ts");
    const opened = await openStack(root, found.value, { ...context, isPreview: preview });
    if (!opened.ok) return refused(opened.issues);
    const { branch, requests, url, next, lines } = opened.value;
    const { title = "", body = "" } = requests.find(({ state }) => state === "open") ?? {};
    const result = { branch, title, body, url, next: [...next], stack: [...requests] };
    return done(result, { runId: found.value.runId, lines: [...lines, "PASS"] });
  }
  const opened = await openPullRequest(root, found.value, { ...context, isPreview: preview });
  if (!opened.ok) return refused(opened.issues);
  const { branch, title, body, url, byHand } = opened.value;
  const result = { branch, title, body, url, next: [...(byHand?.commands ?? [])] };
  return done(result, { runId: found.value.runId, lines: [...pullRequestLines(opened.value), "PASS"] });
};
