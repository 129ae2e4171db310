import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { GivenSettings } from "@llmch/config";
import { PLAN_FORMATS, type RunKind } from "@llmch/contract";
import { type FactorySettings, slackAddress } from "@llmch/contract/settings";
import { connect } from "@llmch/models";
import { storedSummaries } from "@llmch/records";
import { type RunRequest, repoArtifacts, resolveArtifactsRoot } from "@llmch/store";
import {
  accepted,
  createRedactor,
  type Environment,
  isJsonObject,
  type JsonObject,
  learnSecret,
  printable,
  type Refusal,
  type Result,
  refusal,
  rejected,
  textMember,
} from "@llmch/text";
import { checkoutAt, isProtectedBranch, openRepository } from "@llmch/workspace";
import { CATALOGUE } from "../catalogue.ts";
import { judgeRequest } from "../judge-request.ts";
import { plainJson } from "../request/plain-json.ts";
import { rootWith } from "./look.ts";
import type { Starter } from "./resume-process.ts";

/** A request that another process is to carry out. */
export interface Submitted extends Pick<RunRequest, "cwd" | "dedupKey" | "by" | "consent"> {
  /** The operation's name, as a command has it: one that makes a run. */
  readonly operation: string;
  /** The address of its repo, if another machine carries it out; then it may name no repo of this one. */
  readonly remote?: string;
  /** As in the library. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly given: GivenSettings;
}

/** The request as it is kept, with all that it needs of the place where it was made: its process runs elsewhere, and later. */
export const requestToKeep = async (
  { operation, request, given, cwd, dedupKey, remote, ...more }: Submitted,
  { env, secrets, artifactsDir }: Pick<Starter, "env" | "secrets" | "artifactsDir">,
): Promise<
  Result<{ readonly kind: RunKind; readonly asked: RunRequest; readonly push: FactorySettings["push"] }, Refusal>
> => {
  const judged = judge(operation, request);
  if (!judged.ok) return judged;
  const { kind } = judged.value;
  const { repo: _, ...placeless } = judged.value.members;
  const members = remote !== undefined && request.repo === undefined ? placeless : judged.value.members;
  const plain = plainJson(members, "the request");
  const settings = plainJson(given, "settings");
  const unlike = plain.ok ? (settings.ok ? null : settings.issues[0]) : plain.issues[0];
  if (!plain.ok || !settings.ok || !isJsonObject(plain.value) || !isJsonObject(settings.value))
    return rejected(refusal("usage", unlike ?? "settings are no object", "write it as JSON"));
  const placed = await placedIn(operation, plain.value, { env, cwd, artifactsDir });
  if (!placed.ok) return placed;
  const repo = textMember(placed.value, "repo");
  const opened = repo === null ? null : await openRepository(repo, env);
  if (opened?.ok === false) return opened;
  const { readSettings } = await import("@llmch/config/read-settings");
  const { faults, values } = await readSettings({ given, repo, env, cwd });
  const [fault, ...others] = faults;
  if (fault !== undefined) return rejected(fault, ...others);
  // A key may be the server's alone.
  const asks = connect(values, kind === "run-all" || kind === "factory" ? "factory" : "planner", env);
  if (!asks.ok && asks.issues[0].code === "unknown-provider") return asks;
  const branch = textMember(placed.value, "branch") ?? "";
  if (isProtectedBranch(branch))
    return rejected(refusal("protected-branch", `${branch} is protected: llmch never commits to it`, "name another"));
  const at = remote === undefined ? {} : { repo: remote };
  const whole = { operation, request: { ...placed.value, ...at }, given: settings.value, cwd };
  learnSecret(slackAddress(given["notify.command"]) ?? "");
  const asked = createRedactor(secrets).value({ ...whole, ...(dedupKey === undefined ? {} : { dedupKey }) });
  return accepted({ kind, asked: { ...asked, ...more }, push: values.factory.push });
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
  // A plan is also made of an issue, a build of goals, and without orders the newest plan is meant.
  const isLeftOut = subject === undefined && (name === "orders" || members.issue !== undefined || isList(members.goal));
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

const placedIn = async (operation: string, request: JsonObject, place: Store): Promise<Result<JsonObject, Refusal>> => {
  const { cwd } = place;
  const { repo, orders, order, plan, spec } = request;
  const file = isJsonObject(spec ?? null) ? textMember(Object(spec), "file") : null;
  const text = file === null ? null : await specToKeep(file, request, place);
  if (text?.ok === false) return text;
  if (text?.value.trim() === "")
    return rejected(refusal("unreadable-input", "the spec is empty", "say what is to be built"));
  const isThere = (path: string): boolean => existsSync(resolve(cwd, path));
  if (typeof order === "string" && !isThere(order))
    return rejected(refusal("unreadable-input", `there is no file ${order}`, "check the path"));
  const at = typeof repo === "string" ? { repo: resolve(cwd, repo) } : {};
  const named = orders ?? plan;
  const isPath = typeof named === "string" && isThere(named);
  const isMeant = typeof named === "string" || (named === undefined && operation === "run-all");
  const found =
    isPath || !isMeant
      ? accepted(isPath ? resolve(cwd, named) : null)
      : await ordersMeant(named, at.repo ?? cwd, place);
  if (!found.ok) return found;
  return accepted({
    ...{ ...request, ...at },
    ...(found.value === null ? {} : { [plan === undefined ? "orders" : "plan"]: found.value }),
    ...(text === null ? {} : { spec: text.value }),
  });
};

/** The text of a spec's file. A plan of another tool is read where it stands: what is taken from it and what is not, its user is told. */
const specToKeep = async (
  file: string,
  { repo, import: named }: JsonObject,
  { env, cwd }: Store,
): Promise<Result<string, Refusal>> => {
  const { readNamedSpec } = await import("@llmch/plan");
  const format = ([...PLAN_FORMATS, "none"] as const).find((each) => each === named);
  const spec = await readNamedSpec({ file, format, repo: typeof repo === "string" ? repo : null }, { env, cwd });
  if (!spec.ok) return spec;
  const { plan, text } = spec.value;
  if (plan === null) return accepted(text);
  const hint = `\`llmch plan ${file}\` makes its orders, and \`llmch submit run-all\` queues them`;
  return rejected(refusal("usage", printable(`${file} is a plan of ${plan.record.format}`), printable(hint)));
};

type Store = Pick<Starter, "env" | "cwd" | "artifactsDir">;

/** The folder of the orders of a run, by default of the repo's newest plan; null if the queue is to make that plan first. */
const ordersMeant = async (
  named: string | undefined,
  repo: string,
  place: Store,
): Promise<Result<string | null, Refusal>> => {
  const { newestPlan, placeOfRun } = await import("@llmch/plan/plan");
  const [queue, own] = [resolveArtifactsRoot(place.artifactsDir, place.env, place.cwd), repoArtifacts(repo)];
  if (named !== undefined) {
    const root = rootWith(named, { ...place, here: repo });
    const found = placeOfRun(named, { artifactsDir: root }, place);
    return found.ok || root !== queue || found.issues[0].code !== "no-orders" ? found : accepted(null);
  }
  const { runs, of } = storedSummaries(queue);
  if (runs.some((run) => run.kind === "planner" && of(run).verdict === null)) return accepted(null);
  const [queued, kept] = [
    await newestPlan(queue, checkoutAt(repo), place.env),
    await newestPlan(own, checkoutAt(repo), place.env),
  ];
  const newest = queued.ok && (!kept.ok || queued.value.runId > kept.value.runId) ? queued : kept;
  return newest.ok ? accepted(newest.value.place) : newest;
};
