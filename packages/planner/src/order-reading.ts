import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  type Result,
  type ShellWord,
  splitCommand,
} from "@llmch/contract";
import { type FoundProgram, inlineProgram, type LanguageProfile, PROFILES } from "@llmch/languages";

/** A condition of an order as far as it can be read; the schema's rule says what cannot. */
export interface ConditionReading {
  readonly kind: string;
  readonly path: string;
  /** What `file_contains` asks for, and the hash of `file_unchanged`; null where there is none that can be read. */
  readonly text: string | null;
  readonly sha256: string | null;
}

export interface CommandReading {
  readonly text: string;
  readonly words: Result<readonly ShellWord[], string>;
  /** What warnings look at: none where it cannot be split, or is longer than anybody writes. */
  readonly read: readonly ShellWord[];
  /** The program that stands in it, as after `python -c`. */
  readonly program: FoundProgram | null;
}

/** One normalised order read tolerantly: what has the right form is there, what has not is left out. Rules judge this. */
export interface OrderReading {
  readonly json: JsonObject;
  /** The model's own id, or `index-N` where there is none. */
  readonly label: string;
  readonly id: JsonValue | undefined;
  readonly preconditions: readonly ConditionReading[];
  readonly postconditions: readonly ConditionReading[];
  readonly allowedFiles: readonly string[];
  readonly contextFiles: readonly string[];
  readonly commands: readonly CommandReading[];
}

export const readOrder = (
  json: JsonObject,
  index: number,
  profiles: readonly LanguageProfile[] = PROFILES,
): OrderReading => {
  const id = member(json, "id");
  return {
    json,
    label: typeof id === "string" && id !== "" ? id : `index-${index}`,
    id,
    preconditions: readConditions(member(json, "preconditions")),
    postconditions: readConditions(member(json, "postconditions")),
    allowedFiles: readStrings(member(json, "allowed_files")),
    contextFiles: readStrings(member(json, "context_files")),
    commands: readStrings(member(json, "acceptance_commands")).map((text) => readCommand(text, profiles)),
  };
};

export const readConditions = (value: JsonValue | undefined): readonly ConditionReading[] =>
  (Array.isArray(value) ? value : []).flatMap((item: JsonValue) => {
    if (!isJsonObject(item)) return [];
    const kind = member(item, "kind");
    const path = member(item, "path");
    if (typeof kind !== "string" || typeof path !== "string") return [];
    return [{ kind, path, text: textOf(member(item, "text")), sha256: textOf(member(item, "sha256")) }];
  });

const textOf = (value: JsonValue | undefined): string | null => (typeof value === "string" ? value : null);

const readStrings = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

const MAX_WORDS_READ = 1_000;

const readCommand = (text: string, profiles: readonly LanguageProfile[]): CommandReading => {
  const words = splitCommand(text);
  const read = words.ok && words.value.length <= MAX_WORDS_READ ? words.value : [];
  return {
    text,
    words,
    read,
    program: words.ok
      ? inlineProgram(
          words.value.map((word) => word.text),
          profiles,
        )
      : null,
  };
};
