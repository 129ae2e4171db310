import { setTimeout } from "node:timers/promises";
import type { Context, GivenSettings, ResolvedSettings, RunAsked } from "@llmch/config";
import { createRedactor, type Environment, EXIT, isJsonObject, messageOf, type Redactor } from "@llmch/text";
import { CATALOGUE, type Door, type Entry, type OperationName, open } from "./catalogue.ts";
import type { Face } from "./context.ts";
import { judgeRequest } from "./judge-request.ts";
import { INTERRUPTED, type Outcome, refused, waits } from "./outcome.ts";
import { plainJson } from "./request/plain-json.ts";
import { type Asked, unbegun } from "./unbegun.ts";

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
  /** Called once the operation's modules are loaded, before it begins. */
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

/** The entry of an operation. */
export const entryOf = (name: OperationName): Entry => {
  const entry = CATALOGUE.find((each) => each.name === name);
  if (entry === undefined) throw new Error(`there is no operation ${name}`);
  return entry;
};

/**
 * Carries out a request to its end: judges it, reads the settings that apply, and does it. Never throws for anything that a caller can
 * cause. A signal ends it, whatever it was doing.
 */
export const perform = async ({ operation, request, given, ...place }: Asked, world: World): Promise<Outcome> => {
  const entry = entryOf(operation);
  if (world.signal.aborted) return INTERRUPTED;
  let redactor: Redactor = createRedactor(world.keys.secrets);
  try {
    const judged = judgeRequest(entry, request, world.here);
    if (!judged.ok) return refused(judged.issues);
    const waiting =
      operation === "resume" ? await unbegun(judged.value, given, { ...world, env: world.keys.env }) : null;
    if (waiting !== null && !waiting.ok) return refused(waiting.issues);
    if (waiting !== null) {
      const found = waiting.value;
      if ("needs" in found) return waits(found.needs, () => `if you agree: \`${found.approve}\``);
      const { asked, cwd } = found;
      return { ...(await perform(asked, { ...world, cwd })), operation: asked.operation };
    }
    const door = await open(operation);
    // Judged by the description from which the operation's own type is made.
    const own = judged.value as never;
    const settings = await settingsFor(entry, door, own, { given, by: place.by }, world);
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
      const { trackedLinkFault } = await import("./request/tracked-link.ts");
      const linked = await trackedLinkFault(own, { env, cwd: world.cwd });
      if (linked !== null) return refused([linked]);
    }
    await world.loaded?.(entry);
    const { cwd, signal, version, templates, warn, reasoning, answering, face, here } = world;
    const context = {
      ...{ env, secrets, cwd, signal, version, templates, warn, reasoning, given, face, here },
      ...(answering === undefined ? {} : { answering }),
      settings: settings ?? UNREAD,
      asked: askedOf(entry, judged.value, given, world, place),
    };
    const outcome = await door.operate(own, context);
    if (outcome.goesOnWith !== undefined)
      return {
        ...(await perform({ operation: "resume", request: outcome.goesOnWith, given }, world)),
        operation: "resume",
      };
    // Ctrl-C also ends a running git: do not believe a refusal that rests on its answer.
    return redactor.value(signal.aborted && outcome.verdict === "REFUSED" ? INTERRUPTED : outcome);
  } catch (cause) {
    // Ctrl-C also ends a running git, and on a busy machine its end is heard first.
    await setTimeout(SIGNAL_MS);
    if (world.signal.aborted) return INTERRUPTED;
    const message = redactor.text(messageOf(cause));
    // For other operations 2 means that a plan is invalid, or that a record differs (contract §1).
    const exitCode = entry.may === "branch" ? EXIT.unexpected : EXIT.failed;
    return {
      exitCode,
      verdict: "ERROR",
      result: null,
      errors: [{ code: "internal", message: `unexpected: ${message}`, cause }],
    };
  }
};

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
  { given, by }: { readonly given: GivenSettings; readonly by: Asked["by"] },
  { keys, cwd, signal, asksUser, here }: World,
): Promise<ResolvedSettings | null> => {
  if (settings.length === 0 && !tellsOfSettings && door.settingsRepo === undefined) return null;
  const repo =
    door.settingsRepo === undefined
      ? (request.repo ?? here) || null
      : await door.settingsRepo(request as never, { env: keys.env, cwd, signal, here });
  const { readSettings } = await import("@llmch/config/read-settings");
  const resolved = await readSettings({ given, repo, env: keys.env, cwd, asksUser });
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
