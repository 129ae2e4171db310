import type { LiveDoing } from "@llmch/story/live";
import type { Canvas, Row } from "./canvas.ts";
import { fit, fitFields } from "./fit.ts";

/** What is going on: what was heard of it last, or else what it is; after a long silence that, too. */
export const movingLine = (
  doing: LiveDoing | null,
  width: number,
  { now, heard, heardAt }: Pick<Canvas, "now" | "heard" | "heardAt">,
): string => {
  const silent =
    doing === null || doing.kind === "turn"
      ? ""
      : silence(now - Math.max(heardAt ?? 0, doing.kind === "waiting" ? now : doing.since));
  // Who says nothing for long is not quoted any longer.
  if (heard === null || silent !== "") return fitFields([fit(doingInWords(doing, now), width), silent], width);
  return fit(heard.text, width, heard.keep);
};

/** The same in a line of its own. */
export const movingRow = (doing: LiveDoing | null, width: number, canvas: Canvas): Row => [
  `  ${movingLine(doing, width - 2, canvas)}`,
  canvas.colors.dim,
];

/** After so long without a word it is said that there is none. */
const LONG_MS = 2 * 60_000;

const silence = (ms: number): string => (ms < LONG_MS ? "" : `silent for ${Math.floor(ms / 60_000)} min`);

const doingInWords = (doing: LiveDoing | null, now: number): string => {
  switch (doing?.kind) {
    case "asking":
      return "asking the model";
    case "waiting":
      return doing.until > now
        ? `${doing.reason}; again in ${Math.ceil((doing.until - now) / 1000)} s`
        : "asking again";
    case "command":
      return `$ ${doing.command}`;
    case "turn":
      return doing.of === "gates" ? "waits until it may be verified" : "waits for its turn";
    default:
      return "";
  }
};
