import { resolve } from "node:path";
import { notOwnFault, stateOf } from "@llmch/records";
import { isBeingWritten, readRequest, resolveArtifactsRoot, type StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { EXIT, isJsonObject, refusal } from "@llmch/text";
import { readNamedText } from "@llmch/workspace";
import type { OperationContext } from "../context.ts";
import { type Outcome, refused } from "../outcome.ts";
import { plainJson } from "../request/plain-json.ts";
import { standingSettings } from "../runs/resume/standing-settings.ts";
import { leaveNotes, NOTES, type Note } from "./notes.ts";
import type { BuildRequest } from "./request.ts";
import type { BuildResult } from "./result.ts";
import { resumeBuild } from "./resume-build.ts";
import { buildStatus, foundBuild } from "./status.ts";

/** Tells a build what its user asks for since, and goes on with it; with one that has passed in a run of its own (contract §11). */
export const steerBuild = async (request: BuildRequest, context: OperationContext): Promise<Outcome<BuildResult>> => {
  const { env, cwd, face } = context;
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
  const place = { run: runId, artifactsDir: root, ...(replay === undefined ? {} : { replay, replayStrict }) };
  if (stateOf(journal.events) === "passed") return furtherBuild(stored.value, notes, request, context);
  const left = leaveNotes(notes, stored.value, face.caller, context);
  if (!left.ok) return refused(left.issues);
  if (!isBeingWritten(directory)) return { ...NOTHING, goesOnWith: place };
  const status = await buildStatus({ ...request, spec: runId }, context);
  return { ...status, lines: [`noted: the build ${runId} takes it up before its next step`] };
};

/** A build that has passed goes on as it was asked for, in a run of its own, which keeps that request. */
const furtherBuild = async (
  stored: StoredRun,
  notes: readonly Note[],
  { note: _, more: __, run: ___, ...said }: BuildRequest,
  context: OperationContext,
): Promise<Outcome<BuildResult>> => {
  const { env, given, settings, warn } = context;
  const strange = await notOwnFault(env, stored);
  const kept = strange === null ? readRequest(env, stored) : null;
  if (kept?.ok !== true || !kept.value.isOwn) return refused([strange ?? UNASKED]);
  const changed = Object.entries(said).filter(([, value]) => value !== undefined && value !== false);
  const request = { ...kept.value.request, ...Object.fromEntries(changed) };
  const plain = plainJson(request, "the request");
  if (!plain.ok || !isJsonObject(plain.value)) return refused([UNASKED]);
  const asked = context.asked ? { ...context.asked, request: plain.value } : null;
  const going = { ...context, settings: standingSettings({ stored }, settings, given, warn), asked };
  // Both were judged by the description from which the request's own type is made.
  return resumeBuild({ stored, given }, request as never, going, notes);
};

const UNASKED = refusal("not-resumable", "nothing says any more how that build was asked for", "build the spec anew");

const NOTHING = { exitCode: EXIT.ok, verdict: "PASS", result: null } as const;
