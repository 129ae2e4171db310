/** Longer or more deeply nested programs are not judged: how a parser copes with them depends on the machine. */
const MOST_CHARACTERS = 8_000;
const MOST_BRACKETS = 300;

/** A reader's answer about a program of sensible size; `otherwise` for any other program, or if the parser gives up. */
export const judgeable = <Answer>(code: string, otherwise: Answer, judge: () => Answer): Answer => {
  if (code.length > MOST_CHARACTERS || bracketDepth(code) > MOST_BRACKETS) return otherwise;
  try {
    return judge();
  } catch (fault) {
    if (fault instanceof RangeError) return otherwise;
    throw fault;
  }
};

/** The largest number of brackets that are open at once, including those in string literals. */
const bracketDepth = (code: string): number => {
  let open = 0;
  let most = 0;
  for (const char of code) {
    if ("([{`".includes(char)) most = Math.max(most, ++open);
    else if (")]}".includes(char)) open--;
  }
  return most;
};
