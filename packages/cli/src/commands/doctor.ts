import { resolve } from "node:path";
import { counted, EXIT, printable, refusal, rejected } from "@llmch/contract";
import {
  examineBaseline,
  examineDependencies,
  examineModelServers,
  examinePlaces,
  examinePlan,
  examinePrograms,
  examinePush,
  examineRepo,
  examineVerification,
  type Finding,
  missing,
} from "@llmch/engine/doctor";
import { misspeltVariables } from "@llmch/engine/settings";
import { resolveArtifactsRoot } from "@llmch/store";
import { openRepository } from "@llmch/workspace";
import type { CommandContext } from "../command-context.ts";
import type { DoctorOptions } from "../options.ts";
import { INTERRUPTED, type Outcome } from "../outcome.ts";

/** `llmch doctor`: checks that everything llmch needs is present. Makes no paid request; runs and creates nothing without --verify. */
export const doctor = async (
  options: DoctorOptions,
  { env, cwd, settings, signal, secrets }: CommandContext,
): Promise<Outcome> => {
  const artifactsRoot = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const directory = options.workdir === undefined ? null : resolve(cwd, options.workdir);
  const server = examineModelServers(options, settings, env, signal);
  const place = resolve(cwd, options.repo);
  const programs = await examinePrograms(place, env);
  const hasGit = programs.some(({ name, state }) => name === "git" && state !== "missing");
  // Skip a git that does not answer: opening the repo would wait as long as a checkout may take.
  const opened = hasGit ? await openRepository(place, env) : NO_GIT;
  const repo = opened.ok ? opened.value : null;
  const findings = [
    ...programs,
    ...settings.faults.map((fault) => missing("settings", fault)),
    ...misspeltVariables(env).map((message) => ({ name: "settings", state: "warning" as const, message, hint: null })),
    ...(await server),
    ...(repo === null ? [] : await examineRepo(repo, artifactsRoot, directory, signal)),
    ...(opened.ok ? [] : [missing("repo", opened.issues[0])]),
    ...(repo === null ? [] : [await examinePush(repo, settings.values.factory.push)]),
    ...(repo === null ? [] : await examineDependencies(repo, settings.values, env)),
    ...examinePlaces(artifactsRoot, repo, env),
    ...(directory !== null
      ? await examinePlan(directory, repo, settings.values, { env })
      : repo === null
        ? []
        : await examineVerification(repo, settings.values, { env })),
    ...(repo === null || (directory === null && !options.verify)
      ? []
      : await examineBaseline(repo, { directory, runs: options.verify }, { ...settings, env, signal, secrets })),
  ];
  return signal.aborted ? INTERRUPTED : outcomeOf(findings);
};

const NO_GIT = rejected(refusal("program-missing", "cannot be checked without git", "put git right first"));

const outcomeOf = (findings: readonly Finding[]): Outcome => {
  const lacking = findings.filter(({ state }) => state === "missing");
  const warnings = findings.filter(({ state }) => state === "warning");
  const width = Math.max(...findings.map(({ name }) => name.length));
  const exitCode = lacking.length === 0 ? EXIT.ok : EXIT.failed;
  const coded = ({ name, message, hint }: Finding) => ({ code: name, message, hint: hint ?? "" });
  return {
    exitCode,
    verdict: exitCode === EXIT.ok ? "PASS" : "FAIL",
    lines: [
      ...findings.map((finding) => lineOf(finding, width)),
      exitCode === EXIT.ok
        ? warnings.length === 0
          ? "PASS  everything that is needed is there"
          : `PASS  nothing that llmch needs is missing; see the ${counted(warnings.length, "warning")} above`
        : `FAIL  ${lacking.length === 1 ? "one thing that is needed is" : `${lacking.length} things that are needed are`} missing`,
    ],
    counts: { checks: findings.length, missing: lacking.length, warnings: warnings.length },
    errors: lacking.map(coded),
    warnings: warnings.map(coded),
    extra: { checks: findings.map((finding) => ({ ...finding })) },
  };
};

const WORDS = { ok: "OK", warning: "WARN", missing: "MISSING" } as const;

const lineOf = ({ name, state, message, hint }: Finding, width: number): string =>
  `${WORDS[state].padEnd("MISSING".length)}  ${name.padEnd(width)}  ${printable(hint === null ? message : `${message}: ${hint}`)}`;
