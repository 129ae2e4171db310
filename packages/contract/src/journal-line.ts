import { sha256Hex } from "@llmch/text";

/** Takes the place of the previous checksum for the first line. */
export const JOURNAL_START = "";

const CHECKSUM_DIGITS = 16;

/**
 * One line of `events.jsonl`: the event's JSON, with a checksum over itself and the previous checksum. This reveals any changed, lost or
 * moved line (reliability §3.1).
 * @param json the event as one JSON object, on one line
 * @param before the checksum of the previous line, or `JOURNAL_START`
 */
export const sealLine = (json: string, before: string): { readonly line: string; readonly checksum: string } => {
  const checksum = checksumOf(json, before);
  return { line: `${json.slice(0, -1)},"checksum":"${checksum}"}`, checksum };
};

export const checksumOf = (json: string, before: string): string =>
  sha256Hex(`${before}\n${json}`).slice(0, CHECKSUM_DIGITS);
