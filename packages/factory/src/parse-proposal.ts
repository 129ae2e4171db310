import {
  accepted,
  judgeProposal,
  MAX_FILE_BYTES,
  MAX_PROPOSAL_BYTES,
  type Proposal,
  readJson,
  rejected,
  stripMarkdownFences,
  utf8Length,
  type Verdict,
} from "@llmch/contract";

/** Reads a model's answer as a proposal within the size limits (contract §5). The issues are sentences for the model. */
export const parseProposal = (answer: string): Verdict<Proposal, string> => {
  const json = readJson(stripMarkdownFences(answer));
  if (!json.ok) return rejected(`the answer is not JSON: ${json.issues[0].message}`);
  const proposal = judgeProposal(json.value);
  if (!proposal.ok) return rejected(`the answer is not a write proposal: ${proposal.issues.join("; ")}`);
  const [first, ...rest] = contentFaults(proposal.value);
  return first === undefined ? accepted(proposal.value) : rejected(first, ...rest);
};

const contentFaults = ({ writes }: Proposal): readonly string[] => {
  const sizes = writes.map(({ path, content }) => ({ path, bytes: utf8Length(content) }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    ...sizes
      .filter(({ bytes }) => bytes > MAX_FILE_BYTES)
      .map(({ path, bytes }) => `${path} has ${bytes} bytes; a file has at most ${MAX_FILE_BYTES}`),
    ...(total > MAX_PROPOSAL_BYTES
      ? [`the files have ${total} bytes; a proposal has at most ${MAX_PROPOSAL_BYTES}`]
      : []),
    ...writes
      .filter(({ content }) => /\p{Surrogate}/u.test(content))
      .map(({ path }) => `${path} holds half a surrogate pair, which is no Unicode text`),
  ];
};
