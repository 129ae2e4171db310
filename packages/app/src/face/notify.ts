import { join } from "node:path";
import { needInWords, needsIn } from "@llmch/contract";
import { slackAddress } from "@llmch/contract/settings";
import { commandEnvironment, resolveProgram, runProgram } from "@llmch/process";
import { verdictInWords } from "@llmch/story";
import {
  accepted,
  commandWords,
  createRedactor,
  type Environment,
  isJsonObject,
  messageOf,
  printable,
  REDACTED,
  type Result,
  rejected,
} from "@llmch/text";
import { repoFolders } from "@llmch/workspace";
import type { Outcome } from "../outcome.ts";
import { runningServer } from "../queue/server-folder.ts";

/** How long the user's command may take: the run has ended, and nobody waits for it. */
const LIMIT_MS = 10_000;
/** The variables that programs need to show something on the user's screen. */
const SCREEN = ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] as const;

/** The programs that show a line, their last argument, on a desktop, by the platform; others have what Linux has. */
const DESKTOP: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    "osascript",
    ...["on run a", 'display notification (item 1 of a) with title "llmch"', "end run"].flatMap((line) => ["-e", line]),
  ],
  linux: ["notify-send", "llmch"],
};

/** What is told: how `llmch` ended, and the line that says so to people. */
interface Told {
  readonly name: string;
  readonly outcome: Outcome;
  readonly line?: string | undefined;
}

interface Place {
  readonly env: Environment;
  readonly cwd: string;
  readonly secrets: readonly string[];
}

/**
 * Tells the user's own command how `llmch` ended, or a channel of Slack, or the desktop: a line with what waits and where to look, as a
 * command's last argument, and for a command the same in variables. It gets no secret. The issue says why it could not be told.
 */
export const notify = async (
  command: string,
  told: Told,
  { env, cwd, secrets }: Place,
  limitMs = LIMIT_MS,
): Promise<Result<null, string>> => {
  const { verdict, exitCode, runId, paths } = told.outcome;
  const redactor = createRedactor(secrets);
  const word = verdict === "REFUSED" ? verdict : verdictInWords(verdict, exitCode);
  const directory = paths?.artifacts ?? paths?.schedule ?? paths?.run ?? "";
  const words = [`llmch ${told.name}: ${told.line ?? word}`, ...whatWaits(told.outcome, directory)].join("; ");
  const line = redactor.text(printable(words));
  const slack = slackAddress(command);
  if (slack !== null) return post(slack, line, env, limitMs);
  const asked =
    command === "desktop" ? accepted(DESKTOP[process.platform] ?? DESKTOP.linux ?? []) : commandWords(command);
  if (!asked.ok) return rejected(asked.issues[0]);
  const [name = "", ...args] = asked.value;
  // A path is used as the user named it; a bare name is not looked up in the repo.
  const notFrom = name.includes("/") ? [] : repoFolders(cwd);
  const program = resolveProgram(name, { path: env.PATH ?? "", cwd, notFrom });
  if (program === null) return rejected(`there is no program ${printable(name)}`);
  const screen = Object.fromEntries(SCREEN.map((variable) => [variable, redactor.text(env[variable] ?? "")]));
  const { exitCode: code, stderr } = await runProgram({
    ...{ program, args: [...args, line], cwd, origin: { kind: "own", notFrom }, limitMs },
    env: {
      ...commandEnvironment(env),
      ...screen,
      ...{ LLMCH_COMMAND: told.name, LLMCH_VERDICT: word, LLMCH_EXIT_CODE: String(exitCode), LLMCH_SUMMARY: line },
      ...{ LLMCH_RUN: runId ?? "", LLMCH_RUN_DIRECTORY: directory },
    },
  });
  if (code === 0) return { ok: true, value: null };
  return rejected(printable(redactor.text(`${name}: ${stderr.split("\n").at(-1) || `exit ${code}`}`)));
};

/** What a person has to decide, and where: on the page of the server whose job it is, else by a command. */
const whatWaits = ({ result, runId }: Outcome, directory: string): readonly string[] => {
  const server = directory === "" ? null : runningServer(join(directory, "..", "..", ".."));
  const page = server?.isHere === true && runId ? [`http://127.0.0.1:${server.port}/jobs/${runId}`] : [];
  const waiting = needsIn(isJsonObject(result ?? null) ? Object(result) : {}).map(needInWords);
  return [...waiting, ...(page.length === 0 && waiting.length > 0 && runId ? [`llmch show ${runId}`] : page)];
};

const post = async (
  address: string,
  text: string,
  env: Environment,
  limitMs: number,
): Promise<Result<null, string>> => {
  const { httpFetch, proxiesIn } = await import("@llmch/models/http-fetch");
  const ask = httpFetch({ connectMs: limitMs, proxyOf: proxiesIn(env) });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text }) };
  try {
    const { ok, status } = await ask(address, { ...init, signal: AbortSignal.timeout(limitMs) });
    return ok ? accepted(null) : rejected(`Slack answered ${status}`);
  } catch (fault) {
    return rejected(printable(`Slack cannot be reached: ${messageOf(fault).replaceAll(address, REDACTED)}`));
  }
};
