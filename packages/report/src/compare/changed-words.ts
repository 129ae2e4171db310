import { diffWordsWithSpace } from "diff";

/** A piece of a line. `changed` if the line beside it lacks it. */
export interface Span {
  readonly text: string;
  readonly changed: boolean;
}

const MAX_LINE = 2000;
const MAX_EDIT = 60;

/** Which words differ between two lines that are side by side. Marks no words if less than half of the text is the same. */
export const changedWords = (
  before: string | undefined,
  after: string | undefined,
): readonly [readonly Span[] | null, readonly Span[] | null] => {
  const whole = (text: string | undefined) => (text === undefined ? null : [{ text, changed: false }]);
  const none = [whole(before), whole(after)] as const;
  if (before === undefined || after === undefined || before.length > MAX_LINE || after.length > MAX_LINE) return none;
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDIT });
  if (changes === undefined) return none;
  const same = changes.reduce(
    (sum, { added, removed, value }) => (added || removed ? sum : sum + value.trim().length),
    0,
  );
  if (same * 2 < Math.max(before.trim().length, after.trim().length)) return none;
  const side = (other: "added" | "removed", own: "added" | "removed"): Span[] =>
    changes.filter((change) => !change[other]).map((change) => ({ text: change.value, changed: change[own] }));
  return [side("added", "removed"), side("removed", "added")];
};
