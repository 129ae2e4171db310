import { resolveProgram, runProgram } from "@llmch/process";
import {
  accepted,
  type Environment,
  type JsonObject,
  objectsMember,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
} from "@llmch/text";
import { openRepository, repoFolders } from "@llmch/workspace";

/** Where `gh` is asked, which names the repo on GitHub. */
export interface GhPlace {
  readonly directory: string;
  /** The user's own, with what `gh` needs to sign in. */
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly limitMs?: number;
}

const LIMIT_MS = 30_000;

/**
 * Asks GitHub through the user's own `gh`: no shell, no terminal, a time limit. The git that `gh` asks about the repo runs nothing that the
 * repo names. A missing `gh` is `program-missing`; otherwise the issue is what it said.
 */
export const askGh = async (
  args: readonly string[],
  { directory, env, signal, limitMs = LIMIT_MS }: GhPlace,
): Promise<Result<string, Refusal>> => {
  const notFrom = repoFolders(directory);
  const program = resolveProgram("gh", { path: env.PATH ?? "", cwd: "/", notFrom });
  if (program === null) return rejected(refusal("program-missing", "gh is not on the PATH", INSTALL));
  const repo = notFrom.length === 0 ? null : await openRepository(directory, env);
  const asked = await runProgram({
    ...{ program, args, cwd: directory, signal, limitMs },
    env: { ...(repo?.ok ? await repo.value.programEnvironment() : env), ...UNATTENDED },
    origin: { kind: "own", notFrom },
  });
  const [command] = args;
  if (asked.exitCode === 0) return accepted(asked.stdout.toString());
  const said = asked.stderr.trim() || `exit code ${asked.exitCode}`;
  return rejected(
    refusal("gh-failed", `gh ${command} failed: ${said}`, "`gh auth status` says whether it is signed in"),
  );
};

/** The objects in a list that `gh` printed as JSON. */
export const listedIn = (text: string): readonly JsonObject[] => {
  const read = readJson(text);
  return read.ok ? objectsMember({ listed: read.value }, "listed") : [];
};

const INSTALL = "install it from https://cli.github.com, and sign in with `gh auth login`";
const UNATTENDED = { GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1" };
