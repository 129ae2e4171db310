import { accepted, type JsonValue, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { decimal, type Kind, line, listOf, oneOf, orNone, textOf, yesOrNo } from "./kind.ts";
import { commandLine, variableName } from "./model-kinds.ts";
import { mapOf, record } from "./object-kinds.ts";
import { setting } from "./setting.ts";

/** An agent of another maker, which carries an order out where it is started. */
export interface Executor {
  /** Whether it speaks the Agent Client Protocol, or is a command that reads the order on its standard input. */
  readonly protocol: "acp" | "command";
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** The same for where llmch's sandbox confines it, if its own sandbox does not work inside that; empty for no difference. */
  readonly in_sandbox: readonly string[];
  /** Over ACP: the mode of its sessions, and the way to sign in; null for its own. */
  readonly mode: string | null;
  readonly authenticate: string | null;
  /** The variables that it gets besides those of every command. */
  readonly env: readonly string[];
  readonly network: boolean;
  /** Its own files, which it may read and write. */
  readonly folders: readonly string[];
  readonly minutes: number;
  /** After how long a silence the log says so. */
  readonly quiet_minutes: number;
}

const NAME = textOf(
  "letters, digits, dots, dashes and underscores, the first a letter or a digit",
  /^[A-Za-z0-9][\w.-]*$/,
);
const NOTHING: readonly string[] = [];
const NONE: string | null = null;
const MINUTES = 60;
const QUIET_MINUTES = 3;

const ownFolder = textOf("a path that begins with / or ~/", /^(?:~\/|\/)[^\0\n]*[^\0\n/]$/);

const executor = (): Kind<Executor> =>
  record("an object with command, and protocol, env, network, folders and minutes where needed", {
    protocol: {
      kind: oneOf("command", "acp"),
      about: "`command`: the order comes on its standard input. `acp`: it speaks the Agent Client Protocol there.",
      fallback: "command",
    },
    command: { kind: commandLine(), about: "The program and its arguments." },
    in_sandbox: {
      kind: listOf(line("a program or an argument"), "a list of a program and its arguments"),
      about:
        "The same for where llmch's sandbox confines it, for agents whose own sandbox does not work inside another.",
      fallback: NOTHING,
    },
    mode: {
      kind: orNone(line("one of the agent's modes")),
      about: "Over ACP: the mode that its sessions are set to, as `doctor --contact NAME` lists them.",
      fallback: NONE,
    },
    authenticate: {
      kind: orNone(line("one of the agent's ways to sign in")),
      about: "Over ACP: the way to sign in that it is told to use. Without one it is told none.",
      fallback: NONE,
    },
    env: {
      kind: listOf(variableName(), "a list of names of environment variables"),
      about:
        "The environment variables that it gets besides those of every command, such as the one that holds its key.",
      fallback: NOTHING,
    },
    network: { kind: yesOrNo(), about: "Whether it reaches the network out of the sandbox.", fallback: false },
    folders: {
      kind: listOf(ownFolder, "a list of paths that begin with / or ~/"),
      about: "Its own files and folders, such as its configuration, which it may read and write out of the sandbox.",
      fallback: NOTHING,
    },
    minutes: {
      kind: decimal({ least: 0.01, most: 10_000, unit: "minutes" }),
      about: "How long it may work on one attempt.",
      fallback: MINUTES,
    },
    quiet_minutes: {
      kind: decimal({ least: 0.001, most: 10_000, unit: "minutes" }),
      about: "After how long without output the log says so.",
      fallback: QUIET_MINUTES,
    },
  });

/** What records call an executor that the user's file describes in place. */
export const OWN_EXECUTOR = "own";

/** The name of one of `executors`, or in a file the agent itself: no flag, variable or record names a command to run. */
export const executorChoice = (): Kind<string | Executor> => {
  const words = "the name of one of executors, or in a file an object as they are";
  const read = (value: JsonValue): Result<string | Executor, string> => {
    if (typeof value !== "string") return executor().read(value);
    const name = NAME.read(value);
    return name.ok ? name : rejected(words);
  };
  const { parts, schema } = executor();
  return {
    words,
    read,
    fromText: (text) => read(text),
    schema: { anyOf: [NAME.schema, schema] },
    ...(parts === undefined ? {} : { parts }),
  };
};

const ready = (command: string, env: readonly string[], folders: readonly string[], inSandbox = ""): Executor => ({
  ...{ protocol: "command", mode: null, authenticate: null },
  ...{ command: command.split(" "), in_sandbox: inSandbox.split(" ").filter((word) => word !== "") },
  ...{ env, network: true, folders, minutes: MINUTES, quiet_minutes: QUIET_MINUTES },
});

const overAcp = (executor: Executor): Executor => ({ ...executor, protocol: "acp" });

/**
 * Agents as their makers document them: they edit files without asking, and nothing loosens what else they ask for. Codex makes namespaces for
 * its own sandbox, which no command in llmch's can.
 */
const READY: Readonly<Record<string, Executor>> = {
  claude: ready(
    "claude -p --permission-mode acceptEdits",
    ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN"],
    ["~/.claude", "~/.claude.json"],
  ),
  codex: ready(
    "codex exec --sandbox workspace-write --skip-git-repo-check --ephemeral --color never -",
    ["OPENAI_API_KEY", "OPENAI_BASE_URL", "CODEX_API_KEY"],
    ["~/.codex"],
    "codex exec --dangerously-bypass-approvals-and-sandbox --skip-git-repo-check --ephemeral --color never -",
  ),
  gemini: overAcp(ready("gemini --acp", ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL"], ["~/.gemini"])),
  opencode: overAcp(
    ready(
      "opencode acp",
      ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENCODE_API_KEY"],
      ["~/.config/opencode", "~/.local/share/opencode", "~/.local/state/opencode", "~/.cache/opencode"],
    ),
  ),
};

/** The agents that orders may be given to. The whole group is one setting. */
export const EXECUTOR_SETTINGS = setting(
  mapOf("an object of agents by name", NAME, executor()),
  READY,
  "Agents of other makers that can carry orders out, by name; `factory.executor` and `--executor NAME` choose one.",
  { scope: "user" },
);

/** An executor with its name. */
export interface NamedExecutor extends Executor {
  readonly name: string;
}

/** The executor that the settings choose; null for none. */
export const chosenExecutor = (
  choice: string | Executor | null,
  executors: Readonly<Record<string, Executor>>,
): Result<NamedExecutor | null, Refusal> => {
  if (choice === null) return accepted(null);
  if (typeof choice !== "string") return accepted({ name: OWN_EXECUTOR, ...choice });
  const known = Object.hasOwn(executors, choice) ? executors[choice] : undefined;
  if (known !== undefined) return accepted({ name: choice, ...known });
  const hint = `name one of ${Object.keys(executors).join(", ")}, or add it to executors in your own settings file`;
  return rejected(refusal("bad-settings", `there is no executor ${choice}`, hint));
};
