import { resolve } from "node:path";
import { misspeltVariables } from "@llmch/config";
import { resolveArtifactsRoot } from "@llmch/store";
import { refusal, rejected } from "@llmch/text";
import { openRepository, strayLink } from "@llmch/workspace";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, repo, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { examineBaseline } from "../doctor/baseline.ts";
import { examineDependencies } from "../doctor/dependencies.ts";
import { examineExecutor } from "../doctor/executor.ts";
import { type Finding, missing } from "../doctor/finding.ts";
import { examineModelServers } from "../doctor/model-server.ts";
import { examinePlaces, examinePush, examineRepo } from "../doctor/places.ts";
import { examinePlan, examineVerification } from "../doctor/plan-programs.ts";
import { examinePrograms } from "../doctor/programs.ts";
import { failedIf, INTERRUPTED, type Outcome, refused } from "../outcome.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "doctor",
  topic: "Set up",
  sentence: "check that everything llmch needs is there",
  may: "read",
  tellsOfSettings: true,
  argument: { member: "plan", shown: "[wo-dir]" },
  request: z.strictObject({
    plan: text().optional().describe("the directory of work orders, whose commands' programs are looked for too"),
    repo: repo(),
    offline: choice("do not ask the model's server"),
    contact: z
      .union([z.boolean(), text()])
      .default(false)
      .describe("ask this server or agent alone; without a name: also a server that the repo's own settings name")
      .meta({ value: "name" }),
    verify: choice(
      "run what verifies the repo, as a run does before its first question, and have your own agent answer one",
    ),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({
    checks: z.array(
      z.object({
        name: z.string(),
        state: z.enum(["ok", "warning", "missing"]),
        message: z.string(),
        hint: z.string().nullable(),
      }),
    ),
  }),
  examples: ["doctor --contact ollama", "doctor wo --verify"],
}));

/** Checks that everything llmch needs is present. Without `verify`, it makes no paid request, creates nothing, and starts nothing of the repo. */
export const operate = async (
  { plan, repo: named, offline, contact, verify, artifactsDir }: RequestOf<typeof description>,
  { env, cwd, settings, signal, secrets }: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const artifactsRoot = resolveArtifactsRoot(artifactsDir, env, cwd);
  const directory = plan === undefined ? null : resolve(cwd, plan);
  const greeted = typeof contact === "string" && Object.hasOwn(settings.values.executors, contact) ? contact : null;
  const server = examineModelServers({ offline, contact }, settings, { env, cwd, signal });
  const place = resolve(cwd, named);
  const programs = await examinePrograms(place, env);
  const hasGit = programs.some(({ name, state }) => name === "git" && state !== "missing");
  // Skip a git that does not answer: opening the repo would wait as long as a checkout may take.
  const stray = hasGit && directory !== null ? await strayLink(directory, env) : null;
  if (stray !== null) return refused([stray]);
  const opened = hasGit ? await openRepository(place, env) : NO_GIT;
  const repo = opened.ok ? opened.value : null;
  const findings = [
    ...programs,
    ...settings.faults.map((fault) => missing("settings", fault)),
    ...misspeltVariables(env).map((message) => ({ name: "settings", state: "warning" as const, message, hint: null })),
    ...(await server),
    ...(await examineExecutor(repo, artifactsRoot, { greeted, tries: verify }, { ...settings, env, signal, secrets })),
    ...(repo === null ? [] : await examineRepo(repo, artifactsRoot, directory, signal)),
    ...(opened.ok ? [] : [missing("repo", opened.issues[0])]),
    ...(repo === null ? [] : [await examinePush(repo, settings.values.factory.push)]),
    ...(repo === null ? [] : await examineDependencies(repo, settings.values, env)),
    ...(await examinePlaces(artifactsRoot, repo, env)),
    ...(directory !== null
      ? await examinePlan(directory, repo, settings.values, { env })
      : repo === null
        ? []
        : await examineVerification(repo, settings.values, { env })),
    ...(repo === null || (directory === null && !verify)
      ? []
      : await examineBaseline(repo, { directory, runs: verify }, { ...settings, env, signal, secrets })),
  ];
  return signal.aborted ? INTERRUPTED : outcomeOf(findings);
};

const NO_GIT = rejected(refusal("program-missing", "cannot be checked without git", "fix git first"));

const outcomeOf = (findings: readonly Finding[]): Outcome<ResultOf<typeof description>> => {
  const lacking = findings.filter(({ state }) => state === "missing");
  const warnings = findings.filter(({ state }) => state === "warning");
  const coded = ({ name, message, hint }: Finding) => ({ code: name, message, hint: hint ?? "" });
  return failedIf(
    lacking.map(coded),
    { checks: findings.map((finding) => ({ ...finding })) },
    {
      counts: { checks: findings.length, missing: lacking.length, warnings: warnings.length },
      warnings: warnings.map(coded),
    },
  );
};
