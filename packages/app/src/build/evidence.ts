import { join } from "node:path";
import type { BuildState } from "@llmch/build/machine";
import { type Evidence, evidenceIn, evidenceTogether, type RunEvent } from "@llmch/contract";
import { readOwnObject } from "@llmch/store";
import type { Build } from "./build.ts";
import { scopeOf } from "./documents.ts";

/** What the PASS of a build rests on: its windows' orders, the acceptance of its milestones, and what was examined last. */
export const evidenceOfBuild = (
  { windows, scoped }: Pick<BuildState, "windows" | "scoped">,
  build: Pick<Build, "artifactsRoot" | "session" | "events">,
): Evidence | null => {
  const { artifactsRoot, events } = build;
  const landed = windows.flatMap(({ ended }) => {
    const summary = ended && readOwnObject(join(artifactsRoot, "run-all", ended.run, "run_summary.json"));
    return (summary && evidenceIn(summary)) ?? [];
  });
  const last = landed.at(-1);
  if (!scoped) return last ?? null;
  const checks = scopeOf(build).milestones.flatMap(({ acceptance }) => acceptance);
  const hidden = checks.filter((each) => each.hidden).length;
  const told: RunEvent | undefined = events.findLast(({ type }) => type === "examined");
  const examined = told?.type === "examined" ? { examined: told.examined } : {};
  const whole = { tests: last?.tests ?? null, acceptance: checks.length - hidden, hidden, ...examined };
  return evidenceTogether([...landed, whole]);
};
