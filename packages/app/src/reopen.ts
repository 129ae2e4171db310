import { dirname, resolve } from "node:path";
import type { AttemptLimit, Context, GivenSettings, RunAsked, Steering } from "@llmch/config";
import type { RunEvent } from "@llmch/contract";
import {
  type FoundRequest,
  isCopied,
  keyFileFault,
  readRequest,
  resolveArtifactsRoot,
  type StoredRun,
} from "@llmch/store";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { CATALOGUE, type Entry, type OperationName } from "./catalogue.ts";
import { findRequest } from "./runs/resume/find-request.ts";
import { findResumable } from "./runs/resume/find-resumable.ts";

type Request = Readonly<Record<string, unknown>>;

/** A request as a caller makes it: the operation's name, its members, and settings by name. */
export interface Asked extends Pick<RunAsked, "runId" | "by" | "consent" | "goesOn"> {
  readonly operation: OperationName;
  readonly request: Request;
  readonly given: GivenSettings;
}

/** A request as it stands in a run's folder, to carry out in that folder. */
export interface Reopened {
  readonly asked: Asked;
  /** What its paths start from. */
  readonly cwd: string;
}

/**
 * What a resume asks to carry out: the request that the run keeps, and on top what is said now. Null if all that is left of the run is a
 * push, or if an issue is asked first. Refused if the run is not this user's (contract §11).
 */
export const reopen = async (
  { run, artifactsDir, repo, issue, maxAttempts, brief, skip, ...more }: Request,
  given: GivenSettings,
  place: Pick<Context, "env" | "cwd" | "signal">,
): Promise<Result<Reopened | null, Refusal>> => {
  const { env, cwd } = place;
  if (issue !== undefined) return accepted(null);
  const unmarked = keyFileFault(env);
  if (unmarked !== null) return rejected(unmarked);
  const root = resolveArtifactsRoot(typeof artifactsDir === "string" ? artifactsDir : undefined, env, cwd);
  if (isCopied(root)) return rejected(COPIED);
  const steering = steeringOf({ maxAttempts, brief, skip });
  if (!steering.ok) return steering;
  const named = {
    ...(typeof run === "string" ? { run } : {}),
    ...(typeof artifactsDir === "string" ? { artifactsDir } : {}),
  };
  const at = typeof repo === "string" ? { repo: resolve(cwd, repo) } : {};
  const unbegun = named.run === undefined ? null : await findRequest({ ...named, run: named.run }, place);
  if (unbegun?.ok === false) return unbegun;
  if (unbegun !== null) {
    const entry = entryOf(unbegun.value);
    if (!entry.ok) return entry;
    const { runId, artifactsRoot, cwd: from, given: before } = unbegun.value;
    const request = { ...unbegun.value.request, ...said(more, entry.value), ...at, artifactsDir: artifactsRoot };
    const asked = { runId, operation: entry.value.name, request, given: { ...before, ...given } };
    return accepted({ asked: { ...asked, ...agreed(unbegun.value) }, cwd: from });
  }
  const found = await findResumable({ ...named, pushes: given["factory.push"] !== "never" }, place);
  if (!found.ok || "owed" in found.value) return found.ok ? accepted(null) : found;
  const { stored } = found.value;
  const kept = readRequest(env, stored);
  if (kept?.ok !== true || !kept.value.isOwn) return rejected(unasked(stored, kept));
  const entry = entryOf({ ...kept.value, kind: stored.kind, runId: stored.runId });
  if (!entry.ok) return entry;
  const [beginning] = stored.journal.events;
  const isSteered = brief !== undefined || skip !== undefined;
  if (isSteered && !holdsOrders(beginning))
    return rejected(refusal("usage", "--brief and --skip are for a run of orders", "leave them out"));
  const { request, cwd: from, given: before } = kept.value;
  const config = beginning !== undefined && "config" in beginning ? beginning.config : null;
  return accepted({
    asked: {
      ...{ operation: entry.value.name, runId: stored.runId, given: { ...before, ...given } },
      ...agreed(kept.value),
      request: {
        ...placed(request, from),
        repo: config?.repo ?? false,
        ...said(more, entry.value),
        ...at,
        artifactsDir: dirname(dirname(stored.directory)),
      },
      goesOn: { stored, given, ...steering.value },
    },
    cwd,
  });
};

const COPIED = refusal(
  "not-resumable",
  "that is a copy of a run that a worker carries out",
  "without --artifacts-dir, and with LLMCH_DATABASE_URL, `llmch resume` has a worker go on with it",
);

const agreed = ({ by, consent }: Pick<FoundRequest, "by" | "consent">) => ({ by, consent });

/** The operation that the request is for, if that makes such a run. */
const entryOf = ({
  operation,
  kind,
  runId,
}: Pick<StoredRun, "kind" | "runId"> & Pick<FoundRequest, "operation">): Result<Entry, Refusal> => {
  const entry = CATALOGUE.find(({ name, makes }) => name === operation && makes === kind);
  const message = `the request of the run ${runId} cannot be used: it is no ${kind} run's`;
  return entry === undefined ? rejected(refusal("not-resumable", message, "start it again")) : accepted(entry);
};

const unasked = ({ runId }: StoredRun, kept: ReturnType<typeof readRequest>): Refusal => {
  const why = kept?.ok === false ? kept.issues[0] : kept === null ? "it is missing" : "it was changed since";
  const again = "start it again: what has landed on its branch is not done twice";
  return refusal("not-resumable", `the request of the run ${runId} cannot be used: ${why}`, again);
};

const holdsOrders = (beginning: RunEvent | undefined): boolean =>
  beginning?.type === "schedule_started" ||
  beginning?.type === "order_started" ||
  (beginning?.type === "build_started" && !beginning.scoped);

/** What the resume's request says, without what it leaves as it is, and what does not concern the operation. */
const said = (more: Request, { members }: Entry): Request =>
  Object.fromEntries(
    Object.entries(more).filter(
      ([name, value]) => value !== undefined && value !== false && members.some((member) => member.name === name),
    ),
  );

const PATHS = ["template", "outdir", "out", "replay", "answers"] as const;

/** A request's paths no longer depend on where it was made. */
const placed = (request: Request, from: string): Request => ({
  ...request,
  ...Object.fromEntries(
    PATHS.flatMap((name) => {
      const path = request[name];
      return typeof path === "string" ? [[name, resolve(from, path)]] : [];
    }),
  ),
});

const steeringOf = ({ maxAttempts, brief, skip }: Request): Result<Steering, Refusal> => {
  const limit = attemptLimit(maxAttempts);
  if (!limit.ok) return limit;
  return accepted({
    ...(limit.value === null ? {} : { maxAttempts: limit.value }),
    ...(typeof brief === "string" ? { brief } : {}),
    ...(Array.isArray(skip) ? { skip: skip.map(String) } : {}),
  });
};

const attemptLimit = (asked: unknown): Result<AttemptLimit | null, Refusal> => {
  if (asked === undefined) return accepted(null);
  const [, sign = "", digits = ""] = /^(\+?)([0-9]{1,6})$/.exec(String(asked)) ?? [];
  return Number(digits) < 1
    ? rejected(refusal("usage", `there cannot be ${asked} attempts`, "give a number such as 5, or `+2` for two more"))
    : accepted({ kind: sign === "" ? "in-all" : "more", count: Number(digits) });
};
