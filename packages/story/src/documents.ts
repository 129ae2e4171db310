import { isJsonObject, type JsonObject, type JsonValue, MAX_JSON_BYTES, type Result, readJson } from "@llmch/text";
import type { FilePart, RecordedRun } from "./record.ts";
import type { StoryFault } from "./stories/head.ts";

/** Enough for a reader to get the point. */
const MAX_FAULTS = 500;

const WHOLE: FilePart = { from: "beginning", bytes: MAX_JSON_BYTES };
const PROMPT: FilePart = { from: "beginning", bytes: 256 * 1024 };
const OUTPUT: FilePart = { from: "end", bytes: 64 * 1024 };

/** The documents of a run. A missing document is null. An unusable one is null too, and adds one of `faults`. */
export interface Documents {
  has(name: string): boolean;
  /** A JSON document that passes the given check. */
  json<Value>(name: string, judge: (value: JsonValue) => Result<Value, string>): Value | null;
  object(name: string): JsonObject;
  /** One JSON document per line. A torn end is a fault, and so is each line that does not fit. */
  jsonLines<Value>(name: string, judge: (value: JsonValue) => Result<Value, string>): readonly Value[];
  /** The beginning of a long text. */
  prompt(name: string): string | null;
  /** The end of a command's output. */
  output(name: string): string | null;
  fault(file: string, message: string, line?: number): void;
  readonly faults: readonly StoryFault[];
}

export const documentsOf = (record: RecordedRun): Documents => {
  const names = new Set(record.files);
  const faults: StoryFault[] = record.others.map(({ path, why }) => ({ file: path, line: null, message: why }));
  const told = new Set<string>();
  const fault: Documents["fault"] = (file, message, line = undefined) => {
    const key = JSON.stringify([file, message, line]);
    if (faults.length < MAX_FAULTS && !told.has(key)) faults.push({ file, line: line ?? null, message });
    told.add(key);
  };
  const part = (name: string, asked: FilePart) => {
    if (!names.has(name)) return null;
    const read = record.read(name, asked);
    if (read.ok) return read.value;
    fault(name, read.issues[0]);
    return null;
  };
  const judged = <Value>(
    text: string,
    judge: (value: JsonValue) => Result<Value, string>,
    unfit: (message: string) => void,
  ): Value | null => {
    const document = readJson(text);
    if (!document.ok) {
      unfit(`it is not JSON: ${document.issues[0].message}`);
      return null;
    }
    const verdict = judge(document.value);
    if (verdict.ok) return verdict.value;
    unfit(`it is not what it should be: ${verdict.issues[0]}`);
    return null;
  };
  const json: Documents["json"] = (name, judge) => {
    const read = part(name, WHOLE);
    if (read === null) return null;
    if (read.left_out === 0) return judged(read.text, judge, (message) => fault(name, message));
    fault(name, "it is larger than any document of ours");
    return null;
  };
  return {
    has: (name) => names.has(name),
    json,
    object: (name) => json<JsonObject>(name, asObject) ?? {},
    jsonLines: (name, judge) => {
      const lines = (part(name, WHOLE)?.text ?? "").split("\n");
      if (lines.pop() !== "") fault(name, "it was cut off as it was being written", lines.length + 1);
      return lines.flatMap((line, index) => {
        const value = judged(line, judge, (message) => fault(name, message, index + 1));
        return value === null ? [] : [value];
      });
    },
    prompt: (name) => {
      const read = part(name, PROMPT);
      return read === null || read.left_out === 0
        ? (read?.text ?? null)
        : `${read.text}\n[${read.left_out} more bytes in ${name}]`;
    },
    output: (name) => {
      const read = part(name, OUTPUT);
      return read === null || read.left_out === 0
        ? (read?.text ?? null)
        : `[${read.left_out} bytes before this in ${name}]\n${read.text}`;
    },
    fault,
    faults,
  };
};

const asObject = (value: JsonValue): Result<JsonObject, string> =>
  isJsonObject(value) ? { ok: true, value } : { ok: false, issues: ["it is not a JSON object"] };
