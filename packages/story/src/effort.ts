/** How much effort is left for comparisons, over a whole page: the work grows with the square of the size of the difference. */
export interface Effort {
  /** How many lines may differ in the next comparison. */
  readonly longestEdit: () => number;
  readonly spend: (edit: number) => void;
}

const LONGEST_EDIT = 800;
const EDITS_SQUARED = 6 * LONGEST_EDIT ** 2;

/** An effort counted in steps, not in time, so that every machine compares the same texts equally far. */
export const newEffort = (): Effort => {
  let left = EDITS_SQUARED;
  return {
    longestEdit: () => Math.min(LONGEST_EDIT, Math.floor(Math.sqrt(left))),
    spend: (edit) => {
      left = Math.max(0, left - edit ** 2);
    },
  };
};
