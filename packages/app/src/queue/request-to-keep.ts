import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { GivenSettings } from "@llmch/config";
import type { RunKind } from "@llmch/contract";
import type { RunRequest } from "@llmch/store";
import {
  accepted,
  createRedactor,
  type Environment,
  isJsonObject,
  type JsonObject,
  type Refusal,
  type Result,
  refusal,
  rejected,
  textMember,
} from "@llmch/text";
import { openRepository, readNamedText } from "@llmch/workspace";
import { CATALOGUE } from "../catalogue.ts";
import { judgeRequest } from "../judge-request.ts";
import { plainJson } from "../request/plain-json.ts";
import type { Starter } from "./resume-process.ts";

/** A request that another process is to carry out. */
export interface Submitted extends Pick<RunRequest, "cwd" | "dedupKey" | "by" | "consent"> {
  /** The operation's name, as a command has it: one that makes a run. */
  readonly operation: string;
  /** As in the library. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly given: GivenSettings;
}

/** The request as it is kept, with all that it needs of the place where it was made: its process runs elsewhere, and later. */
export const requestToKeep = async (
  { operation, request, given, cwd, dedupKey, ...more }: Submitted,
  { env, secrets, artifactsDir }: Pick<Starter, "env" | "secrets" | "artifactsDir">,
): Promise<Result<{ readonly kind: RunKind; readonly asked: RunRequest }, Refusal>> => {
  const judged = judge(operation, request);
  if (!judged.ok) return judged;
  const { kind, members } = judged.value;
  const plain = plainJson(members, "the request");
  const settings = plainJson(given, "settings");
  const fault = plain.ok ? (settings.ok ? null : settings.issues[0]) : plain.issues[0];
  if (!plain.ok || !settings.ok || !isJsonObject(plain.value) || !isJsonObject(settings.value))
    return rejected(refusal("usage", fault ?? "settings are no object", "write it as JSON"));
  const placed = await placedIn(plain.value, { env, cwd, artifactsDir });
  if (!placed.ok) return placed;
  const repo = textMember(placed.value, "repo");
  const opened = repo === null ? null : await openRepository(repo, env);
  if (opened?.ok === false) return opened;
  const whole = { operation, request: placed.value, given: settings.value, cwd };
  const asked = createRedactor(secrets).value({ ...whole, ...(dedupKey === undefined ? {} : { dedupKey }) });
  return accepted({ kind, asked: { ...asked, ...more } });
};

/** Why a request can be no job in a repo, whatever its files are by then; null if it can. */
export const judgeSubmitted = async (
  { operation, request }: Pick<Submitted, "operation" | "request">,
  repo: string,
  env: Environment,
): Promise<Refusal | null> => {
  const judged = judge(operation, { ...request, repo });
  const opened = judged.ok ? await openRepository(repo, env) : judged;
  return opened.ok ? null : opened.issues[0];
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
  const name = entry.argument?.member ?? "";
  const subject = members[name];
  // A plan is also made of an issue, and without orders the newest plan is meant.
  const isLeftOut = subject === undefined && (name === "orders" || members.issue !== undefined);
  if (!isLeftOut && SUBJECTS[name]?.(subject) === false) {
    const said = subject === undefined ? "is missing" : "says nothing that can be carried out";
    return rejected(refusal("usage", `${name} ${said}`, `\`llmch ${operation} --help\` says what it may be`));
  }
  if (members.dryRun !== true && members.status !== true) return accepted({ kind: entry.makes, members });
  const message = "a job is carried out: dryRun and status only look";
  return rejected(refusal("usage", message, `type \`llmch ${operation}\` instead`));
};

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** Whether that can be what an operation works on: what is queued is begun when nobody looks. */
const SUBJECTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  spec: (value) => isText(value) || isText(Object(value).file),
  orders: (value) => isText(value) || isList(value) || isList(Object(value).orders),
  order: (value) => isText(value) || Object.keys(Object(value)).length > 0,
};

const placedIn = async (
  request: JsonObject,
  { cwd, ...store }: Pick<Starter, "env" | "cwd" | "artifactsDir">,
): Promise<Result<JsonObject, Refusal>> => {
  const { repo, orders, order, plan, spec } = request;
  const file = isJsonObject(spec ?? null) ? textMember(Object(spec), "file") : null;
  const text = file === null ? null : await readNamedText(resolve(cwd, file), store.env, { hint: "check the path" });
  if (text?.ok === false) return text;
  if (text?.value.trim() === "")
    return rejected(refusal("unreadable-input", "the spec is empty", "say what is to be built"));
  const isThere = (path: string): boolean => existsSync(resolve(cwd, path));
  if (typeof order === "string" && !isThere(order))
    return rejected(refusal("unreadable-input", `there is no file ${order}`, "check the path"));
  const named = orders ?? plan;
  if (typeof named === "string" && !isThere(named)) {
    const { placeOfRun } = await import("@llmch/plan/plan");
    const found = placeOfRun(named, store, { ...store, cwd });
    // A plan that is queued has no orders yet.
    if (!found.ok && found.issues[0].code !== "no-orders") return found;
  }
  return accepted({
    ...request,
    ...(typeof repo === "string" ? { repo: resolve(cwd, repo) } : {}),
    ...(text === null ? {} : { spec: text.value }),
  });
};
