import { acceptanceIn, checkFilesFor, checkFilesIn, type PlanCheckFile } from "@llmch/contract";
import { type FoundProgram, inlineProgram, type LanguageProfile, PROFILES } from "@llmch/languages";
import {
  accepted,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listMember,
  member,
  type Result,
  type ShellWord,
  splitCommand,
} from "@llmch/text";
import { cannotFail } from "./commands/certain-success.ts";
import { withCheckProgram } from "./commands/check-words.ts";

/** A condition of an order. The schema's rule reports conditions that cannot be read. */
export interface ConditionReading {
  readonly kind: string;
  readonly path: string;
  /** The text of `file_contains`, and the hash of `file_unchanged`; null if missing or malformed. */
  readonly text: string | null;
  readonly sha256: string | null;
  readonly pointer: string;
}

export interface PathReading {
  readonly path: string;
  readonly pointer: string;
}

export interface CommandReading {
  readonly text: string;
  readonly words: Result<readonly ShellWord[], string>;
  /** The words for warnings to check: none if the command cannot be split, or is unrealistically long. */
  readonly read: readonly ShellWord[];
  /** The program inside the command, as after `python -c`, or in the check file that it runs. */
  readonly program: FoundProgram | null;
  /** The check files that it finds, and whether its program is one of them. */
  readonly files: readonly PlanCheckFile[];
  readonly isFile: boolean;
  /** True if it exits with 0 whatever the order makes. */
  readonly cannotFail: boolean;
  /** Whether the command proves the order, makes files, or proves the plan as a whole. */
  readonly field: "acceptance_commands" | "derive" | "plan_acceptance";
  /** True if the author of the work does not see the command. */
  readonly hidden: boolean;
  readonly pointer: string;
}

export interface DerivationReading {
  readonly command: CommandReading | null;
  readonly files: readonly PathReading[];
}

export interface TextReading {
  readonly text: string;
  readonly pointer: string;
}

/**
 * One normalised order, read tolerantly for the rules: only its well-formed parts. Each value has the JSON pointer to its place in the
 * normalised order.
 */
export interface OrderReading {
  readonly json: JsonObject;
  /** The model's own id, or `index-N` if there is none. */
  readonly label: string;
  readonly id: JsonValue | undefined;
  readonly preconditions: readonly ConditionReading[];
  readonly postconditions: readonly ConditionReading[];
  readonly allowedFiles: readonly PathReading[];
  readonly contextFiles: readonly PathReading[];
  /** The acceptance commands. */
  readonly commands: readonly CommandReading[];
  /** The acceptance commands and those that make files. */
  readonly allCommands: readonly CommandReading[];
  readonly derive: readonly DerivationReading[];
  readonly fulfils: readonly TextReading[];
  readonly dependsOn: readonly TextReading[];
  /** Title, intent and notes: the description of what the order makes. */
  readonly prose: readonly TextReading[];
  /** What must not be done, in words. */
  readonly forbidden: readonly string[];
  /** The paths of `allowedFiles`. */
  readonly allowed: ReadonlySet<string>;
  /** The paths of files that commands make. */
  readonly derived: ReadonlySet<string>;
}

export const readOrder = (
  json: JsonObject,
  index: number,
  profiles: readonly LanguageProfile[] = PROFILES,
): OrderReading => {
  const id = member(json, "id");
  const allowedFiles = readStrings(json, "allowed_files", pathReading);
  const commands = readCommands(json, "acceptance_commands", profiles);
  const derive = readDerivations(member(json, "derive"), profiles);
  return {
    json,
    label: typeof id === "string" && id !== "" ? id : `index-${index}`,
    id,
    preconditions: readConditions(member(json, "preconditions"), "/preconditions"),
    postconditions: readConditions(member(json, "postconditions"), "/postconditions"),
    allowedFiles,
    contextFiles: readStrings(json, "context_files", pathReading),
    commands,
    allCommands: derive.length === 0 ? commands : [...commands, ...derive.flatMap(({ command }) => command ?? [])],
    derive,
    fulfils: readStrings(json, "fulfils", textReading),
    dependsOn: readStrings(json, "depends_on", textReading),
    prose: ["title", "intent", "notes"].flatMap((field): readonly TextReading[] => {
      const text = textOf(member(json, field));
      return text === null ? [] : [{ text, pointer: `/${field}` }];
    }),
    forbidden: readStrings(json, "forbidden", (text) => text),
    allowed: new Set(allowedFiles.map(({ path }) => path)),
    derived: new Set(derive.flatMap(({ files }) => files.map(({ path }) => path))),
  };
};

/** What holds once all orders have landed, for the rules about commands: an order that is nothing but its commands. */
export const readPlanAcceptance = (
  manifest: JsonValue,
  profiles: readonly LanguageProfile[] = PROFILES,
): OrderReading => {
  const commands = readCommands(isJsonObject(manifest) ? manifest : {}, "plan_acceptance", profiles);
  return { ...readOrder({}, 0), commands, allCommands: commands };
};

/** @param pointer the list's pointer */
export const readConditions = (value: JsonValue | undefined, pointer: string): readonly ConditionReading[] => {
  const found: ConditionReading[] = [];
  for (const [index, item] of (Array.isArray(value) ? value : []).entries()) {
    const reading = isJsonObject(item) ? readCondition(item, `${pointer}/${index}`) : null;
    if (reading !== null) found.push(reading);
  }
  return found;
};

const readCondition = (item: JsonObject, pointer: string): ConditionReading | null => {
  const kind = member(item, "kind");
  const path = member(item, "path");
  if (typeof kind !== "string" || typeof path !== "string") return null;
  return { kind, path, text: textOf(member(item, "text")), sha256: textOf(member(item, "sha256")), pointer };
};

const textOf = (value: JsonValue | undefined): string | null => (typeof value === "string" ? value : null);

const pathReading = (path: string, pointer: string): PathReading => ({ path, pointer });

const textReading = (text: string, pointer: string): TextReading => ({ text, pointer });

const readStrings = <Reading>(
  order: JsonObject,
  field: string,
  read: (text: string, pointer: string) => Reading,
): readonly Reading[] => {
  const list = member(order, field);
  const found: Reading[] = [];
  for (const [index, item] of (Array.isArray(list) ? list : []).entries()) {
    if (typeof item === "string") found.push(read(item, `/${field}/${index}`));
  }
  return found;
};

/** Each command is a string, or an object with one. */
const readCommands = (
  json: JsonObject,
  field: "acceptance_commands" | "plan_acceptance",
  profiles: readonly LanguageProfile[],
): readonly CommandReading[] => {
  const found: CommandReading[] = [];
  const checks = checkFilesIn(json);
  for (const [index, item] of listMember(json, field).entries()) {
    const read = acceptanceIn(item);
    const pointer = `/${field}/${index}`;
    if (read === null) continue;
    const place = { field, hidden: read.hidden, pointer };
    found.push(readCommand(read.command, place, profiles, checkFilesFor(read, checks)));
  }
  return found;
};

const readDerivations = (
  list: JsonValue | undefined,
  profiles: readonly LanguageProfile[],
): readonly DerivationReading[] => {
  const found: DerivationReading[] = [];
  for (const [index, item] of (Array.isArray(list) ? list : []).entries()) {
    if (!isJsonObject(item)) continue;
    const pointer = `/derive/${index}`;
    const text = textOf(member(item, "command"));
    found.push({
      command:
        text === null
          ? null
          : readCommand(text, { field: "derive", hidden: false, pointer: `${pointer}/command` }, profiles),
      files: readStrings(item, "files", (path, at) => pathReading(path, `${pointer}${at}`)),
    });
  }
  return found;
};

const MAX_WORDS_READ = 1_000;

const readCommand = (
  text: string,
  place: Pick<CommandReading, "field" | "hidden" | "pointer">,
  profiles: readonly LanguageProfile[],
  files: readonly PlanCheckFile[] = [],
): CommandReading => {
  const split = splitCommand(text);
  const run = split.ok ? withCheckProgram(split.value, files, profiles) : null;
  const words = run === null ? split : accepted(run.words);
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
    files,
    isFile: run?.isFile === true,
    cannotFail: cannotFail(read),
    ...place,
  };
};
