import { existsSync } from "node:fs";
import { join } from "node:path";
import { agentNotes } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { ecosystemHints, probedFiles, tellingFiles } from "@llmch/languages";
import type { IgnoredAmong } from "@llmch/planner";
import { commitFiles, looksAround, plannerLimits } from "@llmch/records";
import { verifyChoices } from "@llmch/run";
import { accepted, type Environment, type Refusal, type Result, utf8Length } from "@llmch/text";
import { type RepoListing, readRepoTexts, repoListing } from "@llmch/workspace";

/** The repo that a plan is made for: its files, and what the planner is told about it. */
export interface Target {
  /** Null if none was named. */
  readonly directory: string | null;
  readonly files: readonly string[];
  /** The commit that tracks them, if any. */
  readonly commit: string | null;
  /** The repo's languages, how it is verified, and its map. */
  readonly hints: string | null;
  readonly ignoredAmong: IgnoredAmong;
  /** The files that the planner may look at with tools; null if it answers without. */
  readonly look: (() => ReturnType<typeof commitFiles>) | null;
}

/** What a planner with tools is shown of the repo at first: with the rules of the prompt, 16 KB. */
const PAGE_BYTES = 7_200;
/** So much of it may be what people wrote for agents; more of that comes on top. */
const NOTES_BYTES = 3_000;

const NOTHING_KNOWN = { look: null, ignoredAmong: async () => new Set<string>() };

/** The target without what a planner is told about the repo. */
export const listTarget = async (
  directory: string,
  { planner }: Pick<Settings, "planner">,
  { env, at = null }: { readonly env: Environment; readonly at?: string | null },
): Promise<Result<RepoListing & Target, Refusal>> => {
  const listing = await repoListing(directory, env, at);
  if (!listing.ok) return listing;
  const { files, commit, repo } = listing.value;
  // Without a commit there is nothing that stays as it is while the planner looks.
  const canLook = repo !== null && commit !== null && looksAround(planner, files);
  const look = canLook ? () => commitFiles(repo, commit) : null;
  return accepted({ ...listing.value, directory, hints: null, look });
};

/**
 * Reads the target repo's listing and maps it (contract §3, §4). Nothing is written.
 * @param places `at` is the commit to plan on; null or left out for HEAD. `standing`: where a build stands, whose window is planned
 */
export const readTarget = async (
  directory: string | null,
  settings: Pick<Settings, "planner" | "models" | "verify">,
  places: {
    readonly env: Environment;
    readonly spec: string;
    readonly at?: string | null;
    readonly standing?: string | null;
  },
): Promise<Result<Target, Refusal>> => {
  if (directory === null) {
    return accepted({ directory, files: [], commit: null, hints: null, ...NOTHING_KNOWN });
  }
  const { at = null } = places;
  const choices = verifyChoices(settings.verify, null);
  if (!choices.ok) return choices;
  const listing = await listTarget(directory, settings, places);
  if (!listing.ok) return listing;
  const { files, commit, repo: known, blobs, ignoredAmong, look } = listing.value;
  // Loaded only for plans that name a repo.
  const { mapRepo, publishedSignatures } = await import("./repo-map.ts");
  const limits = plannerLimits(settings);
  const texts = await readRepoTexts(directory, tellingFiles(files), places.env, { at, known });
  const present = probedFiles(files).filter((path) => existsSync(join(directory, path)));
  const ecosystem = ecosystemHints({ files, texts, present, node: process.versions.node }, choices.value);
  const notes = await agentNotes(files, [], async (path) => {
    const found = await readRepoTexts(directory, [path], places.env, { at, known });
    return found[path] ?? null;
  });
  const page = Math.max(1, PAGE_BYTES - utf8Length(ecosystem) - Math.min(utf8Length(notes), NOTES_BYTES));
  const bytes = look === null ? limits.mapBytes : Math.min(limits.mapBytes, page);
  const showsNamed = look === null;
  const repo = { directory, files, blobs, at };
  const map = await mapRepo(repo, { bytes, paths: limits.paths }, { ...places, showsNamed });
  const signatures = places.standing == null ? "" : await publishedSignatures(repo, places.standing, places.env);
  const hints = [ecosystem, map, signatures, notes].filter((part) => part !== "").join("\n\n");
  return accepted({ directory, files, commit, hints, ignoredAmong, look });
};
