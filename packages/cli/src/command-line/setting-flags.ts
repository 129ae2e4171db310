import type { OperationName } from "@llmch/app/catalogue";
import { settingCatalogue } from "@llmch/app/settings";
import { InvalidArgumentError, Option } from "commander";
import type { SettingFlags } from "./program.ts";
import { present } from "./values.ts";

interface SettingFlag {
  /** `planner.model` */
  readonly name: string;
  readonly option: Option;
}

/** A parsed value, wrapped: commander takes null, which `none` means, for no value at all. */
interface Read {
  readonly read: unknown;
}

/** Flags without a value that stand for one value of a setting, which may have no other flag. */
const SHORT: Readonly<Record<string, { readonly flag: string; readonly about: string; readonly value: unknown }>> = {
  "factory.push": { flag: "--no-push", about: "keep the commits here, also if the settings push them", value: "never" },
  "planner.questions": {
    flag: "--no-questions",
    about: "do not let the planner ask you: it assumes, and says so",
    value: false,
  },
};

/** What a flag means whose value is left out. */
const ALONE: Readonly<Record<string, string>> = { "factory.push": "each" };

/** What `--model` means for a command that asks only one role. */
const COMMANDS_MODEL = { name: "factory.model", flag: "--model <model>" } as const;

/** What settings say of all commands, and what one says of itself. */
const OWN_WORDS: Partial<Record<OperationName, readonly (readonly [said: string, own: string])[]>> = {
  plan: [["a plan or a run", "the plan"]],
  "plan revise": [
    ["a plan or a run", "the new plan"],
    ["model that plans", "model that revises the plan"],
  ],
  revise: [
    ["a plan or a run", "the revision"],
    ["for a plan", "for the revision"],
    ["model that plans", "model that revises the order"],
  ],
  ask: [
    ["a plan or a run", "the answer"],
    ["model that carries orders out", "model that answers"],
    ["the model of the orders", "that model"],
  ],
};

/** A setting as a flag of a command has it: a clause, in the command's own words. */
const ownWords = (about: string, name: OperationName): string => {
  const clause = about.charAt(0).toLowerCase() + about.slice(1).replace(/\.$/, "");
  return [...(OWN_WORDS[name] ?? []), ["a plan or a run", "the run"] as const].reduce(
    (text, [said, own]) => text.replaceAll(said, own),
    clause,
  );
};

const GROUP = "Settings, of which all can stand in a file too:";

/** The flags of these groups and settings, in the catalogue's order. */
const settingFlags = (command: OperationName, wanted: readonly string[], isShort = false): readonly SettingFlag[] =>
  settingCatalogue().flatMap(
    ({ name, group, flag, isRare, about, read, default: fallback }): readonly SettingFlag[] => {
      // What a build's user limits is what its orders cost: without an attempt to mend a plan in, every build would end.
      if (command === "build" && name === "planner.max_attempts") return [];
      if (flag === null || !wanted.some((each) => each === group || each === name)) return [];
      const default_ = fallback === null || fallback === false ? "" : ` (default: ${[fallback].flat().join(", ")})`;
      const optionOf = (spelling: string, words: string): Option => {
        const option = new Option(spelling, words).helpGroup(GROUP).hideHelp(isRare && isShort);
        // A flag without a value means true.
        if (!/[<[]/.test(spelling)) return option;
        if (spelling.includes("[")) option.preset(ALONE[name]);
        return option.argParser((text) => {
          const value = read(present(text));
          if (!value.ok) throw new InvalidArgumentError(`give ${value.issues[0]}`);
          return { read: value.value } satisfies Read;
        });
      };
      const words = `${ownWords(about, command)}${default_}`;
      const short = SHORT[name];
      const shortOption = () => new Option(short?.flag ?? "", short?.about).helpGroup(GROUP);
      // Without a flag that says yes, commander would take one that is left out for a yes.
      if (flag === short?.flag) return [{ name, option: shortOption().default(null) }];
      const isAlone = name === COMMANDS_MODEL.name && !wanted.some((each) => each.split(".")[0] === "planner");
      return [
        ...(isAlone ? [{ name, option: optionOf(COMMANDS_MODEL.flag, words) }] : []),
        { name, option: isAlone ? optionOf(flag, "the same as --model").hideHelp(isShort) : optionOf(flag, words) },
        ...(short === undefined ? [] : [{ name, option: shortOption().hideHelp(isShort) }]),
      ];
    },
  );

/** The flags of settings, for the program. */
export const SETTING_FLAGS: SettingFlags = {
  add: (command, { name, settings }, isShort) => {
    const named = new Map(settingFlags(name, settings, isShort).map(({ option }) => [option.flags, option]));
    for (const option of named.values()) command.addOption(option);
  },
  given: (options, { name: command, settings }) => {
    const given: Record<string, unknown> = {};
    // One flag may set the same setting for each role.
    for (const { name, option } of settingFlags(command, settings)) {
      const value = options[option.attributeName()];
      if (value === false) given[name] = SHORT[name]?.value;
      else if (value != null) given[name] = isRead(value) ? value.read : value;
    }
    return given;
  },
};

const isRead = (value: unknown): value is Read => typeof value === "object" && value !== null && "read" in value;
