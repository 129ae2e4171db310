/** The branch moves of this process itself: any other move is reported. */
export interface OwnMoves {
  /** Announces that a ref is about to move. Gives a function to report the commit where it ended up, or that it was left alone (null). */
  begin(ref: string): (commit: string | null) => void;
  /** True of a ref that is being moved, or that is where this process last put it. */
  isOurs(ref: string, commit: string | undefined): boolean;
}

export const openOwnMoves = (): OwnMoves => {
  const moving = new Set<string>();
  const put = new Map<string, string>();
  return {
    begin: (ref) => {
      moving.add(ref);
      return (commit) => {
        moving.delete(ref);
        if (commit !== null) put.set(ref, commit);
      };
    },
    isOurs: (ref, commit) => moving.has(ref) || (commit !== undefined && put.get(ref) === commit),
  };
};
