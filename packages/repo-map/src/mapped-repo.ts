import type { RepoCode, RepoFile } from "./code.ts";

/** What a map is made from. */
export interface MappedRepo {
  readonly listing: readonly string[];
  /** Texts of the files that `tellingFiles` names, as far as they can be read. */
  readonly texts: Readonly<Record<string, string>>;
  /** Files of tests. One that is no regular file has no hash, and nothing but its path is told. */
  readonly tests: readonly { readonly path: string; readonly blob: RepoFile["blob"] | null }[];
  /** What the plan is for: what it names comes first. */
  readonly spec: string;
  /** Null if nobody asks for symbols. */
  readonly code: RepoCode | null;
}
