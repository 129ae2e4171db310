import { join, resolve } from "node:path";
import { EXIT, PROVIDERS, printable, type Refusal, refusal } from "@llmch/contract";
import { quoted } from "@llmch/engine/resume";
import { nameOfFile, REPO_FILE } from "@llmch/engine/settings";
import { readBoundedText } from "@llmch/files";
import { commandInWords, setupsOf, tellingFiles, VERIFY_SCRIPT, verificationOf } from "@llmch/languages";
import { replaceDocument } from "@llmch/store";
import { openRepository, readRepoTexts, repoListing } from "@llmch/workspace";
import type { CommandContext } from "../command-context.ts";
import type { InitOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { type Starter, starterFile } from "../settings/starter-file.ts";

/** What is asked where Anthropic's is the only key: a strong model plans, a quick one carries out. */
export const ANTHROPIC_MODELS = {
  "planner.model": "anthropic:claude-opus-5-5",
  "factory.model": "anthropic:claude-sonnet-5-5",
} as const;

/** `llmch init`: looks at the repo and writes a commented llmch.config.json at its root. */
export const init = async (options: InitOptions, { env, cwd }: CommandContext): Promise<Outcome> => {
  const opened = await openRepository(resolve(cwd, options.repo), env);
  if (!opened.ok) return refused(opened.issues);
  const { root } = opened.value;
  const path = join(root, REPO_FILE);
  const name = nameOfFile(path, env, cwd);
  const obstacle = await obstacleAt(path, name, options.overwrite);
  if (obstacle !== null) return refused([obstacle]);
  const found = await findings(root, env);
  if (!found.ok) return refused(found.issues);
  const keys = Object.values(PROVIDERS).map(({ keyVariable: variable }) => ({ variable, isSet: isSet(env[variable]) }));
  const written = await replaceDocument(path, starterFile({ ...found.value, chosen: chosenModels(env) }), () => true);
  if (!written.ok) return refused(written.issues);
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: [
      ...found.value.found,
      ...keys.map(({ variable, isSet }) => `${variable} is ${isSet ? "set" : "not set"}`),
      ...Object.values(PROVIDERS).flatMap(({ baseUrlVariable: variable }) =>
        isSet(env[variable]) ? [`${variable} names a server of your own`] : [],
      ),
      `PASS  ${printable(name)} is written: commit it, and see \`llmch config\` for what holds`,
    ],
    paths: { settings: path },
  };
};

const isSet = (value: string | undefined): boolean => (value ?? "").trim() !== "";

const obstacleAt = async (path: string, name: string, overwrite: boolean): Promise<Refusal | null> => {
  const standing = await readBoundedText(path, { maxBytes: 1024 * 1024, links: "none" });
  if (standing.ok && (standing.value === null || overwrite)) return null;
  return standing.ok
    ? refusal("output-exists", `${name} is there already`, "change it by hand, or replace it with --overwrite")
    : refusal("output-exists", `${name} is there, and ${standing.issues[0]}`, "remove it");
};

/** What the repo is, as the factory sees it, and what it might be told of it. */
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
    setups.filter(({ isOutside }) => isOutside === outside).map(({ argv }) => argv.map(quoted).join(" "));
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
  const suggested = {
    ...(isSaid || commands.length === 0 || commands.some(({ folder }) => folder !== null)
      ? {}
      : { "verify.commands": commands.map(commandInWords) }),
    ...(install.length === 0 ? {} : { "setup.commands": install }),
  };
  return { ok: true as const, value: { found: [verified, ...advice, ...installed], suggested } };
};

/** Models that differ from the defaults: where those could not be asked, and others could. */
const chosenModels = (env: NodeJS.ProcessEnv): Starter["chosen"] => {
  const { openai, anthropic } = PROVIDERS;
  if (isSet(env[openai.keyVariable]) || !isSet(env[anthropic.keyVariable])) return {};
  const because = `Chosen because ${anthropic.keyVariable} was set as this was written, and ${openai.keyVariable} was not.`;
  return Object.fromEntries(Object.entries(ANTHROPIC_MODELS).map(([name, value]) => [name, { value, because }]));
};
