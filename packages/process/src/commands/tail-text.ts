import { recordText } from "@llmch/contract";

/** Maximum characters kept from the end of a stream: test runners name failures before their summary. */
export const TAIL_CHARACTERS = 240_000;

/** The end of bytes that may have been cut anywhere, as clean text of at most `TAIL_CHARACTERS`. */
export const tailText = (bytes: Uint8Array): string => {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  const text = recordText(new TextDecoder().decode(bytes.subarray(start)));
  const tail = text.slice(-TAIL_CHARACTERS);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
};
