import type { CommandResult, ModelReply, OnSpending, RepoPath, Spending } from "@llmch/contract";
import { type NamedExecutor, OWN_EXECUTOR } from "@llmch/contract/settings";
import { type CommandRequest, type CommandsOptions, createCommands } from "@llmch/process";

export type Failed = Extract<ModelReply, { readonly kind: "failed" }>;

/** What an agent is started with, to answer once, and who listens. */
export interface AgentCall {
  readonly executor: NamedExecutor;
  readonly request: CommandRequest;
  readonly options: Omit<CommandsOptions, "onOutput">;
  readonly prompt: string;
  readonly allowed: readonly RepoPath[];
  /** Called when it gives a sign of life, with a line that says what it does; null for none. */
  readonly onLine: (line: (() => string) | null) => void;
  readonly onSpending: OnSpending;
  readonly refusesUnseen: boolean;
  readonly greets?: boolean;
}

export interface AgentAnswer {
  /** Why its work does not count, and why if it has changed nothing. */
  readonly fault: Failed | null;
  readonly complaint: Failed | null;
  /** Its last words. */
  readonly said: string;
  readonly spending?: Spending;
}

/** The order on its standard input, and its end is the answer. */
export const askCommand = async ({ executor, request, options, prompt, onLine }: AgentCall): Promise<AgentAnswer> => {
  const result = await createCommands({ ...options, onOutput: onLine }).run({ ...request, input: prompt });
  const faultIf = (isIdle: boolean) => faultOf(result, executor, request.stderr, isIdle);
  return { fault: faultIf(false), complaint: faultIf(true), said: lastWords(result.stdoutTail) };
};

export const whose = ({ name }: NamedExecutor): string =>
  name === OWN_EXECUTOR ? "factory.executor" : `executors.${name}`;

export const failed = (message: string, hint: string, reason: Failed["reason"] = "unreachable"): Failed => ({
  ...{ kind: "failed", reason, message, hint },
});

/**
 * Why its work does not count: an agent that did not end by itself, and well, has not finished; one that did nothing but complain was
 * not asked at all, whatever its exit code.
 */
export const faultOf = (
  result: CommandResult,
  executor: NamedExecutor,
  output: string,
  isIdle: boolean,
): Failed | null => {
  const { ending, exitCode, startFault, stdoutTail, stderrTail } = result;
  const [program = ""] = executor.command;
  if (ending === "interrupted")
    return failed("interrupted while the agent worked", "run the same command again", "interrupted");
  if (ending === "not-started") return failed(`${program}: ${startFault}`, `see ${whose(executor)}`);
  if (ending === "timed-out")
    return failed(
      `${program} did not end within ${executor.minutes} minutes`,
      `allow it more with minutes in ${whose(executor)}, or split the order`,
    );
  const onlyComplained = isIdle && stdoutTail.trim() === "" && stderrTail.trim() !== "";
  if (ending === "exited" && exitCode === 0 && !onlyComplained) return null;
  const how = ending === "exited" ? `exit code ${exitCode}` : `the signal ${result.signal}`;
  const words = lastWords(stderrTail) || lastWords(stdoutTail);
  return failed(
    `${program} ${onlyComplained && exitCode === 0 ? "changed nothing, and " : ""}ended with ${how}${words === "" ? "" : `: ${words}`}`,
    `see its output in ${output}, its login and ${whose(executor)}`,
  );
};

const MOST_WORDS = 500;

/** The last paragraph, in one line. */
export const lastWords = (output: string): string =>
  (
    output
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? ""
  )
    .replace(/\s+/g, " ")
    .slice(-MOST_WORDS);
