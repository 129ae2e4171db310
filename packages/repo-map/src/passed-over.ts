import { looksLikeSecretFile } from "@llmch/contract";
import { saysGenerated } from "@llmch/text";

/** Folders of vendored and generated files. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|bower_components|vendor|vendored|third[-_]?party|site-packages|\.venv|venv|dist|__generated__)\//;
const MADE = /(?:[.-]min\.\w+|\.bundle\.\w+|_pb2(?:_grpc)?\.pyi?|\.pb\.\w+|[._]generated\.\w+|\.g\.\w+)$/;

/** True for a path whose text says nothing about the repo's own code: vendored, minified, generated, or a secret. */
export const isPassedOver = (path: string): boolean =>
  FOREIGN.test(path) || MADE.test(path) || looksLikeSecretFile(path);

const LONGEST_LINE = 2_000;

/** True for a generated text: it says so at its beginning, or has lines that nobody writes by hand. */
export const isMade = (text: string): boolean => {
  if (saysGenerated(text)) return true;
  for (let start = 0; start < text.length && start < 10 * LONGEST_LINE; ) {
    const end = text.indexOf("\n", start);
    const length = (end === -1 ? text.length : end) - start;
    if (length > LONGEST_LINE) return true;
    start += length + 1;
  }
  return false;
};
