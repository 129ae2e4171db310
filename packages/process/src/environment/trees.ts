/** The two trees, and what leads from one to the other. */
export interface Trees {
  /** The user's checkout. */
  readonly checkout: string;
  /** Our tree. */
  readonly root: string;
  /** Our folder beside it. */
  readonly folder: string;
  /** Dependency folders that both have. */
  readonly dependencies: readonly string[];
  readonly trackedFiles: readonly string[];
}
