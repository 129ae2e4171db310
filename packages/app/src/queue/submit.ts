import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { GivenSettings } from "@llmch/config";
import {
  accepted,
  createRedactor,
  isJsonObject,
  type JsonObject,
  type Refusal,
  type Result,
  refusal,
  rejected,
  textMember,
} from "@llmch/contract";
import { makeDirectory, probeDirectory, readTextFile } from "@llmch/files";
import { newRunId, type RunRequest, writeRequest } from "@llmch/store";
import { openRepository } from "@llmch/workspace";
import { CATALOGUE } from "../catalogue.ts";
import type { Starter } from "../detached/resume-process.ts";
import { judgeRequest } from "../judge-request.ts";
import type { OutcomeError } from "../outcome.ts";
import { plainJson } from "../plain-json.ts";
import { whileAlone } from "./alone.ts";
import type { JobState } from "./job.ts";
import type { Listing } from "./listing.ts";

/** A request to put into the queue. */
export interface Submitted {
  /** The operation's name, as a command has it: one that makes a run. */
  readonly operation: string;
  /** As in the library. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly given: GivenSettings;
  /** What relative paths in the request start from. */
  readonly cwd: string;
  /** While a job with the same key is open, no other is made. */
  readonly dedupKey?: string | undefined;
}

/** What became of it. */
export interface Acknowledged {
  readonly id: string;
  readonly state: JobState;
  /** False if a job with the same key is open: that one's id. */
  readonly isNew: boolean;
}

const LONGEST_KEY = 200;

/** Puts a request into the queue of a folder, unless a job with its key is open. */
export const submit = async (
  submitted: Submitted,
  { data, root, listing }: { readonly data: string; readonly root: string; readonly listing: Listing },
  { env, secrets }: Pick<Starter, "env" | "secrets">,
): Promise<Result<Acknowledged, OutcomeError>> => {
  const { operation, dedupKey } = submitted;
  const judged = judge(operation, submitted.request);
  if (!judged.ok) return judged;
  const { kind, members } = judged.value;
  if (dedupKey !== undefined && dedupKey.length > LONGEST_KEY)
    return rejected(refusal("usage", `the key has over ${LONGEST_KEY} characters`, "give a shorter one"));
  makeDirectory(data, 0o700);
  const keepable = probeDirectory(root);
  if (!keepable.ok) return keepable;
  const whole = await wholeRequest(members, submitted);
  if (!whole.ok) return whole;
  const repo = textMember(whole.value.request, "repo");
  const opened = repo === null ? null : await openRepository(repo, env);
  if (opened?.ok === false) return opened;
  const asked = createRedactor(secrets).value({ ...whole.value, ...(dedupKey === undefined ? {} : { dedupKey }) });
  const write = async (): Promise<Result<Acknowledged, OutcomeError>> => {
    const runId = newRunId();
    await writeRequest(env, { root, kind, runId }, asked);
    return accepted({ id: runId, state: "queued", isNew: true });
  };
  if (dedupKey === undefined) return write();
  return whileAlone(data, `key ${dedupKey}`, async () => {
    const open = (await listing.all()).find(
      ({ job: { dedupKey, state } }) =>
        dedupKey === asked.dedupKey && (state === "queued" || state === "running" || state === "waiting"),
    );
    return open === undefined ? write() : accepted({ id: open.job.id, state: open.job.state, isNew: false });
  });
};

/** Why a request can be no job, whatever its repo is like; null if it can. */
export const judgeSubmitted = (operation: string, request: Submitted["request"]): Refusal | null => {
  const judged = judge(operation, request);
  return judged.ok ? null : judged.issues[0];
};

const judge = (operation: string, request: Submitted["request"]) => {
  const entry = CATALOGUE.find(({ name }) => name === operation);
  if (entry === undefined || entry.makes === null) {
    const names = CATALOGUE.flatMap(({ name, makes }) => (makes === null ? [] : name));
    const message = `\`${operation}\` is no operation that makes a run`;
    return rejected(refusal("usage", message, `name one of ${names.join(", ")}`));
  }
  const judged = judgeRequest(entry, request);
  if (!judged.ok) return judged;
  const { artifactsDir: _, ...members } = judged.value;
  if (members.dryRun !== true && members.status !== true) return accepted({ kind: entry.makes, members });
  const message = "a job is carried out: dryRun and status only look";
  return rejected(refusal("usage", message, `type \`llmch ${operation}\` instead`));
};

/** The request with all that it needs of the place where it was made: its process runs elsewhere, and later. */
const wholeRequest = async (
  members: Submitted["request"],
  { operation, given, cwd }: Submitted,
): Promise<Result<RunRequest, Refusal>> => {
  const plain = plainJson(members, "the request");
  const settings = plainJson(given, "settings");
  const fault = plain.ok ? (settings.ok ? null : settings.issues[0]) : plain.issues[0];
  if (!plain.ok || !settings.ok || !isJsonObject(plain.value) || !isJsonObject(settings.value))
    return rejected(refusal("usage", fault ?? "settings are no object", "write it as JSON"));
  const placed = await placedIn(cwd, plain.value);
  return placed.ok ? accepted({ operation, request: placed.value, given: settings.value, cwd }) : placed;
};

const placedIn = async (cwd: string, request: JsonObject): Promise<Result<JsonObject, Refusal>> => {
  const { repo, orders, spec } = request;
  const file = isJsonObject(spec ?? null) ? textMember(Object(spec), "file") : null;
  const text = file === null ? null : await readTextFile(resolve(cwd, file), { hint: "check the path" });
  if (text?.ok === false) return text;
  const isPath = typeof orders === "string" && existsSync(resolve(cwd, orders));
  return accepted({
    ...request,
    ...(typeof repo === "string" ? { repo: resolve(cwd, repo) } : {}),
    ...(isPath ? { orders: resolve(cwd, orders) } : {}),
    ...(text === null ? {} : { spec: text.value }),
  });
};
