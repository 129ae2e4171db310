import { commandEnvironment, resolveProgram, runProgram } from "@llmch/process";
import { verdictInWords } from "@llmch/story";
import { commandWords, createRedactor, type Environment, printable, type Result, rejected } from "@llmch/text";
import { repoFolders } from "@llmch/workspace";
import type { Outcome } from "../outcome.ts";

/** How long the user's command may take: the run has ended, and nobody waits for it. */
const LIMIT_MS = 10_000;
/** The variables that programs need to show something on the user's screen. */
const SCREEN = ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] as const;

/**
 * Tells the user's own command how `llmch` ended: a line as its last argument, and the same in variables. It gets no secret. The issue says
 * why it could not be told.
 */
export const notify = async (
  command: string,
  told: { readonly name: string; readonly outcome: Outcome; readonly line?: string | undefined },
  { env, cwd, secrets }: { readonly env: Environment; readonly cwd: string; readonly secrets: readonly string[] },
  limitMs = LIMIT_MS,
): Promise<Result<null, string>> => {
  const words = commandWords(command);
  if (!words.ok) return rejected(words.issues[0]);
  const [name = "", ...args] = words.value;
  // A path is used as the user named it; a bare name is not looked up in the repo.
  const notFrom = name.includes("/") ? [] : repoFolders(cwd);
  const program = resolveProgram(name, { path: env.PATH ?? "", cwd, notFrom });
  if (program === null) return rejected(`there is no program ${printable(name)}`);
  const { verdict, exitCode, runId, paths } = told.outcome;
  const redactor = createRedactor(secrets);
  const word = verdict === "REFUSED" ? verdict : verdictInWords(verdict, exitCode);
  const line = redactor.text(printable(`llmch ${told.name}: ${told.line ?? word}`));
  const screen = Object.fromEntries(SCREEN.map((variable) => [variable, redactor.text(env[variable] ?? "")]));
  const { exitCode: code, stderr } = await runProgram({
    ...{ program, args: [...args, line], cwd, origin: { kind: "own", notFrom }, limitMs },
    env: {
      ...commandEnvironment(env),
      ...screen,
      ...{ LLMCH_COMMAND: told.name, LLMCH_VERDICT: word, LLMCH_EXIT_CODE: String(exitCode), LLMCH_SUMMARY: line },
      ...{ LLMCH_RUN: runId ?? "", LLMCH_RUN_DIRECTORY: paths?.artifacts ?? paths?.schedule ?? paths?.run ?? "" },
    },
  });
  if (code === 0) return { ok: true, value: null };
  return rejected(printable(redactor.text(`${name}: ${stderr.split("\n").at(-1) || `exit ${code}`}`)));
};
