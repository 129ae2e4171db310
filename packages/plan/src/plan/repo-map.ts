import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { readBoundedText } from "@llmch/files";
import { isTestFile } from "@llmch/languages";
import {
  type CodePorts,
  drawMap,
  type MapLimits,
  namedFiles,
  SHOWN_FILES,
  signaturesIn,
  sourcesToSign,
  tellingFiles,
} from "@llmch/repo-map";
import { createSyntaxParser } from "@llmch/syntax/code";
import { type Environment, quoteAsData } from "@llmch/text";
import { readBlobTexts, readRepoTexts } from "@llmch/workspace";

/** A repo at its commit, or a folder as it is on disk. */
export interface ListedRepo {
  readonly directory: string;
  readonly files: readonly string[];
  /** The blob ids of regular files; empty for a folder that no commit tracks. */
  readonly blobs: ReadonlyMap<string, string>;
  /** The commit, if it is another than HEAD. */
  readonly at?: string | null;
}

interface Context {
  /** What the plan is for. */
  readonly spec: string;
  readonly env: Environment;
  /** True for a planner without tools: it is shown the files that the spec names. */
  readonly showsNamed: boolean;
}

/** Larger source files are not searched for definitions. */
const CODE_BYTES = 500_000;
/** Larger manifests are not read. */
const TELLING_BYTES = 5_000_000;

/** What the planner is told of a repo's files. Writes nothing. */
export const mapRepo = async (repo: ListedRepo, limits: MapLimits, context: Context): Promise<string> => {
  const { files, blobs } = repo;
  const { spec, env, showsNamed } = context;
  const telling = tellingFiles(files, SHOWN_FILES);
  const named = showsNamed ? namedFiles(files, spec).filter((path) => !telling.includes(path)) : [];
  const texts = await textsToShow(repo, [...telling, ...named], env);
  const isRegular = (path: string) => blobs.size === 0 || blobs.has(path);
  // What tests define says little about the product.
  const product = files.filter((path) => isRegular(path) && !isTestFile(path));
  const ports = { texts: textsOf(repo, CODE_BYTES, env), parse: createSyntaxParser() };
  return drawMap({ listing: files, texts, named, product, spec }, limits, ports);
};

/** What the planner of a window is told of the code that stands, those signatures first that the sentences name; empty if there are none. */
export const publishedSignatures = async (repo: ListedRepo, sentences: string, env: Environment): Promise<string> => {
  const { files, blobs } = repo;
  const paths = sourcesToSign(files, sentences).filter((path) => blobs.size === 0 || blobs.has(path));
  const found = new Map<string, string | null>();
  await textsOf(repo, CODE_BYTES, env)(paths, (path, text) => found.set(path, text));
  const sources = paths.map((path) => ({ path, text: found.get(path) ?? "" }));
  const told = await signaturesIn(sources, sentences, createSyntaxParser());
  return told === "" ? "" : `What its code publishes, without bodies:\n\n${quoteAsData("signatures", told)}`;
};

/** Reads regular files of the commit in one call; others separately, following links if that is safe. */
const textsToShow = async (
  repo: ListedRepo,
  paths: readonly string[],
  env: Context["env"],
): Promise<Readonly<Record<string, string>>> => {
  const { blobs } = repo;
  const texts: Record<string, string> = {};
  await textsOf(
    repo,
    TELLING_BYTES,
    env,
  )(
    paths.filter((path) => blobs.has(path)),
    (path, text) => {
      if (text !== null) texts[path] = text;
    },
  );
  const others = paths.filter((path) => !blobs.has(path));
  return others.length === 0
    ? texts
    : { ...texts, ...(await readRepoTexts(repo.directory, others, env, { at: repo.at ?? null })) };
};

/** How many files of a folder are read in parallel. */
const TOGETHER = 16;

const textsOf =
  ({ directory, blobs }: ListedRepo, maxBytes: number, env: Context["env"]): CodePorts["texts"] =>
  async (paths, use) => {
    if (blobs.size === 0) {
      for (let start = 0; start < paths.length; start += TOGETHER) {
        const read = paths.slice(start, start + TOGETHER).map(async (path) => {
          const text = await readBoundedText(join(directory, path), { maxBytes, links: "none" });
          return () => use(path, text.ok ? text.value : null);
        });
        for (const hand of await Promise.all(read)) hand();
        await setImmediate();
      }
      return;
    }
    const files = paths.flatMap((path) => ({ path, blob: blobs.get(path) ?? "" }));
    await readBlobTexts(directory, files, { maxBytes, env }, ({ path }, text) => use(path, text));
  };
