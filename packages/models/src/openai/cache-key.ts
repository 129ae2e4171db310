import { firstCharacters, sha256Hex } from "@llmch/text";
import type { ProtocolRequest } from "../protocol/answer.ts";

/** The same for requests that begin alike: it sends them to a machine whose cache has their beginning. */
export const cacheKeyOf = ({ messages }: ProtocolRequest, { cacheMarks }: { readonly cacheMarks: boolean }) =>
  cacheMarks ? sha256Hex(firstCharacters(messages[0]?.content ?? "", 2_000)).slice(0, 32) : null;
