import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** The least that is shown of a file by its parts. */
const LEAST_PART = 1_000;

/** A model that cannot read files itself is shown those that it may write: if they are too large for that, a run refuses the order. */
export const tooMuchToShow: ChainRule = ({ order, room }) => {
  if (room === null) return [];
  const { sizes, fileBytes, wholeFileBytes } = room;
  const files = order.allowedFiles.map(({ path }) => ({ path, bytes: sizes.get(path) ?? 0 }));
  const shown = files.reduce((sum, { bytes }) => sum + (bytes > wholeFileBytes ? LEAST_PART : bytes), 0);
  if (shown <= fileBytes) return [];
  const [largest] = files.filter(({ bytes }) => bytes <= wholeFileBytes).sort((a, b) => b.bytes - a.bytes);
  const message = `the allowed files hold ${shown} bytes, and a model without tools is shown ${fileBytes} at most; the largest is ${quote(largest?.path ?? "")}`;
  return [{ code: "W234", field: "allowed_files", message, pointer: "/allowed_files" }];
};
