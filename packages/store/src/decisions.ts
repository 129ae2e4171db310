import { linkSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import {
  accepted,
  createRedactor,
  type Decided,
  type Decider,
  type Decision,
  type Environment,
  isJsonObject,
  isSettledBy,
  jsonObject,
  type NeedKey,
  needName,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
} from "@llmch/contract";
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
import { readOwnText } from "./own-text.ts";
import { isMark, newRunMark, type RunPlace } from "./run-mark.ts";

/** The folder of a run with what people decided about it, one file a decision. */
const FOLDER = "decisions";
const FORMAT = "llmch.decision/1";

const fileOf = ({ directory }: RunPlace, need: NeedKey): string => join(directory, FOLDER, `${needName(need)}.json`);

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
  if (!isSettledBy({ kind }, { decision, text })) return rejected(kind === "question" ? WANTS_ANSWER : WANTS_CONSENT);
  const by: Decider = { user: userName(env), through, client: client ?? null };
  const decided: Decided = { id, of: kind, sha256, decision, text, by, at: now.toISOString() };
  const body = createRedactor(secrets).value(jsonObject({ format: FORMAT, ...decided, by: jsonObject({ ...by }) }));
  const mark = newRunMark(env, place, body);
  if (mark === null)
    return rejected(refusal("not-writable", "no key of this machine can be kept", "see `llmch doctor`"));
  const file = fileOf(place, { id, kind, sha256 });
  const temporary = join(dirname(file), temporaryName());
  try {
    makeDirectory(dirname(file));
    writeNewFile(temporary, Buffer.from(jsonText({ ...body, mark })), 0o644);
    linkSync(temporary, file);
    syncDirectory(dirname(file));
    return accepted(decided);
  } catch (fault) {
    if (errnoOf(fault) === "EEXIST")
      return rejected(refusal("decided", `${id} is decided already`, "see `llmch show`: a decision stands"));
    return rejected(refusal("not-writable", `${file} cannot be written (${faultInWords(fault)})`, "make room for it"));
  } finally {
    rmSync(temporary, { force: true });
  }
};

const WANTS_ANSWER = refusal("usage", "a question wants an answer", "say it: `llmch decide RUN ID answer TEXT`");
const WANTS_CONSENT = refusal(
  "usage",
  "this wants a yes or a no, and is no question",
  "`llmch decide RUN ID approve`, or `reject TEXT`",
);

/** What this user decided about a need; null if nothing is there. A file that somebody else wrote, or that was changed, does not count. */
export const readDecision = (env: Environment, place: RunPlace, need: NeedKey): Decided | null => {
  const text = readOwnText(fileOf(place, need));
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
