import { refusal } from "@llmch/text";
import { type BuildRequest, buildRequest } from "../build/request.ts";
import { type BuildResult, buildSchema } from "../build/result.ts";
import type { OperationContext } from "../context.ts";
import { describe } from "../description/operation.ts";
import { type Outcome, refused } from "../outcome.ts";
import { RUN_EXITS, RUN_SETTINGS } from "../request/run-request.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "build",
  topic: "Carry out",
  sentence: "work through a spec that is too large for one plan: plan a few orders, carry them out, look back, go on",
  may: "branch",
  makes: "build",
  argument: { member: "spec", shown: "[spec]", flag: "--spec <file>" },
  settings: ["build", "planner", "examine", ...RUN_SETTINGS],
  request: buildRequest(),
  result: buildSchema(),
  elsewhere: ["runId", "directory"],
  examples: ["build product.txt --repo app --budget 20", 'build --note "dates must be ISO 8601"'],
  exits: RUN_EXITS,
}));

/** Works through a spec: window by window, on one branch, until its milestones are reached (contract §9). */
export const operate = async (
  { status, ...request }: BuildRequest,
  context: OperationContext,
): Promise<Outcome<BuildResult>> => {
  const { goesOn } = context.asked ?? {};
  if (goesOn !== undefined) return (await import("../build/resume-build.ts")).resumeBuild(goesOn, request, context);
  const goals = request.goal ?? [];
  if (request.note !== undefined || request.more !== undefined) {
    if (request.spec === undefined && goals.length === 0)
      return (await import("../build/steer.ts")).steerBuild({ ...request, status }, context);
    const hint = "leave the spec out, and --goal: --run names the build, else it is the newest of the repo";
    return refused([refusal("usage", "--note and --more are for a build that was begun", hint)]);
  }
  if (status) return (await import("../build/status.ts")).buildStatus(request, context);
  const { spec } = request;
  if (spec === undefined && goals.length === 0)
    return refused([refusal("usage", "no spec is given", "name its file after build, or give a --goal")]);
  if (goals.length > 0 && request.scope === "never")
    return refused([refusal("usage", "--goal is the milestone of a scope", "leave --scope never out")]);
  if (request.pr && (request.push === false || context.given["factory.push"] === "never"))
    return refused([refusal("usage", "--pr pushes the branch, and --no-push forbids it", "leave one of them out")]);
  return (await import("../build/begin.ts")).beginBuild(request, context);
};
