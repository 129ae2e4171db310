import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Environment } from "@llmch/contract";
import { readBoundedText } from "@llmch/files";
import { isTestFile } from "@llmch/languages";
import {
  type CodePorts,
  drawMap,
  type KnownTexts,
  type MapLimits,
  type RepoCode,
  readCode,
  readKnown,
  SHOWN_FILES,
  tellingFiles,
  writeKnown,
} from "@llmch/repo-map";
import { readMapCache, writeMapCache } from "@llmch/store";
import { createSyntaxParser, grammarsVersion } from "@llmch/syntax/code";
import { isTracked, readBlobTexts, readRepoTexts } from "@llmch/workspace";

/** A repo at its commit, or a folder as it is on disk. */
export interface ListedRepo {
  readonly directory: string;
  readonly files: readonly string[];
  /** The blob ids of regular files; empty for a folder that no commit tracks. */
  readonly blobs: ReadonlyMap<string, string>;
}

export interface RepoMap {
  /** What the planner is told. */
  readonly text: string;
  /** Caches what was read below the artifacts root, so that the next map of the repo reads only changed files. */
  readonly keep: () => Promise<void>;
}

interface Context {
  /** What the plan is for. */
  readonly spec: string;
  readonly env: Environment;
  readonly artifactsRoot: string;
}

/** Larger source files are passed over. */
const MAPPED_FILE_BYTES = 500_000;
/** The most source files that are read to find out which of them others lean on, the shallow ones first. */
const MAPPED_FILES = 20_000;

/** Maps a plan's target repo. Writes nothing until `keep` is called. */
export const mapRepo = async (
  repo: ListedRepo,
  limits: MapLimits,
  { spec, env, artifactsRoot }: Context,
): Promise<RepoMap> => {
  const { directory, files, blobs } = repo;
  const texts = await tellingTexts(repo, tellingFiles(files, SHOWN_FILES), env);
  if (limits.mapTokens === 0) {
    return {
      text: await drawMap({ listing: files, texts, tests: [], spec, code: null }, limits),
      keep: async () => {},
    };
  }
  // A cache made with other grammars or limits is stale.
  const readBy = `${grammarsVersion()}, ${MAPPED_FILE_BYTES} bytes`;
  const isInGit = blobs.size > 0;
  const cached = isInGit ? await readMapCache(artifactsRoot, directory, (file) => isTracked(file, env)) : null;
  const earlier: KnownTexts = cached === null ? new Map() : readKnown(cached, readBy);
  const ports = { texts: textsOf(repo, MAPPED_FILE_BYTES, env), ...createSyntaxParser() };
  const tests = new Set(files.filter((path) => isTestFile(path)));
  // Without a commit the path serves as the blob id, which is enough for this one map. Tests are left out, because what they use says
  // little about the product.
  const regular = files.flatMap((path) => {
    const blob = isInGit ? blobs.get(path) : path;
    return blob === undefined ? [] : [{ path, blob }];
  });
  const product = regular.filter(({ path }) => !tests.has(path));
  const code: RepoCode = await readCode(product, MAPPED_FILES, earlier, ports);
  const blobOf = new Map(regular.map(({ path, blob }) => [path, blob]));
  const testFiles = [...tests].map((path) => ({ path, blob: blobOf.get(path) ?? null }));
  const text = await drawMap({ listing: files, texts, tests: testFiles, spec, code }, limits);
  const keep = async () => {
    const learnt = isInGit ? code.learnt() : null;
    if (learnt !== null) await writeMapCache(artifactsRoot, directory, writeKnown(learnt, readBy));
  };
  return { text, keep };
};

/** Larger manifests are not read. */
const TELLING_BYTES = 5_000_000;

/** Reads regular files of the commit in one call; others separately, following links if that is safe. */
const tellingTexts = async (
  repo: ListedRepo,
  paths: readonly string[],
  env: Context["env"],
): Promise<Readonly<Record<string, string>>> => {
  const { blobs } = repo;
  const regular = paths.flatMap((path) => {
    const blob = blobs.get(path);
    return blob === undefined ? [] : [{ path, blob }];
  });
  const texts: Record<string, string> = {};
  await textsOf(
    repo,
    TELLING_BYTES,
    env,
  )(regular, ({ path }, text) => {
    if (text !== null) texts[path] = text;
  });
  const others = paths.filter((path) => !blobs.has(path));
  return others.length === 0 ? texts : { ...texts, ...(await readRepoTexts(repo.directory, others, env)) };
};

/** How many files of a folder are read in parallel. */
const TOGETHER = 16;

const textsOf =
  ({ directory, blobs }: ListedRepo, maxBytes: number, env: Context["env"]): CodePorts["texts"] =>
  async (files, use) => {
    if (blobs.size === 0) {
      for (let start = 0; start < files.length; start += TOGETHER) {
        const read = files.slice(start, start + TOGETHER).map(async (file) => {
          const text = await readBoundedText(join(directory, file.path), { maxBytes, links: "none" });
          return () => use(file, text.ok ? text.value : null);
        });
        for (const hand of await Promise.all(read)) hand();
        await setImmediate();
      }
      return;
    }
    await readBlobTexts(directory, files, { maxBytes, env }, use);
  };
