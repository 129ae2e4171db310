import {
  type Answer,
  type FileWrite,
  MAX_FILE_BYTES,
  MAX_PROPOSAL_BYTES,
  type Proposal,
  readAnswer,
} from "@llmch/contract";
import {
  answeredDocument,
  answerInWords,
  type JsonFault,
  MAX_EDITS,
  type Result,
  readJson,
  rejected,
  utf8Length,
} from "@llmch/text";

/** Parses a model's answer: a proposal within the size limits, or an objection (contract §5). The issues are sentences for the model. */
export const parseAnswer = (text: string): Result<Answer, string> => {
  const document = answeredDocument(text);
  const json = readJson(document);
  if (!json.ok) return rejected(notJson(document, json.issues[0]));
  const answer = readAnswer(json.value);
  if (!answer.ok) return rejected(`the answer is not a write proposal: ${answer.issues.join("; ")}`);
  const [first, ...rest] = answer.value.kind === "proposal" ? contentFaults(answer.value.proposal) : [];
  return first === undefined ? answer : rejected(first, ...rest);
};

/** What was cut at a limit of tokens would be cut again if the next answer is as long. */
const notJson = (document: string, { message, offset = 0 }: JsonFault): string =>
  isCutFence(document) ||
  (/^\ufeff?\s*\{/.test(document) && (message.startsWith("Unexpected end") || offset >= textLength(document)))
    ? `the answer ends before its JSON does (${message}), so it was probably cut at a limit: answer with less, such as edits instead of whole files`
    : `the answer is not JSON: ${answerInWords(document) ?? message}`;

/** Fences around an object of which only the first is there. */
const isCutFence = (document: string): boolean =>
  /^\ufeff?\s*(?:`{3,}|~{3,})[^`\n]*\n\s*\{/.test(document) && !/\n(?:`{3,}|~{3,})/.test(document.trim());

/** The length that offsets in it count up to: without a byte order mark, and without white space at the end. */
const textLength = (document: string): number => document.replace(/^\ufeff/, "").trimEnd().length;

/** The limits apply to what a model sends, not to the large file that its edits may produce. */
const contentFaults = ({ writes }: Proposal): readonly string[] => {
  const sent = writes.map((write) => ({ path: write.path, texts: textsOf(write) }));
  const sizes = sent.map(({ path, texts }) => ({
    path,
    bytes: texts.reduce((sum, text) => sum + utf8Length(text), 0),
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const edits = writes.reduce((sum, write) => sum + editsOf(write).length, 0);
  return [
    ...sizes
      .filter(({ bytes }) => bytes > MAX_FILE_BYTES)
      .map(({ path, bytes }) => `${path} has ${bytes} bytes; a file has at most ${MAX_FILE_BYTES}`),
    ...(total > MAX_PROPOSAL_BYTES
      ? [`the files have ${total} bytes; a proposal has at most ${MAX_PROPOSAL_BYTES}`]
      : []),
    ...(edits > MAX_EDITS ? [`there are ${edits} edits; a proposal has at most ${MAX_EDITS}`] : []),
    ...sent
      .filter(({ texts }) => texts.some((text) => /\p{Surrogate}/u.test(text)))
      .map(({ path }) => `${path} holds half a surrogate pair, which is no Unicode text`),
  ];
};

const editsOf = (write: FileWrite) => (write.kind === "edits" || write.kind === "rename" ? write.edits : []);

const textsOf = (write: FileWrite): readonly string[] =>
  write.kind === "content" ? [write.content] : editsOf(write).flatMap(({ find, replace }) => [find, replace]);
