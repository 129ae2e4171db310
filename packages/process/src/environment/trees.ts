/** The two trees, and what links one to the other. */
export interface Trees {
  /** The user's checkout. */
  readonly checkout: string;
  /** llmch's tree. */
  readonly root: string;
  /** llmch's folder beside it. */
  readonly folder: string;
  /** Dependency folders that both have. */
  readonly dependencies: readonly string[];
  readonly trackedFiles: readonly string[];
}
