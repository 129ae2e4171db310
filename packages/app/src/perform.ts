import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Context, GivenSettings, ResolvedSettings, RunAsked } from "@llmch/config";
import { isFoundByDatabase } from "@llmch/store";
import { accepted, createRedactor, type Environment, EXIT, isJsonObject, messageOf, type Redactor } from "@llmch/text";
import { type Door, type Entry, entryOf, open } from "./catalogue.ts";
import type { Face } from "./context.ts";
import { judgeRequest } from "./judge-request.ts";
import { withNamedRoot } from "./named-root.ts";
import { INTERRUPTED, type Outcome, refused } from "./outcome.ts";
import type { Asked } from "./reopen.ts";
import { plainJson } from "./request/plain-json.ts";

/** What a caller of operations provides. An operation uses nothing else of the process. */
export interface World
  extends Pick<Context, "cwd" | "signal" | "version" | "templates" | "warn" | "reasoning" | "answering"> {
  /** The environment without what must stay secret, and the secrets themselves, once settings have named variables with keys. */
  readonly keys: Keys;
  /** False if the user's own settings file and variables do not count. */
  readonly asksUser: boolean;
  /** The caller's repo: what a request means that names none. */
  readonly here: string;
  readonly face: Face;
  /** Called once the operation's modules are loaded, before it begins, with the one whose outcome is to be told. */
  readonly loaded?: (entry: Entry) => void | Promise<void>;
  /** Receives the settings that apply, once they are read. */
  readonly settled?: (settings: ResolvedSettings) => void;
}

/** How keys are kept: by a process for itself, or for a program that goes on using its environment. */
export interface Keys {
  readonly env: Environment;
  readonly secrets: readonly string[];
  /** The same, once settings have named further variables that hold keys. */
  with(variables: readonly string[]): Keys;
}

/**
 * Carries out a request to its end: judges it, reads the settings that apply, and does it. Never throws for anything that a caller can
 * cause. A signal ends it, whatever it was doing.
 */
export const perform = async (asked: Asked, world: World): Promise<Outcome> => {
  const first = await performOne(asked, world);
  const { given } = asked;
  const goOn = async (request: Readonly<Record<string, unknown>>): Promise<Outcome> => ({
    ...(await performOne({ operation: "resume", request, given }, world)),
    operation: "resume",
  });
  const outcome = first.goesOnWith === undefined ? first : await goOn(first.goesOnWith);
  if (outcome.exitCode !== EXIT.waiting || world.face.waits === undefined) return outcome;
  const limit = (await import("./runs/resume/limit-waited-for.ts")).limitWaitedFor(outcome);
  if (limit === null) return outcome;
  return (await world.face.waits(limit.until)) ? goOn(limit.request) : INTERRUPTED;
};

const performOne = async (typed: Asked, typist: World): Promise<Outcome> => {
  if (typist.signal.aborted) return INTERRUPTED;
  const typedEntry = entryOf(typed.operation);
  let redactor: Redactor = createRedactor(typist.keys.secrets);
  try {
    const read = judgeRequest(typedEntry, typed.request, typist.here);
    if (!read.ok) return refused(read.issues);
    const reopened = typed.operation === "resume" ? await reopenedBy(read.value, typed.given, typist) : accepted(null);
    if (!reopened.ok) return withNamedRoot(refused(reopened.issues), rootNamed(read.value, typist));
    // What the run was asked for is done again: its journal says what is left of it.
    const { operation, request, given, ...place } = reopened.value?.asked ?? typed;
    const world = { ...typist, cwd: reopened.value?.cwd ?? typist.cwd };
    const entry = entryOf(operation);
    const judged = reopened.value === null ? read : judgeRequest(entry, request, world.here);
    if (!judged.ok) return refused(judged.issues);
    const door = await open(operation);
    // Judged by the description from which the operation's own type is made.
    const own = judged.value as never;
    const settings = await settingsFor(entry, door, own, { given, ...place }, world);
    if (settings !== null) world.settled?.(settings);
    const servers = settings === null ? [] : Object.values(settings.values.models.compatible);
    const variables = servers.flatMap((server) => server.key_variable ?? []);
    const keys = variables.length === 0 ? world.keys : world.keys.with(variables);
    const { env } = keys;
    const secrets = [...keys.secrets, ...(settings?.copiedSecrets ?? [])];
    redactor = createRedactor(secrets);
    if (settings !== null && settings.faults.length > 0 && !entry.tellsOfSettings) return refused(settings.faults);
    if (entry.settings.length > 0 && world.asksUser)
      for (const sentence of (await import("@llmch/config/misspelt-variables")).misspeltVariables(env))
        world.warn(sentence);
    if (writesRecords(entry)) {
      const { recordsFault } = await import("./request/records-fault.ts");
      const fault = await recordsFault(own, { env, cwd: world.cwd });
      if (fault !== null) return refused([fault]);
    }
    const isBegun = reopened.value !== null && place.goesOn === undefined;
    await world.loaded?.(isBegun ? entry : typedEntry);
    const { cwd, signal, version, templates, warn, reasoning, answering, face, here } = world;
    const context = {
      ...{ env, secrets, cwd, signal, version, templates, warn, reasoning, given, face, here },
      ...(answering === undefined ? {} : { answering }),
      settings: settings ?? UNREAD,
      asked: askedOf(entry, judged.value, given, world, place),
    };
    const outcome = await door.operate(own, context);
    // Ctrl-C also ends a running git: do not believe a refusal that rests on its answer.
    if (signal.aborted && outcome.verdict === "REFUSED") return INTERRUPTED;
    const told = isBegun ? { ...outcome, operation } : outcome;
    return redactor.value(withNamedRoot(told, rootNamed(read.value, world)));
  } catch (cause) {
    // Ctrl-C also ends a running git, and on a busy machine its end is heard first.
    await setTimeout(SIGNAL_MS);
    if (typist.signal.aborted) return INTERRUPTED;
    const message = redactor.text(messageOf(cause));
    // For other operations 2 means that a plan is invalid, or that a record differs (contract §1).
    const exitCode = typedEntry.may === "branch" ? EXIT.unexpected : EXIT.failed;
    return {
      exitCode,
      verdict: "ERROR",
      result: null,
      errors: [{ code: "internal", message: `unexpected: ${message}`, cause }],
    };
  }
};

/** What hints name as the folder of records: nothing if commands find it by the database. */
const rootNamed = (
  { artifactsDir }: Readonly<Record<string, unknown>>,
  { cwd, keys }: Pick<World, "cwd" | "keys">,
): string | null =>
  typeof artifactsDir !== "string" || isFoundByDatabase(resolve(cwd, artifactsDir), keys.env) ? null : artifactsDir;

const reopenedBy = async (request: Readonly<Record<string, unknown>>, given: GivenSettings, world: World) =>
  (await import("./reopen.ts")).reopen(request, given, { ...world, env: world.keys.env });

/** How long a signal may take to be heard, after what it ended. */
const SIGNAL_MS = 50;

const writesRecords = ({ may, members }: Entry): boolean =>
  may !== "read" && members.some(({ name }) => name === "artifactsDir");

/** What the folder of the operation's run keeps of the request; null if it makes no run. */
const askedOf = (
  { name, makes, members }: Entry,
  request: Readonly<Record<string, unknown>>,
  given: GivenSettings,
  { cwd, here }: World,
  place: Omit<Asked, "operation" | "request" | "given">,
): RunAsked | null => {
  if (makes === null) return null;
  const isElsewhere = here !== "." && members.some((member) => member.name === "repo");
  const whole = plainJson({ ...(isElsewhere ? { repo: here } : {}), ...request }, "the request");
  const settings = plainJson(given, "settings");
  if (!whole.ok || !settings.ok || !isJsonObject(whole.value) || !isJsonObject(settings.value)) return null;
  return { operation: name, request: whole.value, given: settings.value, cwd, ...place };
};

/** The settings of operations that ask models, run commands or tell of settings; null for all others. */
const settingsFor = async (
  { settings, tellsOfSettings }: Entry,
  door: Door,
  request: { readonly repo?: string | false },
  { given, by, goesOn }: Pick<Asked, "given" | "by" | "goesOn">,
  { keys, cwd, signal, asksUser, here, warn }: World,
): Promise<ResolvedSettings | null> => {
  if (settings.length === 0 && !tellsOfSettings && door.settingsRepo === undefined) return null;
  const repo =
    door.settingsRepo === undefined
      ? (request.repo ?? here) || null
      : await door.settingsRepo(request as never, { env: keys.env, cwd, signal, here });
  const { readSettings } = await import("@llmch/config/read-settings");
  const today = await readSettings({ given: goesOn?.given ?? given, repo, env: keys.env, cwd, asksUser });
  const resolved =
    goesOn === undefined
      ? today
      : (await import("./runs/resume/standing-settings.ts")).standingSettings(goesOn, today, goesOn.given, warn);
  // A program cannot give a person's consent.
  return by === "program" && given["run.sandbox"] !== undefined ? { ...resolved, runsUnseen: false } : resolved;
};

/** Loading the catalogue of settings would take longer than the operations that no setting affects. */
const UNREAD: ResolvedSettings = {
  get values(): never {
    throw new Error("settings do not concern this operation");
  },
  ...{ origins: {}, files: [], faults: [], untrusted: {}, repoServers: [], doubtedPrices: [] },
};
