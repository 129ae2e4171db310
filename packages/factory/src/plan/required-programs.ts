import { acceptanceOf, normalizePath, type RepoPath, type WorkOrder } from "@llmch/contract";
import {
  commandInWords,
  exemptVerification,
  hintOf,
  NO_CHOICES,
  outputFolderNames,
  type Tree,
  type VerifyChoices,
  type VerifyCommand,
  verificationOf,
} from "@llmch/languages";
import { commandWords, type Refusal, refusal } from "@llmch/text";
import { deriveCommands, type RepoDeriveCommand } from "../job/derive-commands.ts";
import { possibleText } from "./unverified.ts";

/** What preflight needs to know about the machine and the baseline. Passed in as facts, so the rules stay pure. */
export interface MachineFacts {
  /** The baseline: its tracked files, the texts that show what it is, and what is installed. */
  readonly tree: Tree;
  /** True if the name is an executable on the commands' PATH. */
  readonly onPath: (program: string) => boolean;
  /** True if commands can find an untracked path with a `/`: it is absolute, or in a dependency folder. */
  readonly untrackedProgram: (path: string) => boolean;
  readonly choices?: VerifyChoices;
  /** Derive commands from the settings. */
  readonly repoDerives?: readonly RepoDeriveCommand[];
}

export interface Requirements {
  /** One refusal for each missing program. */
  readonly missing: readonly Refusal[];
  /** Python modules that commands run with `python -m`, to look for on the machine. */
  readonly pythonModules: readonly NeededModule[];
}

export interface NeededModule {
  readonly module: string;
  /** The folder that it runs in; null for the repo's root. */
  readonly folder: RepoPath | null;
}

/** Finds the programs that the orders' commands and the verification need, order by order (contract §6, preflight). */
export const requiredPrograms = (orders: readonly WorkOrder[], facts: MachineFacts): Requirements => {
  const files = new Set(facts.tree.files);
  const found = collected(facts);
  const rewritten = new Set<string>();
  const changing: ChangingText[] = [];
  const verified = verifications(facts);
  const possible = possibleText(facts.choices ?? NO_CHOICES);
  for (const order of orders) {
    const made = (order.derive ?? []).flatMap((each) => each.files);
    for (const path of [...order.allowed_files, ...made]) {
      const name = normalizePath(path);
      const text = rewritten.has(name) ? null : possible(name);
      if (text !== null) changing.push([name, text]);
      files.add(name);
      rewritten.add(name);
    }
    for (const each of commandsOf(order, verified(order, files, changing), facts)) found.add(each, files);
  }
  return found.requirements();
};

/** The same for the verification of the baseline alone, before any order. */
export const verificationPrograms = (facts: MachineFacts): Requirements => {
  const found = collected(facts);
  const files = new Set(facts.tree.files);
  const { commands } = verificationOf(facts.tree, facts.choices);
  for (const each of commands) found.add({ ...each, where: "the verification of the repo" }, files);
  return found.requirements();
};

/** Collects what commands need, each missing program once. */
const collected = (facts: MachineFacts) => {
  const missing = new Map<string, Refusal>();
  const pythonModules = new Map<string, NeededModule>();
  return {
    add: ({ where, argv, folder }: NeededCommand, files: ReadonlySet<string>): void => {
      const program = argv[0] ?? "";
      if (!missing.has(program) && !isThere(program, folder, files, facts))
        missing.set(program, programMissing(program, where, hintOf(program, facts.tree, facts.choices)));
      if (/^python3?$/.test(program) && argv[1] === "-m" && argv[2] === "pytest") {
        const needed = { module: argv[2], folder };
        pythonModules.set(JSON.stringify(needed), needed);
      }
    },
    requirements: (): Requirements => ({
      missing: [...missing.values()],
      pythonModules: [...pythonModules.values()],
    }),
  };
};

interface NeededCommand {
  readonly where: string;
  readonly argv: readonly string[];
  readonly folder: RepoPath | null;
}

const commandsOf = (
  order: WorkOrder,
  verification: readonly VerifyCommand[],
  { repoDerives = [] }: MachineFacts,
): readonly NeededCommand[] => {
  const needed: NeededCommand[] = [];
  for (const { command } of [...acceptanceOf(order), ...deriveCommands({ order, repoDerives }, order.allowed_files)]) {
    const words = commandWords(command);
    if (words.ok)
      needed.push({ where: `${order.id}'s command ${JSON.stringify(command)}`, argv: words.value, folder: null });
  }
  return [...needed, ...verification.map((each) => ({ ...each, where: `the verification of ${order.id}` }))];
};

/**
 * The commands that verify an order in every tree that may exist by then. If an order writes no new file and no telling text, its
 * verification is that of the order before.
 */
const verifications = ({ tree, choices = NO_CHOICES }: MachineFacts) => {
  let known: { readonly key: string; readonly commands: readonly VerifyCommand[] } | undefined;
  return (
    order: WorkOrder,
    files: ReadonlySet<string>,
    changing: readonly ChangingText[],
  ): readonly VerifyCommand[] => {
    const key = JSON.stringify([files.size, changing]);
    if (!order.verify_exempt && known?.key === key) return known.commands;
    const trees = possibleTrees({ ...tree, files: [...files] }, changing);
    const ofEach: (readonly VerifyCommand[])[] = [];
    for (const each of trees) {
      const { commands } = order.verify_exempt
        ? exemptVerification(each, order.allowed_files, choices)
        : verificationOf(each, choices);
      ofEach.push(commands);
    }
    const commands = certain(ofEach);
    if (!order.verify_exempt) known = { key, commands };
    return commands;
  };
};

const certain = ([first = [], ...others]: readonly (readonly VerifyCommand[])[]): readonly VerifyCommand[] => {
  const names = others.map((commands) => new Set(commands.map(commandInWords)));
  return first.filter((command) => names.every((each) => each.has(commandInWords(command))));
};

/** Each such file may define something or not, which doubles the number of trees. */
const MOST_CHANGING = 5;

/** A telling file that the orders write, with the most consequential text that they may give it. */
type ChangingText = readonly [path: string, text: string];

/** No trees if there would be too many: then nothing is certain. */
const possibleTrees = (tree: Tree, changing: readonly ChangingText[]): readonly Tree[] => {
  if (changing.length > MOST_CHANGING) return [];
  let trees: readonly Tree[] = [tree];
  for (const [path, text] of changing) {
    trees = trees.flatMap((each) => [
      { ...each, texts: withText(each.texts, path, null) },
      { ...each, texts: withText(each.texts, path, text) },
    ]);
  }
  return trees;
};

const withText = (texts: Tree["texts"], path: string, text: string | null): Tree["texts"] => {
  const { [path]: _, ...others } = texts;
  return text === null ? others : { ...others, [path]: text };
};

const isThere = (
  program: string,
  folder: RepoPath | null,
  files: ReadonlySet<string>,
  facts: MachineFacts,
): boolean => {
  if (program === "") return false;
  if (!program.includes("/")) return facts.onPath(program) || (program === "python" && facts.onPath("python3"));
  const path = folder === null || program.startsWith("/") ? program : `${folder}/${program}`;
  return files.has(normalizePath(path)) || facts.untrackedProgram(path) || isBuilt(path, files, facts);
};

/** Build output exists once the repo is verified, which happens before an order's own commands (contract §6). */
const isBuilt = (path: string, files: ReadonlySet<string>, { tree, choices }: MachineFacts): boolean => {
  const names = outputFolderNames({ ...tree, files: [...files] }, choices);
  return (
    !path.startsWith("/") &&
    normalizePath(path)
      .split("/")
      .slice(0, -1)
      .some((part) => names.includes(part))
  );
};

const programMissing = (program: string, where: string, hint: string | null): Refusal =>
  program === ""
    ? refusal("program-missing", `${where} is empty`, "give the command of one process")
    : program.includes("/")
      ? refusal(
          "program-missing",
          `${where} runs ${program}, which is neither in the baseline nor an allowed file by then`,
          "fix the path, let an earlier order create it, or make and run it in one command: `bash -c 'make tool && ./tool'`",
        )
      : refusal(
          "program-missing",
          `${where} runs ${program}, which is not on the PATH`,
          hint ?? `install ${program}, or fix the command`,
        );
