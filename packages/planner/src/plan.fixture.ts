import type { SyntaxReader } from "@llmch/languages";
import type { JsonObject, JsonValue } from "@llmch/text";

/** A valid order that writes one file. `changes` replace members; undefined removes one. */
export const order = (number: number, changes: Readonly<Record<string, JsonValue | undefined>> = {}): JsonObject => {
  const file = `src/m${number}.js`;
  const whole: Record<string, JsonValue | undefined> = {
    id: `WO-${String(number).padStart(2, "0")}`,
    title: `Add module ${number}`,
    intent: `Build module ${number}.`,
    preconditions: [
      ...(number > 1 ? [{ kind: "file_exists", path: `src/m${number - 1}.js` }] : []),
      { kind: "file_absent", path: file },
    ],
    postconditions: [{ kind: "file_exists", path: file }],
    allowed_files: [file],
    forbidden: ["No dependencies."],
    acceptance_commands: [`node ${file}`],
    context_files: number > 1 ? [`src/m${number - 1}.js`] : [],
    notes: null,
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(whole).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
};

/** An order that only makes the verify script. */
export const verifyOrder = (number: number): JsonObject =>
  order(number, {
    title: "Add the verify script",
    preconditions: [{ kind: "file_absent", path: "scripts/verify.sh" }],
    postconditions: [{ kind: "file_exists", path: "scripts/verify.sh" }],
    allowed_files: ["scripts/verify.sh"],
    acceptance_commands: ["bash -n scripts/verify.sh"],
    context_files: [],
  });

export const plan = (orders: readonly JsonValue[], changes: Readonly<Record<string, JsonValue>> = {}): JsonObject => ({
  system_overview: ["Modules."],
  verify_contract: null,
  work_orders: orders,
  ...changes,
});

/** A reader that finds imports at the start of statements, and accepts every program without `!!`. */
export const simplePython: SyntaxReader = {
  syntaxFault: (code) => (code.includes("!!") ? { message: "invalid syntax", place: null } : null),
  imports: (code) => [...code.matchAll(/(?:^|; )(?:import|from) ([\w.]+)/g)].map(([, name = ""]) => name),
  unproved: (code) => /os\._exit|(?<!await .*)\.then\(/.exec(code)?.[0] ?? null,
};

/** For plans without Python: not even the parser may be loaded. */
export const noPython = (): SyntaxReader => {
  throw new Error("no program was to be parsed");
};
