import { chosenExecutor, type NamedExecutor } from "@llmch/contract/settings";
import { runProgram } from "@llmch/process";
import { executorAt, executorProgram, findIsolation, type TrialPlace, whileTried } from "@llmch/run";
import { type Environment, printable } from "@llmch/text";
import type { Repository } from "@llmch/workspace";
import { type Finding, fine, missing, warned } from "./finding.ts";

const LIMIT_MS = 10_000;
const UNWATCHED = { output: null, strict: false, refusesUnseen: true, warn: async () => {} };
const QUESTION = "Somebody checks whether you can be started. Change no file, and answer with the one word: ready.\n";

/**
 * Whether an agent is there and can be started; none if none is named and the settings choose none.
 * @param greeted the one to start, so that it says who it is; null for the one that the settings choose, which is not started
 * @param tries has it answer a question, as it would carry out an order; its maker may bill that
 */
export const examineExecutor = async (
  repo: Repository | null,
  artifactsRoot: string,
  { greeted, tries }: { readonly greeted: string | null; readonly tries: boolean },
  place: TrialPlace,
): Promise<readonly Finding[]> => {
  const { values, env } = place;
  const chosen = chosenExecutor(greeted ?? values.factory.executor, values.executors);
  if (!chosen.ok) return [missing("executor", chosen.issues[0])];
  const executor = chosen.value;
  if (executor === null) return [];
  const program = executorProgram(executor, env, repo === null ? [] : [repo.root]);
  if (!program.ok) return [missing("executor", program.issues[0])];
  const isGreeted = greeted !== null && executor.protocol === "acp";
  const lacks = `${executor.name} is a command: it does not tell what it does and spends, so no budget can be enforced`;
  const more = greeted === null || isGreeted ? [] : [fine("executor", lacks)];
  if ((!tries && !isGreeted) || repo === null) return [await version(executor, program.value, env), ...more];
  return [...(await tried(executor, repo, artifactsRoot, !tries, place)), ...more];
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
  greets: boolean,
  place: TrialPlace,
): Promise<readonly Finding[]> => {
  const { values, env, secrets, signal } = place;
  const { commit } = await repo.head();
  const isolation = await findIsolation(values.run, values.sandbox, repo);
  if (!isolation.ok) return [missing("executor", isolation.issues[0])];
  if (commit === null) return [];
  const worked = await whileTried(repo, commit, isolation.value, place, ({ worktree, directory }) => {
    const where = { directory, repo, artifactsRoot, secrets, signal, ...UNWATCHED, greets };
    return executorAt(worktree, { ...executor, template: "", users: env }, where).work(QUESTION, "", []);
  });
  if (worked.kind !== "done") return worked.kind === "unready" ? [missing("setup", worked.why)] : [];
  const done = worked.value;
  if (done.kind === "failed") return [missing("executor", done)];
  const { spending = null } = done;
  const tells =
    spending === null
      ? ""
      : `, and ${(spending.usage ?? spending.costUsd) === null ? "does not tell" : "tells"} what it spends`;
  const said = greets
    ? `${executor.name} is ${printable(done.said)}; --verify shows whether it tells what it spends`
    : `${executor.name} answers: ${printable(done.said)}${tells}`;
  return done.outside.length === 0
    ? [fine("executor", said)]
    : [warned("executor", `${said}, but it changed ${done.outside.join(", ")}`, "see what its settings make it write")];
};
