import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { arch, platform } from "node:process";
import { type BaselineVerification, judgeBaseline } from "@llmch/contract";
import type { SetupSettings, VerifySettings } from "@llmch/contract/settings";
import { makeDirectory, realLocation, writeFileAtomic } from "@llmch/files";
import type { Sandbox } from "@llmch/process";
import { readOwnText } from "@llmch/store";
import { canonicalJson, type JsonValue, readJson, sha256Hex } from "@llmch/text";
import { cacheFolder, type Repository } from "@llmch/workspace";

/** The parts of a command that determine the verification result. */
export interface VerifiedBy {
  readonly argv: readonly string[];
  readonly folder: string | null;
}

/** What determines the verification result besides the tree. */
export interface VerifiedWith {
  readonly setup: Pick<SetupSettings, "commands" | "folders" | "network">;
  /** The variables of the commands. */
  readonly verify: Pick<VerifySettings, "env">;
  /** What commands see of the user's checkout beside the tree. */
  readonly dependencies: readonly string[];
  readonly isolation: { readonly sandbox: Pick<Sandbox, "name" | "allowsNetwork"> | null };
}

/**
 * Trees of a repo that verified with every command passing, remembered across runs. Failures are not remembered: they may come from what
 * is installed, and would excuse an order's faults. So a wrong entry can cost attempts but cannot hide anything.
 */
export interface VerifiedTrees {
  /** What was told of its tests; undefined if the entry is damaged, and null if there is none. */
  recall(tree: string, commands: readonly VerifiedBy[]): BaselineVerification["tests"] | null;
  /** If it cannot be stored, the next run only takes longer. */
  add(tree: string, commands: readonly VerifiedBy[], tests: BaselineVerification["tests"]): Promise<void>;
}

/** The most entries per repo. */
const MOST_TREES = 400;

/** Opens them in the user's cache folder. An entry's name holds everything but what was told of the tests. */
export const openVerifiedTrees = (
  { commonDir, env }: Pick<Repository, "commonDir" | "env">,
  { setup, verify, dependencies, isolation }: VerifiedWith,
): VerifiedTrees => {
  const home = cacheFolder(env);
  const folder = home === null ? null : join(home, "verified", sha256Hex(realLocation(commonDir)).slice(0, 16));
  const { commands: installs, folders, network } = setup;
  const sandbox: JsonValue =
    isolation.sandbox === null ? null : { name: isolation.sandbox.name, network: isolation.sandbox.allowsNetwork };
  const nameOf = (tree: string, commands: readonly VerifiedBy[]): string =>
    sha256Hex(
      canonicalJson({
        ...{ format: 6, env: { ...verify.env }, tree, platform, arch, sandbox, dependencies },
        setup: { commands: installs, folders, network },
        commands: commands.map(({ argv, folder: place }) => ({ argv, folder: place })),
      }),
    );
  return {
    recall: (tree, commands) => {
      const text = folder === null ? null : readOwnText(join(folder, nameOf(tree, commands)));
      if (text?.ok !== true) return null;
      const document = readJson(text.value);
      const judged = document.ok ? judgeBaseline(document.value) : null;
      return judged?.ok === true ? judged.value.tests : undefined;
    },
    add: async (tree, commands, tests) => {
      if (folder === null) return;
      try {
        makeDirectory(folder);
        await writeFileAtomic(join(folder, nameOf(tree, commands)), JSON.stringify(remembered(tree, tests)), {
          ...{ mode: 0o600, isDurable: false },
        });
        forgetOldest(folder);
      } catch {
        // Ignored: code that has something to lose reports a full or read-only disk.
      }
    },
  };
};

/** What is known about a tree in which every command passed. Names come from output, which is not kept. */
export const remembered = (tree: string, tests: BaselineVerification["tests"]): BaselineVerification => ({
  ...{ tree, source: "remembered", ok: true, red: [], flaky: [], commands: [] },
  reason: "an earlier run verified the same tree",
  ...(tests === undefined ? {} : { tests: tests.map(({ command, ran, skipped }) => ({ command, ran, skipped })) }),
});

const forgetOldest = (folder: string): void => {
  const names = readdirSync(folder);
  if (names.length <= MOST_TREES) return;
  const timeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newestFirst = names.map((name) => [name, timeOf(name)] as const).sort(([, a], [, b]) => b - a);
  for (const [name] of newestFirst.slice(MOST_TREES)) rmSync(join(folder, name), { force: true });
};
