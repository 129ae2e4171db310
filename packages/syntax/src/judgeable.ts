/** Programs that are longer or nested more deeply are not judged: what a parser takes for them hangs on the machine. */
const MOST_CHARACTERS = 8_000;
const MOST_BRACKETS = 300;

/** What a reader finds out about a program of sensible size; `otherwise` for any other, and where its parser gives up. */
export const judgeable = <Answer>(code: string, otherwise: Answer, judge: () => Answer): Answer => {
  if (code.length > MOST_CHARACTERS || bracketDepth(code) > MOST_BRACKETS) return otherwise;
  try {
    return judge();
  } catch (fault) {
    if (fault instanceof RangeError) return otherwise;
    throw fault;
  }
};

/** The most brackets that are open at once, those in texts among them. */
const bracketDepth = (code: string): number => {
  let open = 0;
  let most = 0;
  for (const char of code) {
    if ("([{`".includes(char)) most = Math.max(most, ++open);
    else if (")]}".includes(char)) open--;
  }
  return most;
};
