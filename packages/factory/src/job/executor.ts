import type { FileState, ModelReply, OnSpending, RepoPath, Spending } from "@llmch/contract";

/** An agent of another maker. It changes files, and what it changed is its answer. */
export interface Executor {
  readonly name: string;
  /** The text of `EXECUTOR_PROMPT.md`. */
  readonly template: string;
  /**
   * Has it work in the workspace as that stands, and then puts everything back. Never rejects for trouble of the agent's.
   * @param folder where its output is kept in the run's directory
   * @param allowed the files whose states are wanted
   */
  work(
    prompt: string,
    folder: string,
    allowed: readonly RepoPath[],
    onSpending?: OnSpending,
  ): Promise<Executed & { readonly spending?: Spending }>;
}

export type Executed =
  | {
      readonly kind: "done";
      readonly states: ReadonlyMap<RepoPath, FileState>;
      /** The other paths that it changed, as git reports them. */
      readonly outside: readonly string[];
      /** Its last words. */
      readonly said: string;
    }
  | Extract<ModelReply, { readonly kind: "failed" }>;

/** The agent that makes an attempt; undefined if a model makes it, as one does that an escalation names. */
export const executorFor = (
  { model }: { readonly model: string | null },
  { executor }: { readonly executor?: Executor | undefined },
): Executor | undefined => (model === null ? executor : undefined);
