import { chosenExecutor, type NamedExecutor } from "@llmch/contract/settings";
import { runProgram } from "@llmch/process";
import { executorAt, executorProgram, findIsolation, type TrialPlace, whileTried } from "@llmch/run";
import { type Environment, printable } from "@llmch/text";
import type { Repository } from "@llmch/workspace";
import { type Finding, fine, missing, warned } from "./finding.ts";

const LIMIT_MS = 10_000;
const UNWATCHED = { output: null, strict: false, warn: async () => {} };
const QUESTION = "Somebody checks whether you can be started. Change no file, and answer with the one word: ready.\n";

/**
 * Whether the agent that the settings choose is there and can be started; none if they choose none.
 * @param tries has it answer a question, as it would carry out an order; its maker may bill that
 */
export const examineExecutor = async (
  repo: Repository | null,
  artifactsRoot: string,
  tries: boolean,
  place: TrialPlace,
): Promise<readonly Finding[]> => {
  const { values, env } = place;
  const chosen = chosenExecutor(values.factory.executor, values.executors);
  if (!chosen.ok) return [missing("executor", chosen.issues[0])];
  const executor = chosen.value;
  if (executor === null) return [];
  const program = executorProgram(executor, env, repo === null ? [] : [repo.root]);
  if (!program.ok) return [missing("executor", program.issues[0])];
  if (!tries || repo === null) return [await version(executor, program.value, env)];
  return tried(executor, repo, artifactsRoot, place);
};

const version = async ({ name }: NamedExecutor, program: string, env: Environment): Promise<Finding> => {
  const { PATH, HOME } = env;
  const own = { ...(PATH === undefined ? {} : { PATH }), ...(HOME === undefined ? {} : { HOME }) };
  const run = {
    program,
    args: ["--version"],
    cwd: "/",
    env: own,
    origin: { kind: "anyone's" },
    limitMs: LIMIT_MS,
  } as const;
  const { exitCode, stdout } = await runProgram(run);
  const [line = ""] = stdout.toString().trim().split("\n");
  const what = `${name} is ${printable(program)}`;
  return exitCode === 0
    ? fine("executor", `${what} (${printable(line.slice(0, 80))}): --verify has it answer a question`)
    : warned("executor", `${what}, but \`--version\` fails`, "`llmch doctor --verify` has it answer a question");
};

const tried = async (
  executor: NamedExecutor,
  repo: Repository,
  artifactsRoot: string,
  place: TrialPlace,
): Promise<readonly Finding[]> => {
  const { values, env, secrets, signal } = place;
  const { commit } = await repo.head();
  const isolation = await findIsolation(values.run, values.sandbox, repo);
  if (!isolation.ok) return [missing("executor", isolation.issues[0])];
  if (commit === null) return [];
  const worked = await whileTried(repo, commit, isolation.value, place, ({ worktree, directory }) => {
    const where = { directory, repo, artifactsRoot, secrets, signal, ...UNWATCHED };
    return executorAt(worktree, { ...executor, template: "", users: env }, where).work(QUESTION, "", []);
  });
  if (worked.kind !== "done") return worked.kind === "unready" ? [missing("setup", worked.why)] : [];
  const done = worked.value;
  if (done.kind === "failed") return [missing("executor", done)];
  const said = `${executor.name} answers: ${printable(done.said)}`;
  return done.outside.length === 0
    ? [fine("executor", said)]
    : [warned("executor", `${said}, but it changed ${done.outside.join(", ")}`, "see what its settings make it write")];
};
