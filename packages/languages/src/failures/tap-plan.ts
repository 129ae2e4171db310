interface Document {
  readonly hasHead: boolean;
  planned: number | null;
  ran: number;
}

const TAP_LINE = /^(?:(TAP version )\d+|1\.\.(\d+)(?: *#.*)?|(?:not )?ok\b(?: (\d+)\b)?.*)$/gm;

const NUMBERED = /^(?:not )?ok \d+\b/m;

/**
 * True if the output holds results of the Test Anything Protocol that end before what was planned: a file crashed, or its setup failed. Several
 * producers may have written one after the other. A plan without a head counts only if there is a numbered result anywhere, since other programs
 * print ranges like `1..10`. Linear in the text.
 */
export const missesPlan = (output: string): boolean => {
  const hasResults = NUMBERED.test(output);
  return documentsOf(output).some(({ hasHead, planned, ran }) =>
    planned === null ? hasHead : ran < planned && (hasHead || hasResults),
  );
};

const documentsOf = (output: string): readonly Document[] => {
  let current: Document = { hasHead: false, planned: null, ran: 0 };
  const documents = [current];
  const begin = (hasHead: boolean) => {
    current = { hasHead, planned: null, ran: 0 };
    documents.push(current);
  };
  for (const [, head, planned, number] of output.matchAll(TAP_LINE)) {
    if (head !== undefined) begin(true);
    else if (planned !== undefined) {
      if (current.planned !== null) begin(false);
      current.planned = Number(planned);
    } else {
      // A plan of none is that of a skipped file. Results beyond another plan still belong to it: bats does not plan those of its teardown.
      if (number === "1" && (current.ran > 0 || current.planned === 0)) begin(false);
      current.ran += 1;
    }
  }
  return documents;
};
