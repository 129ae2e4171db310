import type { FileWrite, Placeholders } from "@llmch/contract";
import { accepted, type Result, rejected } from "@llmch/text";

/**
 * Replaces the placeholders in a write with the secrets of its file. The issues are sentences for the model: no commit may hold a
 * placeholder.
 * @param base the text that the secrets may come from
 */
export const putBack = (write: FileWrite, base: string, placeholders: Placeholders): Result<FileWrite, string> => {
  const lost = new Set<string>();
  const whole = (text: string): string => {
    const back = placeholders.putBack(text, base);
    if (back.ok) return back.value;
    for (const placeholder of back.issues) lost.add(placeholder);
    return text;
  };
  const written = withTexts(write, whole);
  const [first, ...rest] = [...lost].map((placeholder) => sentence(write.path, placeholder));
  return first === undefined ? accepted(written) : rejected(first, ...rest);
};

const withTexts = (write: FileWrite, whole: (text: string) => string): FileWrite => {
  if (write.kind === "delete") return write;
  if (write.kind === "content") return { ...write, content: whole(write.content) };
  const edits = write.edits.map(({ find, replace }) => ({ find: whole(find), replace: whole(replace) }));
  return { ...write, edits };
};

const sentence = (path: string, placeholder: string): string =>
  `${path}: \`${placeholder}\` stands for no secret that is known here and that the file held: leave placeholders in their own files as they stand there, or leave such lines alone with \`edits\``;
