import { linkSync, lstatSync, rmSync, unlinkSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Decided, type Decider, type Decision, isSettledBy, type NeedKey, needName } from "@llmch/contract";
import { judgeEvent } from "@llmch/contract/journals";
import {
  errnoOf,
  faultInWords,
  jsonText,
  makeDirectory,
  syncDirectory,
  temporaryName,
  writeNewFile,
} from "@llmch/files";
import {
  accepted,
  createRedactor,
  type Environment,
  isJsonObject,
  jsonObject,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
} from "@llmch/text";
import { readOwnText } from "./own-text.ts";
import { isMark, newRunMark, type RunPlace } from "./run-mark.ts";

/** The folder of a run with what people decided about it, one file a decision. */
const FOLDER = "decisions";
const FORMAT = "llmch.decision/1";

const folderOf = ({ directory }: RunPlace): string => join(directory, FOLDER);

/** A need's file, or one that takes the place of as many before it that do not count. */
const fileOf = (place: RunPlace, need: NeedKey, before: number): string =>
  join(folderOf(place), `${needName(need)}${before === 0 ? "" : `.${before}`}.json`);

/** What stands there itself; a link is not followed. */
const entryAt = (path: string) => lstatSync(path, { throwIfNoEntry: false });

/** Who uses this machine, as far as it knows. */
const userName = (env: Environment): string => {
  try {
    return userInfo().username;
  } catch {
    return env.USER ?? "unknown";
  }
};

/** Whoever decides, in this process or through another program. */
export interface Said extends Decision {
  readonly through: Decider["through"];
  readonly client?: string | undefined;
}

/**
 * Records a decision in a run's folder, whole and once: a second one on the same need is refused, so that nothing is taken back.
 * @param place the folder of the run-all, or of the run of a single order or a plan
 */
export const writeDecision = (
  place: RunPlace,
  { id, kind, sha256 }: NeedKey,
  { decision, text, through, client }: Said,
  { env, secrets, now }: { readonly env: Environment; readonly secrets: readonly string[]; readonly now: Date },
): Result<Decided, Refusal> => {
  if (!isSettledBy({ kind }, { decision, text })) {
    const isUnexplained = kind === "examination" && decision === "reject";
    return rejected(kind === "question" ? WANTS_ANSWER : isUnexplained ? WANTS_REASON : WANTS_CONSENT);
  }
  const by: Decider = { user: userName(env), through, client: client ?? null };
  const decided: Decided = { id, of: kind, sha256, decision, text, by, at: now.toISOString() };
  const body = createRedactor(secrets).value(jsonObject({ format: FORMAT, ...decided, by: jsonObject({ ...by }) }));
  const mark = newRunMark(env, place, body);
  if (mark === null)
    return rejected(refusal("not-writable", "no key of this machine can be kept", "see `llmch doctor`"));
  const need = { id, kind, sha256 };
  const folder = folderOf(place);
  try {
    // Nothing counts behind a link.
    if (entryAt(folder)?.isSymbolicLink() === true) unlinkSync(folder);
    makeDirectory(folder);
    const temporary = join(folder, temporaryName());
    try {
      writeNewFile(temporary, Buffer.from(jsonText({ ...body, mark })), 0o644);
      // What does not count is left where it is: to replace it could replace what another process has just decided.
      for (let before = 0; ; before++) {
        if (linksAnew(temporary, fileOf(place, need, before))) break;
        if (decisionAt(env, place, need, before) !== null)
          return rejected(refusal("decided", `${id} is decided already`, "see `llmch show`: a decision stands"));
      }
    } finally {
      rmSync(temporary, { force: true });
    }
    syncDirectory(folder);
    return accepted(decided);
  } catch (fault) {
    const message = `the decision cannot be written into ${folder} (${faultInWords(fault)})`;
    return rejected(refusal("not-writable", message, "make room for it, and move away what stands in its place"));
  }
};

/** False if something stands there. */
const linksAnew = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (fault) {
    if (errnoOf(fault) === "EEXIST") return false;
    throw fault;
  }
};

const WANTS_ANSWER = refusal("usage", "a question wants an answer", "say it: `llmch decide RUN ID answer TEXT`");
const WANTS_REASON = refusal(
  "usage",
  "a finding is struck for a reason alone",
  'say why: `llmch decide RUN F-01 reject "..."`',
);
const WANTS_CONSENT = refusal(
  "usage",
  "this wants a yes or a no, and is no question",
  "`llmch decide RUN ID approve`, or `reject TEXT`",
);

/** What this user decided about a need; null if nothing is there. A file that somebody else wrote, or that was changed, does not count. */
export const readDecision = (env: Environment, place: RunPlace, need: NeedKey): Decided | null => {
  if (entryAt(folderOf(place))?.isDirectory() !== true) return null;
  for (let before = 0; entryAt(fileOf(place, need, before)) !== undefined; before++) {
    const decided = decisionAt(env, place, need, before);
    if (decided !== null) return decided;
  }
  return null;
};

const decisionAt = (env: Environment, place: RunPlace, need: NeedKey, before: number): Decided | null => {
  const text = readOwnText(fileOf(place, need, before));
  const read = text.ok ? readJson(text.value) : null;
  if (read?.ok !== true || !isJsonObject(read.value)) return null;
  const { mark, ...body } = read.value;
  if (body.format !== FORMAT || !isMark(env, place, body, mark)) return null;
  const { format: _, ...members } = body;
  const judged = judgeEvent({ ...members, type: "decided", seq: 0, ts: "", run_id: place.runId });
  if (!judged.ok || judged.value.type !== "decided") return null;
  const { id, of, sha256, decision, text: words, by, at } = judged.value;
  const isOfNeed = needName({ id, kind: of, sha256 }) === needName(need);
  return isOfNeed ? { id, of, sha256, decision, text: words, by, at } : null;
};
