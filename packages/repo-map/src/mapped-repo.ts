import type { RepoCode, RepoFile } from "./code.ts";

/** What a map is made from. */
export interface MappedRepo {
  readonly listing: readonly string[];
  /** The readable texts among the files of `tellingFiles`. */
  readonly texts: Readonly<Record<string, string>>;
  /** Test files. One that is not a regular file has no hash, and only its path is shown. */
  readonly tests: readonly { readonly path: string; readonly blob: RepoFile["blob"] | null }[];
  /** The plan's purpose: what it names comes first. */
  readonly spec: string;
  /** Null if no symbols are wanted. */
  readonly code: RepoCode | null;
}
