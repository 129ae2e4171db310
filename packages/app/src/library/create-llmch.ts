import { keepingKeys } from "@llmch/config";
import type { RunEvent } from "@llmch/contract";
import { hintOf } from "@llmch/story";
import { messageOf, type Refusal, refusal } from "@llmch/text";
import { CATALOGUE, type Entry, type Member } from "../catalogue.ts";
import type { Llmch } from "../generated/library.ts";
import { judgeRequest } from "../judge-request.ts";
import type { Issue, Outcome } from "../library-outcome.ts";
import { type Outcome as Came, type OutcomeError, type OutcomeWarning, refused } from "../outcome.ts";
import { type Keys, perform } from "../perform.ts";
import { type Installation, type Instance, instanceOf } from "./instance.ts";
import type { LlmchOptions } from "./public.ts";
import { silentFace } from "./silent-face.ts";

type Method = (subject?: unknown, options?: Readonly<Record<string, unknown>>) => Promise<Outcome<unknown>>;

/**
 * The library: an instance of llmch for one repo, with a method for each operation. It reads and writes nothing until one is called, uses
 * nothing of the process except what the installation passes in, and can perform several operations at once.
 */
export const createLlmch = (installation: Installation, options: LlmchOptions = {}): Llmch => {
  const judged = judgeRequest({ members: LLMCH_OPTIONS }, { ...options });
  const fault = judged.ok ? instanceFault(options) : judged.issues[0];
  const instance = fault === null ? instanceOf(options, installation) : null;
  const methods = CATALOGUE.map((entry): readonly [string, Method] => [
    entry.method,
    async (subject, more) =>
      outcomeOf(
        instance === null
          ? refused(fault === null ? [] : [fault])
          : await performFor(instance, entry, requestOf(entry, subject, more)),
      ),
  ]);
  // The build makes both the methods' names and their types from the catalogue.
  return Object.fromEntries(methods) as unknown as Llmch;
};

/**
 * Whether the subject is the whole request: an object that has nothing but members of it, or that cannot be what the method is about. A
 * misspelt member is judged later.
 */
const isRequest = ({ members, argument }: Entry, subject: unknown): subject is Readonly<Record<string, unknown>> => {
  if (typeof subject !== "object" || subject === null || Array.isArray(subject)) return false;
  const own = new Map<string, unknown>(Object.entries(subject));
  if ([...own.keys()].every((name) => members.some((member) => member.name === name))) return true;
  const main = members.find(({ name }) => name === argument?.member);
  if (main === undefined || typeof own.get(main.name) === "string") return true;
  return main.kind !== "subject" && main.kind !== "value" && !own.has("runId");
};

const requestOf = (entry: Entry, subject: unknown, options: unknown): Readonly<Record<string, unknown>> => {
  if (options === undefined && isRequest(entry, subject)) return named(subject);
  const others = typeof options === "object" && options !== null ? options : {};
  if (subject === undefined || entry.argument === null) return { ...others };
  return named({ ...others, [entry.argument.member]: subject });
};

/** A run may be named by any value that has its id. */
const named = (request: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { run } = request;
  const isReference = typeof run === "object" && run !== null && "runId" in run;
  return isReference ? { ...request, run: run.runId } : request;
};

const performFor = async (
  { repo, artifactsDir, given, env, cwd, signal, version, templates, asksUser, onEvent }: Instance,
  { name, members }: Entry,
  request: Readonly<Record<string, unknown>>,
): Promise<Came> => {
  if (!given.ok) return refused(given.issues);
  const told: OutcomeWarning[] = [];
  const warn = (message: string): void => void told.push({ code: "warning", message });
  const face = silentFace({ through: "program" }, listenerOf(onEvent, warn));
  const own = members.some((each) => each.name === "artifactsDir") ? { artifactsDir, ...request } : request;
  const asked = { operation: name, request: own, given: given.value };
  const outcome = await perform(asked, {
    ...{ cwd, signal, version, templates, asksUser, warn, face, here: repo, keys: keysOf(env, []) },
    reasoning: () => {},
  });
  return { ...outcome, warnings: [...told, ...(outcome.warnings ?? [])] };
};

/** For an environment that the caller goes on using. */
const keysOf = (env: Instance["env"], variables: readonly string[]): Keys => ({
  ...keepingKeys(env, variables),
  with: (more) => keysOf(env, more),
});

/** The options of an instance, judged like the members of a request. */
const LLMCH_OPTIONS: readonly Member[] = [
  ...(["repo", "artifactsDir", "cwd"] as const).map((name) => ({ name, kind: "text" as const })),
  ...(["settings", "signal", "onEvent", "env"] as const).map((name) => ({ name, kind: "value" as const })),
].map((member) => ({ ...member, about: "", isRequired: false, flag: null }));

/** For callers without type checking. */
const instanceFault = ({ signal, onEvent, env }: LlmchOptions): Refusal | null => {
  const wrong =
    signal !== undefined && !(signal instanceof AbortSignal)
      ? "signal must be an AbortSignal"
      : onEvent !== undefined && typeof onEvent !== "function"
        ? "onEvent must be a function"
        : env !== undefined && (typeof env !== "object" || env === null)
          ? "env must be an object"
          : null;
  return wrong === null ? null : refusal("usage", wrong, "write that, or leave the option out");
};

/** The library's outcome of an operation. */
const outcomeOf = ({ exitCode, result, errors = [], warnings = [] }: Came): Outcome<unknown> => {
  const ended = { exitCode, warnings: warnings.map(issueOf) };
  const [first, ...rest] = errors.map(issueOf);
  return first === undefined
    ? { ...ended, ok: true, value: result, issues: [] }
    : { ...ended, ok: false, value: result, issues: [first, ...rest] };
};

const issueOf = (found: OutcomeError | OutcomeWarning): Issue => {
  if ("wo_id" in found) {
    const { code, message, wo_id: order, field } = found;
    return { code, message, hint: hintOf(found), order, field };
  }
  const { code, message, hint = null, order = null, cause }: Partial<Issue> & Pick<Issue, "code" | "message"> = found;
  return { code, message, hint, order, field: null, ...(cause === undefined ? {} : { cause }) };
};

/**
 * Wraps the caller's listener in an observer that cannot harm a run: it gets a copy of each event, and what it throws, synchronously or
 * not, is reported once.
 */
const listenerOf = (
  onEvent: LlmchOptions["onEvent"],
  warn: (sentence: string) => void,
): ((event: RunEvent) => void) => {
  let isTold = false;
  const tell = (fault: unknown): void => {
    if (!isTold) warn(`onEvent threw: ${messageOf(fault)}`);
    isTold = true;
  };
  return (event) => {
    try {
      const returned: unknown = onEvent?.(structuredClone(event));
      if (returned instanceof Promise) returned.catch(tell);
    } catch (fault) {
      tell(fault);
    }
  };
};
