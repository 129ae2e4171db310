/** Where this process moves branches itself: whatever else moves one is told. */
export interface OwnMoves {
  /** Says that a ref is about to be moved. Gives what says where it stands afterwards, or that it was left alone (null). */
  begin(ref: string): (commit: string | null) => void;
  /** True of a ref that is just being moved, or stands where it was put last. */
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
