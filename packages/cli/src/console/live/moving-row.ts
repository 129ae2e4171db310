import type { LiveDoing, LiveWork } from "@llmch/story/live";
import type { Canvas, Row } from "./canvas.ts";
import { fit, fitFields } from "./fit.ts";

/** What is going on: what was heard last, or else what is being done; after a long silence, how long that has lasted. */
export const movingLine = (
  { doing }: Pick<LiveWork, "doing">,
  width: number,
  { now, heard, heardAt }: Pick<Canvas, "now" | "heard" | "heardAt">,
): string => {
  const begun = doing === null || doing.kind === "turn" ? null : doing.kind === "waiting" ? now : doing.since;
  const silent = begun === null ? "" : silence(now - Math.max(heardAt ?? 0, begun));
  // After a long silence, stop quoting.
  if (heard === null || silent !== "") return fitFields([fit(doingInWords(doing, now), width), silent], width);
  return fit(heard.text, width, heard.keep);
};

/** The same as a row. */
export const movingRow = (
  work: Pick<LiveWork, "doing">,
  width: number,
  canvas: Pick<Canvas, "now" | "heard" | "heardAt" | "colors">,
): Row => [`  ${movingLine(work, width - 2, canvas)}`, canvas.colors.dim];

/** A silence this long is reported. */
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
