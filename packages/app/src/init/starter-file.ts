import { schemaUri } from "@llmch/contract";
import { settingNamed } from "@llmch/contract/settings";
import { SETTINGS_SCHEMA } from "@llmch/contract/settings/files";
import type { JsonValue } from "@llmch/text";

/** What a new settings file is made from. */
export interface Starter {
  /** What was found in the repo, one sentence each. */
  readonly found: readonly string[];
  /** Values to set, by the setting's name, each with the reason; all others become comments. */
  readonly chosen: Readonly<Record<string, { readonly value: string; readonly because: string }>>;
  /** Values that would suit this repo, by the setting's name: set if they are used, else shown in comments instead of the defaults. */
  readonly suggested: Readonly<Record<string, readonly JsonValue[]>>;
  readonly isUsed: boolean;
}

/** The settings that most teams change first, by group. */
const SHOWN = {
  planner: ["model", "reasoning_effort", "max_attempts"],
  factory: ["model", "max_attempts", "timeout_seconds", "answer_timeout_ms"],
  verify: ["commands", "fix"],
  setup: ["commands"],
  budget: ["usd", "tokens", "minutes"],
} as const;

/** A commented llmch.config.json: sets the chosen values, and shows the rest in comments. */
export const starterFile = (starter: Starter): string => {
  const groups = Object.entries(SHOWN).map(([group, keys]) =>
    [`  "${group}": {`, ...keys.flatMap((key) => settingLines(`${group}.${key}`, starter)), "  },"].join("\n"),
  );
  return `${[HEAD, ...starter.found.map((line) => `  // ${line}`), "", groups.join("\n\n"), "", MODELS, "}"].join("\n")}\n`;
};

const settingLines = (name: string, { chosen, suggested, isUsed }: Starter): readonly string[] => {
  const setting = settingNamed(name);
  if (setting === undefined) throw new Error(`there is no setting ${name}`);
  const choice = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
  const alone = [setting.default].flat().length === 1 ? [setting.default].flat()[0] : setting.default;
  const isSuggested = Object.hasOwn(suggested, name);
  const shown = isSuggested ? suggested[name] : alone;
  const mark = isSuggested && isUsed ? "" : "// ";
  return [
    `    // ${setting.about}`,
    ...(choice === undefined ? [] : [`    // ${choice.because}`]),
    choice === undefined
      ? `    ${mark}"${setting.key}": ${inOneLine(shown)},`
      : `    "${setting.key}": ${JSON.stringify(choice.value)},`,
  ];
};

const inOneLine = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((each) => JSON.stringify(each)).join(", ")}]` : JSON.stringify(value);

const HEAD = `{
  // Settings of llmch for this repo: \`llmch config\` prints what holds, and where it came from. What is left out, or is a
  // comment, is as it is by default. A user's own file, LLMCH_… variables and flags win over what stands here.
  // A settings file never holds a key: servers name the variable that holds theirs.
  "$schema": ${JSON.stringify(schemaUri(SETTINGS_SCHEMA))},
`;

const MODELS = `  "models": {
    // ${settingNamed("models.compatible")?.about}
    // "compatible": {
    //   "vllm": { "base_url": "http://localhost:8000/v1", "model": "qwen3-coder" },
    // },
    // ${settingNamed("models.prices")?.about}
    // "prices": {
    //   "compatible:vllm": { "input": 0, "output": 0 },
    // },
  },`;
