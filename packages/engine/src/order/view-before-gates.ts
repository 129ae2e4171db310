import type { Files } from "@llmch/factory";

/**
 * The files of a worktree, as long as it shows what prompts may show. Once its gates are entered it shows what they run on, which is
 * more, so every read is refused.
 * @param isEntered whether the worktree was moved for the gates
 * @param refuse throws
 */
export const viewBeforeGates = (
  { trackedFiles, presentFiles, inspect, isFile }: Files,
  isEntered: () => boolean,
  refuse: () => never,
): Files => {
  const guarded =
    <Arguments extends readonly unknown[], Value>(read: (...given: Arguments) => Promise<Value>) =>
    async (...given: Arguments): Promise<Value> =>
      isEntered() ? refuse() : read(...given);
  return {
    trackedFiles: guarded(trackedFiles),
    presentFiles: guarded(presentFiles),
    inspect: guarded(inspect),
    isFile: guarded(isFile),
  };
};
