import { join, resolve } from "node:path";
import { nameOfFile, REPO_FILE } from "@llmch/config";
import { PROVIDERS } from "@llmch/contract";
import { readBoundedText } from "@llmch/files";
import { replaceDocument, resolveArtifactsRoot } from "@llmch/store";
import {
  type Environment,
  isJsonObject,
  type JsonValue,
  printable,
  type Refusal,
  refusal,
  shellWord,
  textMember,
} from "@llmch/text";
import { commitFile, openRepository, plainBranch, type Repository } from "@llmch/workspace";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { choice, repo } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { findings } from "../init/findings.ts";
import { addExcludes, EXCLUDES, missingIgnores, USUAL_ORDERS } from "../init/ignored-places.ts";
import { type Starter, starterFile } from "../init/starter-file.ts";
import { done, type Outcome, refused } from "../outcome.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "init",
  topic: "Set up",
  sentence: "look at the repo and write a commented llmch.config.json",
  may: "write",
  tellsOfSettings: true,
  request: z.strictObject({
    repo: repo(),
    overwrite: choice("replace the file that is there"),
    use: z
      .boolean()
      .optional()
      .describe(
        "whether to set what was found, not only to suggest it in comments (default: ask, if somebody can answer)",
      )
      .meta({ flag: null }),
    ignore: z
      .boolean()
      .optional()
      .describe("whether to add what .git/info/exclude lacks (default: ask, if somebody can answer)")
      .meta({ flag: null }),
  }),
  result: z.object({
    found: z.array(z.string()).describe("what was found and done, one sentence each"),
    ignored: z.array(z.string()).describe("the lines that .git/info/exclude lacks or lacked"),
  }),
  elsewhere: ["found", "ignored"],
  examples: ["init --repo my-project", "init --overwrite"],
}));

type Request = RequestOf<typeof description>;

/** The models if Anthropic's key is the only one: a strong one plans, a quick one carries out. */
export const ANTHROPIC_MODELS = {
  "planner.model": "anthropic:claude-opus-5-5",
  "factory.model": "anthropic:claude-sonnet-5-5",
} as const;

/** Inspects the repo and writes a commented llmch.config.json at its root. */
export const operate = async (
  request: Request,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const { env, cwd } = context;
  const opened = await openRepository(resolve(cwd, request.repo), env);
  if (!opened.ok) return refused(opened.issues);
  const { root } = opened.value;
  const path = join(root, REPO_FILE);
  const name = nameOfFile(path, env, cwd);
  const obstacle = await obstacleAt(path, name, request.overwrite);
  if (obstacle !== null)
    return (await ignoresAlone(obstacle, name, opened.value, request, context)) ?? refused([obstacle]);
  const found = await findings(root, env);
  if (!found.ok) return refused(found.issues);
  const keys = Object.values(PROVIDERS).map(({ keyVariable: variable }) => ({ variable, isSet: isSet(env[variable]) }));
  // Asked first: an interrupted question leaves nothing made.
  const { lacking, ...said } = found.value;
  const names = Object.keys(said.suggested);
  const proposed = [`${printable(name)} would set:`, ...suggestedLines(said.suggested), ...lacking];
  const isUsed = names.length > 0 && (await agrees(request.use, "Use these?", proposed, context));
  const ignored = await offeredIgnores(opened.value, request, context);
  const commit = await offeredCommit(opened.value, name, request, context);
  // What this machine lacks is no matter of a file that is committed.
  const starter = { ...said, isUsed, chosen: chosenModels(env) };
  const written = await replaceDocument(path, starterFile(starter), () => true);
  if (!written.ok) return refused(written.issues);
  const sentences = [
    ...said.found,
    ...(names.length === 0
      ? []
      : [
          isUsed
            ? `${printable(name)} sets ${list(names)}: \`llmch config verify\` shows what would run.`
            : notInForce(names, name),
        ]),
    ...lacking,
    ...keys.map(({ variable, isSet }) => `${variable} is ${isSet ? "set" : "not set"}`),
    ...Object.values(PROVIDERS).flatMap(({ baseUrlVariable: variable }) =>
      isSet(env[variable]) ? [`${variable} names a server of your own`] : [],
    ),
    ...(await takenUp(opened.value, ignored)),
  ];
  const kept = await keptIn(opened.value, commit, context);
  return done(
    { found: sentences, ignored: [...ignored.lines] },
    {
      paths: { settings: path },
      lines: [
        ...sentences,
        `PASS  ${printable(name)} is written${kept}, and \`llmch config\` shows the settings that apply`,
      ],
    },
  );
};

/** Whether somebody wants it: a request may say so, else whoever can answer is asked. */
const agrees = async (
  said: boolean | undefined,
  question: string,
  lines: readonly string[],
  { face }: OperationContext,
): Promise<boolean> => said ?? (await face.begins({ kind: "change", lines, question, isUsual: true })) === true;

const suggestedLines = (suggested: Starter["suggested"]): readonly string[] => {
  const inWords = (value: JsonValue) => (isJsonObject(value) ? textMember(value, "command") : String(value));
  return Object.entries(suggested).map(([name, values]) => `  ${name}: ${values.map(inWords).join(", ")}`);
};

const list = (names: readonly string[]): string => names.join(", ").replace(/, ([^,]*)$/, " and $1");

const notInForce = (names: readonly string[], file: string): string =>
  `What is suggested for ${list(names)} is a comment in ${printable(file)}, not in force: take the \`//\` away in front of what you want.`;

/** The branch on which the file is to be committed: null if nobody wants it, or if it would not be as if they did it. */
const offeredCommit = async (
  repo: Repository,
  name: string,
  { use }: Request,
  context: OperationContext,
): Promise<string | null> => {
  const branch = use === undefined ? await plainBranch(repo) : null;
  const question = `Commit ${printable(name)} on ${printable(branch ?? "")}?`;
  return branch !== null && (await agrees(undefined, question, [], context)) ? branch : null;
};

/** Commits the file on this branch; without one, says how. */
const keptIn = async (repo: Repository, branch: string | null, { cwd }: OperationContext): Promise<string> => {
  const at = cwd === repo.root ? "git" : `git -C ${shellWord(nameOfFile(repo.root, {}, cwd) || ".")}`;
  const byHand = `: commit it with \`${at} add ${REPO_FILE} && ${at} commit -m "Set up llmch"\``;
  if (branch === null) return byHand;
  const committed = await commitFile(repo, REPO_FILE, "Set up llmch");
  return committed.ok
    ? ` and committed on ${printable(branch)}`
    : ` but not committed (${printable(committed.issues[0])})${byHand}`;
};

/** The lines that keep runs and orders out of the repo, and whether the user wants them. */
interface OfferedIgnores {
  readonly lines: readonly string[];
  readonly isWanted: boolean;
}

const offeredIgnores = async (
  repo: Repository,
  { ignore }: Request,
  context: OperationContext,
): Promise<OfferedIgnores> => {
  const lines = await lackingIgnores(repo, context.env, context.cwd);
  const question = `Add ${list(lines)} to ${EXCLUDES}?`;
  return { lines, isWanted: lines.length > 0 && (await agrees(ignore, question, [], context)) };
};

const lackingIgnores = (repo: Repository, env: Environment, cwd: string): Promise<readonly string[]> =>
  missingIgnores(repo, [resolveArtifactsRoot(undefined, env, cwd), join(repo.root, USUAL_ORDERS)]);

/** Beside settings that stay, adds the lines that are missing, if that is asked for. Null if it is not, or if it lacks nothing. */
const ignoresAlone = async (
  { code }: Refusal,
  name: string,
  repo: Repository,
  { ignore = false }: Request,
  { env, cwd }: OperationContext,
): Promise<Outcome<ResultOf<typeof description>> | null> => {
  const lines = ignore && code === "output-exists" ? await lackingIgnores(repo, env, cwd) : [];
  if (lines.length === 0) return null;
  const found = await takenUp(repo, { lines, isWanted: true });
  return done(
    { found: [...found], ignored: [...lines] },
    { lines: [...found, `PASS  ${printable(name)} stays as it is: replace it with --overwrite`] },
  );
};

/** Adds the lines that the user wants, and reports the result. */
const takenUp = async (repo: Repository, { lines, isWanted }: OfferedIgnores): Promise<readonly string[]> => {
  if (lines.length === 0) return [];
  if (!isWanted)
    return [`These lines in ${EXCLUDES} keep runs and orders out of your commits (--yes adds them):`, ...lines];
  const fault = await addExcludes(repo, lines);
  const named = list(lines);
  return [
    fault === null
      ? `${EXCLUDES} has ${named} now.`
      : `${EXCLUDES} stays as it is (${printable(fault)}): add ${named}.`,
  ];
};

const isSet = (value: string | undefined): boolean => (value ?? "").trim() !== "";

const obstacleAt = async (path: string, name: string, overwrite: boolean): Promise<Refusal | null> => {
  const standing = await readBoundedText(path, { maxBytes: 1024 * 1024, links: "none" });
  if (standing.ok && (standing.value === null || overwrite)) return null;
  return standing.ok
    ? refusal("output-exists", `${name} already exists`, "change it by hand, or replace it with --overwrite")
    : refusal("output-exists", `${name} is there, and ${standing.issues[0]}`, "remove it");
};

/** Models other than the defaults: Anthropic's, if its key is set and OpenAI's is not. */
const chosenModels = (env: Environment): Starter["chosen"] => {
  const { openai, anthropic } = PROVIDERS;
  if (isSet(env[openai.keyVariable]) || !isSet(env[anthropic.keyVariable])) return {};
  const because = `Chosen because ${anthropic.keyVariable} was set as this was written, and ${openai.keyVariable} was not.`;
  return Object.fromEntries(Object.entries(ANTHROPIC_MODELS).map(([name, value]) => [name, { value, because }]));
};
