import { createRedactor, type RunEvent } from "@llmch/contract";
import type { Context } from "../context.ts";
import type { GivenSettings } from "../options.ts";
import { keepingKeys } from "../own-secrets.ts";
import { readSettings } from "../settings/read-settings.ts";
import { NO_SETTINGS, type ResolvedSettings } from "../settings/resolved-settings.ts";
import { type Ended, outcomeOf, refusedBy } from "./ended.ts";
import type { Instance } from "./instance.ts";
import { INTERRUPTED, unexpected, warningOf } from "./issues.ts";
import { listenerOf } from "./listener.ts";
import type { Issue, Outcome } from "./public.ts";

/** What an act works with. */
export interface ActContext extends Context {
  readonly given: GivenSettings;
  /** Receives the events of runs. */
  readonly event: (event: RunEvent) => void;
}

export type Act<Value> = (context: ActContext) => Promise<Ended<Value>>;

/** Performs an act that asks a model or runs commands, with the settings that apply to a repo. */
export const actBySettings = async <Value>(
  instance: Instance,
  repo: () => string | Promise<string>,
  act: Act<Value>,
): Promise<Outcome<Value>> => {
  const { given, env, cwd, asksUser } = instance;
  if (!given.ok) return outcomeOf(refusedBy(given.issues));
  return settled(instance, async () => {
    const settings = await readSettings({ given: given.value, repo: await repo(), env, cwd, asksUser });
    return settings.faults.length > 0 ? refusedBy(settings.faults) : done(instance, settings, act, given.value);
  });
};

/** Performs an act that only reads; no setting affects it. */
export const actWithoutSettings = <Value>(instance: Instance, act: Act<Value>): Promise<Outcome<Value>> =>
  settled(instance, () => done(instance, NO_SETTINGS, act, {}));

const done = async <Value>(
  { env: given, cwd, signal, version, templates, onEvent }: Instance,
  settings: ResolvedSettings,
  act: Act<Value>,
  givenValues: GivenSettings,
): Promise<Ended<Value>> => {
  const keys = Object.values(settings.values.models.compatible).flatMap((server) => server.key_variable ?? []);
  const { env, secrets } = keepingKeys(given, keys);
  const told: Issue[] = [];
  const warn = (sentence: string): void => void told.push(warningOf(sentence));
  const { value, issues, warnings } = await act({
    ...{ settings, env, secrets, cwd, signal, version, templates, warn, reasoning: () => {} },
    ...{ given: givenValues, event: listenerOf(onEvent, warn) },
  });
  return createRedactor(secrets).value({ value, issues, warnings: [...told, ...warnings] });
};

/** Ends as interrupted if the signal came before there was a result; turns exceptions into issues. */
const settled = async <Value>(
  { signal }: Pick<Instance, "signal">,
  work: () => Promise<Ended<Value>>,
): Promise<Outcome<Value>> => {
  const interrupted: Ended<Value> = { value: null, issues: [INTERRUPTED], warnings: [] };
  if (signal.aborted) return outcomeOf(interrupted);
  try {
    const ended = await work();
    // The signal also aborts git calls, so a refusal based on their output does not count.
    return outcomeOf(signal.aborted && ended.value === null ? interrupted : ended);
  } catch (fault) {
    return outcomeOf(signal.aborted ? interrupted : { ...interrupted, issues: [unexpected(fault)] });
  }
};
