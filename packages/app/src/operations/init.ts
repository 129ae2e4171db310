import { join, resolve } from "node:path";
import { nameOfFile, REPO_FILE } from "@llmch/config";
import { type Environment, PROVIDERS, printable, type Refusal, refusal, shellWord } from "@llmch/contract";
import { readBoundedText } from "@llmch/files";
import { commandInWords, setupsOf, tellingFiles, VERIFY_SCRIPT, verificationOf } from "@llmch/languages";
import { replaceDocument, resolveArtifactsRoot } from "@llmch/store";
import { openRepository, type Repository, readRepoTexts, repoListing } from "@llmch/workspace";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { addExcludes, EXCLUDES, missingIgnores, USUAL_ORDERS } from "../init/ignored-places.ts";
import { type Starter, starterFile } from "../init/starter-file.ts";
import { suggestedChecks } from "../init/suggested-checks.ts";
import { choice, repo } from "../members.ts";
import { describe, type RequestOf, type ResultOf } from "../operation.ts";
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

/** Inspects the repo and writes a commented llmch.config.json at its root. The drawing is the verdict's line. */
export const operate = async (
  request: Request,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>, string>> => {
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
  const ignored = await offeredIgnores(opened.value, request, context);
  // What this machine lacks is no matter of a file that is committed.
  const { lacking, ...said } = found.value;
  const written = await replaceDocument(path, starterFile({ ...said, chosen: chosenModels(env) }), () => true);
  if (!written.ok) return refused(written.issues);
  const sentences = [
    ...said.found,
    ...lacking,
    ...keys.map(({ variable, isSet }) => `${variable} is ${isSet ? "set" : "not set"}`),
    ...Object.values(PROVIDERS).flatMap(({ baseUrlVariable: variable }) =>
      isSet(env[variable]) ? [`${variable} names a server of your own`] : [],
    ),
    ...(await takenUp(opened.value, ignored)),
  ];
  return done(
    { found: sentences, ignored: [...ignored.lines] },
    {
      paths: { settings: path },
      drawing: `${printable(name)} is written: commit it, and see \`llmch config\` for the settings that apply`,
    },
  );
};

/** The lines that keep runs and orders out of the repo, and whether the user wants them. */
interface OfferedIgnores {
  readonly lines: readonly string[];
  readonly isWanted: boolean;
}

const offeredIgnores = async (
  repo: Repository,
  { ignore }: Request,
  { env, cwd, face }: OperationContext,
): Promise<OfferedIgnores> => {
  const lines = await lackingIgnores(repo, env, cwd);
  const question = `Add ${inWords(lines)} to ${EXCLUDES}?`;
  const isWanted =
    lines.length > 0 && (ignore ?? (await face.begins({ kind: "change", lines: [], question })) === true);
  return { lines, isWanted };
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
): Promise<Outcome<ResultOf<typeof description>, string> | null> => {
  const lines = ignore && code === "output-exists" ? await lackingIgnores(repo, env, cwd) : [];
  if (lines.length === 0) return null;
  const found = await takenUp(repo, { lines, isWanted: true });
  return done(
    { found: [...found], ignored: [...lines] },
    { drawing: `${printable(name)} stays as it is: replace it with --overwrite` },
  );
};

/** Adds the lines that the user wants, and reports the result. */
const takenUp = async (repo: Repository, { lines, isWanted }: OfferedIgnores): Promise<readonly string[]> => {
  if (lines.length === 0) return [];
  if (!isWanted)
    return [`These lines in ${EXCLUDES} keep runs and orders out of your commits (--yes adds them):`, ...lines];
  const fault = await addExcludes(repo, lines);
  const named = inWords(lines);
  return [
    fault === null
      ? `${EXCLUDES} has ${named} now.`
      : `${EXCLUDES} stays as it is (${printable(fault)}): add ${named}.`,
  ];
};

const inWords = (lines: readonly string[]): string => lines.join(" and ");

const isSet = (value: string | undefined): boolean => (value ?? "").trim() !== "";

const obstacleAt = async (path: string, name: string, overwrite: boolean): Promise<Refusal | null> => {
  const standing = await readBoundedText(path, { maxBytes: 1024 * 1024, links: "none" });
  if (standing.ok && (standing.value === null || overwrite)) return null;
  return standing.ok
    ? refusal("output-exists", `${name} already exists`, "change it by hand, or replace it with --overwrite")
    : refusal("output-exists", `${name} is there, and ${standing.issues[0]}`, "remove it");
};

/** How the factory would set up and verify the repo, and the settings to suggest. */
const findings = async (root: string, env: Environment) => {
  const listing = await repoListing(root, env);
  if (!listing.ok) return listing;
  const { files } = listing.value;
  const texts = await readRepoTexts(root, tellingFiles(files), env);
  const tree = { files, texts, present: [] };
  const { commands, reason } = verificationOf(tree);
  const how = commands.map((each) => `\`${commandInWords(each)}\``).join(", then ");
  const isSaid = files.includes(VERIFY_SCRIPT);
  const advice = isSaid ? [] : [`To verify them in another way, set verify.commands or write ${VERIFY_SCRIPT}.`];
  const verified =
    commands.length === 0 ? `Orders are not verified: ${reason}.` : `Orders are verified by ${how}: ${reason}.`;
  const setups = setupsOf(tree).filter(({ folder }) => folder === null);
  const commandsWhere = (outside: boolean) =>
    setups.filter(({ isOutside }) => isOutside === outside).map(({ argv }) => argv.map(shellWord).join(" "));
  const install = commandsWhere(false);
  const ahead = commandsWhere(true);
  const installed = [
    ...(install.length === 0
      ? []
      : [`\`${install.join("`, `")}\` would install what it depends on: see setup.commands.`]),
    ...(ahead.length === 0
      ? []
      : [`\`${ahead.join("`, `")}\`, called by you before a run, fetches what it depends on.`]),
  ];
  const { commands: verifying, fixes, sentences: checked, lacking } = await suggestedChecks(root, tree, commands, env);
  const suggested = {
    ...(verifying.length === 0 ? {} : { "verify.commands": verifying }),
    ...(fixes.length === 0
      ? {}
      : { "verify.fix": fixes.map(({ command, files }) => (files.length === 0 ? command : { command, files })) }),
    ...(install.length === 0 ? {} : { "setup.commands": install }),
  };
  return { ok: true as const, value: { found: [verified, ...advice, ...checked, ...installed], suggested, lacking } };
};

/** Models other than the defaults: Anthropic's, if its key is set and OpenAI's is not. */
const chosenModels = (env: Environment): Starter["chosen"] => {
  const { openai, anthropic } = PROVIDERS;
  if (isSet(env[openai.keyVariable]) || !isSet(env[anthropic.keyVariable])) return {};
  const because = `Chosen because ${anthropic.keyVariable} was set as this was written, and ${openai.keyVariable} was not.`;
  return Object.fromEntries(Object.entries(ANTHROPIC_MODELS).map(([name, value]) => [name, { value, because }]));
};
