import { resolve } from "node:path";
import { stateOf } from "@llmch/records";
import { isBeingWritten, resolveArtifactsRoot } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { EXIT, refusal } from "@llmch/text";
import { readNamedText } from "@llmch/workspace";
import type { OperationContext } from "../context.ts";
import { type Outcome, refused } from "../outcome.ts";
import { leaveNotes, NOTES, type Note } from "./notes.ts";
import type { BuildRequest } from "./request.ts";
import type { BuildResult } from "./result.ts";
import { resumeBuild } from "./resume-build.ts";
import { buildStatus, foundBuild } from "./status.ts";

/** Tells a build what its user asks for since, and goes on with it; with one that has passed in a run of its own (contract §11). */
export const steerBuild = async (request: BuildRequest, context: OperationContext): Promise<Outcome<BuildResult>> => {
  const { env, cwd, face, given } = context;
  const { note, more, replay, replayStrict } = request;
  const root = resolveArtifactsRoot(request.artifactsDir, env, cwd);
  const found = foundBuild(root, request.run, request.repo, cwd);
  if (!found.ok) return refused(found.issues);
  const read = more === undefined ? null : await readNamedText(resolve(cwd, more), env, { hint: "check the path" });
  if (read?.ok === false) return refused(read.issues);
  const said = { note, more: read?.value };
  const notes = NOTES.flatMap((of): Note[] => (said[of] === undefined ? [] : [{ of, text: said[of].trim() }]));
  if (notes.some(({ text }) => text === ""))
    return refused([refusal("usage", `${more} is empty`, "say in it what is to be built besides")]);
  const { runId } = found.value;
  const stored = await readStoredRun(root, "build", runId);
  if (!stored.ok) return refused([refusal("not-resumable", stored.issues[0].message, `see \`llmch audit ${runId}\``)]);
  const { journal, directory } = stored.value;
  const [beginning] = journal.events;
  const place = { run: runId, artifactsDir: root, ...(replay === undefined ? {} : { replay, replayStrict }) };
  if (beginning?.type === "build_started" && stateOf(journal.events) === "passed") {
    const { allowStale, allowVerifyExempt, allowEmpty, allowNetwork = false, jobs } = request;
    const allowed = { allowStale, allowVerifyExempt, allowEmpty, allowNetwork, sandbox: request.sandbox !== "off" };
    const options = { ...place, ...allowed, jobs, replayStrict, given };
    const outcome = await resumeBuild({ kind: "build", stored: stored.value, beginning }, options, context, notes);
    const { result } = outcome;
    return { ...outcome, result: result?.kind === "build" ? result : null };
  }
  const left = leaveNotes(notes, stored.value, face.caller, context);
  if (!left.ok) return refused(left.issues);
  if (!isBeingWritten(directory)) return { ...NOTHING, goesOnWith: place };
  const status = await buildStatus({ ...request, spec: runId }, context);
  return { ...status, lines: [`noted: the build ${runId} takes it up before its next step`] };
};

const NOTHING = { exitCode: EXIT.ok, verdict: "PASS", result: null } as const;
