import { join, resolve } from "node:path";
import { EXIT, PROVIDERS, printable, type Refusal, refusal, shellWord } from "@llmch/contract";
import { nameOfFile, REPO_FILE } from "@llmch/engine/settings";
import { readBoundedText } from "@llmch/files";
import { commandInWords, setupsOf, tellingFiles, VERIFY_SCRIPT, verificationOf } from "@llmch/languages";
import { replaceDocument, resolveArtifactsRoot } from "@llmch/store";
import { openRepository, type Repository, readRepoTexts, repoListing } from "@llmch/workspace";
import type { CommandContext } from "../command-context.ts";
import type { InitOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { addLines, missingIgnores, USUAL_ORDERS } from "../settings/ignored-places.ts";
import { type Starter, starterFile } from "../settings/starter-file.ts";
import { suggestedChecks } from "../settings/suggested-checks.ts";
import type { Terminal } from "../terminal.ts";
import { asksYesOrNo } from "../yes-or-no.ts";

/** The models if Anthropic's key is the only one: a strong one plans, a quick one carries out. */
export const ANTHROPIC_MODELS = {
  "planner.model": "anthropic:claude-opus-5-5",
  "factory.model": "anthropic:claude-sonnet-5-5",
} as const;

/** `llmch init`: inspects the repo and writes a commented llmch.config.json at its root. */
export const init = async (
  options: InitOptions,
  context: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr">,
): Promise<Outcome> => {
  const { env, cwd } = context;
  const opened = await openRepository(resolve(cwd, options.repo), env);
  if (!opened.ok) return refused(opened.issues);
  const { root } = opened.value;
  const path = join(root, REPO_FILE);
  const name = nameOfFile(path, env, cwd);
  const obstacle = await obstacleAt(path, name, options.overwrite);
  if (obstacle !== null)
    return (await ignoresAlone(obstacle, name, opened.value, options, context)) ?? refused([obstacle]);
  const found = await findings(root, env);
  if (!found.ok) return refused(found.issues);
  const keys = Object.values(PROVIDERS).map(({ keyVariable: variable }) => ({ variable, isSet: isSet(env[variable]) }));
  // Asked first: an interrupted question leaves nothing made.
  const ignored = await offeredIgnores(opened.value, options, context, terminal);
  // What this machine lacks is no matter of a file that is committed.
  const { lacking, ...said } = found.value;
  const written = await replaceDocument(path, starterFile({ ...said, chosen: chosenModels(env) }), () => true);
  if (!written.ok) return refused(written.issues);
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: [
      ...said.found,
      ...lacking,
      ...keys.map(({ variable, isSet }) => `${variable} is ${isSet ? "set" : "not set"}`),
      ...Object.values(PROVIDERS).flatMap(({ baseUrlVariable: variable }) =>
        isSet(env[variable]) ? [`${variable} names a server of your own`] : [],
      ),
      ...(await takenUp(opened.value, ignored)),
      `PASS  ${printable(name)} is written: commit it, and see \`llmch config\` for the settings that apply`,
    ],
    paths: { settings: path },
  };
};

/** The .gitignore lines that keep runs and orders out of the repo, and whether the user wants them. */
interface OfferedIgnores {
  readonly lines: readonly string[];
  readonly isWanted: boolean;
}

const offeredIgnores = async (
  repo: Repository,
  { yes }: InitOptions,
  { env, cwd, signal }: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr">,
): Promise<OfferedIgnores> => {
  const lines = await lackingIgnores(repo, env, cwd);
  const question = `Add ${inWords(lines)} to .gitignore?`;
  return { lines, isWanted: lines.length > 0 && (yes || (await asksYesOrNo(question, terminal, signal))) };
};

const lackingIgnores = (repo: Repository, env: CommandContext["env"], cwd: string): Promise<readonly string[]> =>
  missingIgnores(repo, [resolveArtifactsRoot(undefined, env, cwd), join(repo.root, USUAL_ORDERS)]);

/** `--yes` beside settings that stay: adds only what .gitignore lacks. Null if that is not asked for, or if it lacks nothing. */
const ignoresAlone = async (
  { code }: Refusal,
  name: string,
  repo: Repository,
  { yes }: InitOptions,
  { env, cwd }: CommandContext,
): Promise<Outcome | null> => {
  const lines = yes && code === "output-exists" ? await lackingIgnores(repo, env, cwd) : [];
  if (lines.length === 0) return null;
  const added = await takenUp(repo, { lines, isWanted: true });
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: [...added, `PASS  ${printable(name)} stays as it is: replace it with --overwrite`],
  };
};

/** Adds the lines that the user wants, and reports the result. */
const takenUp = async ({ root }: Repository, { lines, isWanted }: OfferedIgnores): Promise<readonly string[]> => {
  if (lines.length === 0) return [];
  if (!isWanted)
    return ["These lines in .gitignore keep runs and orders out of your commits (--yes adds them):", ...lines];
  const fault = await addLines(join(root, ".gitignore"), lines);
  const named = inWords(lines);
  return [
    fault === null ? `.gitignore has ${named} now.` : `.gitignore stays as it is (${printable(fault)}): add ${named}.`,
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
const findings = async (root: string, env: CommandContext["env"]) => {
  const listing = await repoListing(root, env);
  if (!listing.ok) return listing;
  const { files } = listing.value;
  const texts = await readRepoTexts(root, tellingFiles(files), env);
  const tree = { files, texts, present: [] };
  const { commands, reason } = verificationOf(tree);
  const how = commands.map((each) => `\`${commandInWords(each)}\``).join(", then ");
  const isSaid = files.includes(VERIFY_SCRIPT);
  const advice = isSaid
    ? []
    : [`There is no ${VERIFY_SCRIPT}, which would say how; nor need there be: see verify.commands.`];
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
const chosenModels = (env: NodeJS.ProcessEnv): Starter["chosen"] => {
  const { openai, anthropic } = PROVIDERS;
  if (isSet(env[openai.keyVariable]) || !isSet(env[anthropic.keyVariable])) return {};
  const because = `Chosen because ${anthropic.keyVariable} was set as this was written, and ${openai.keyVariable} was not.`;
  return Object.fromEntries(Object.entries(ANTHROPIC_MODELS).map(([name, value]) => [name, { value, because }]));
};
