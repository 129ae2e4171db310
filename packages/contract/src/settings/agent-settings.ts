import { TOOL_NAMES } from "../tool-call.ts";
import { command, IN_VERIFY_ENV } from "./command-kinds.ts";
import { line, listOf, oneOf, orNone, wholeNumber } from "./kind.ts";
import { setting } from "./setting.ts";

const NO_TEXTS: readonly string[] = [];
const [FIRST_TOOL, ...OTHER_TOOLS] = TOOL_NAMES;

/** Limits of a model that works with tools. */
export const AGENT_SETTINGS = {
  turns: setting(
    wholeNumber({ least: 1, most: 1_000 }),
    40,
    "How many questions with tools an order, or a plan, may take.",
  ),
  tokens: setting(
    orNone(wholeNumber({ least: 0, most: Number.MAX_SAFE_INTEGER })),
    null,
    "Most tokens, in and out, that the turns of an order, or of a plan, may take.",
  ),
} as const;

/** Which tools a model has, and which files they may show. */
export const TOOL_SETTINGS = {
  deny: setting(
    listOf(oneOf(FIRST_TOOL, ...OTHER_TOOLS), `a list of ${TOOL_NAMES.join(", ")}`),
    [],
    "Tools that there are not; `propose` and `object` always are.",
  ),
  allow_paths: setting(
    orNone(listOf(line("a path or a glob such as src/**"), "a list of paths and globs")),
    null,
    "Globs of the only files that the tools show, beside those that the order names.",
  ),
  deny_paths: setting(
    listOf(line("a path or a glob such as secrets/**"), "a list of paths and globs"),
    NO_TEXTS,
    "Globs of files that no tool shows. `.git` and files with secrets never are.",
  ),
  commands: setting(
    listOf(command(IN_VERIFY_ENV), "a list of commands"),
    NO_TEXTS,
    "Commands that `check` may run beside the order's own.",
    { scope: "user" },
  ),
} as const;
