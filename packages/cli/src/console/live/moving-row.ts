import { counted } from "@llmch/contract";
import type { LiveAuthor, LiveDoing, LiveWork } from "@llmch/story/live";
import type { Canvas, Row } from "./canvas.ts";
import { fit, fitFields } from "./fit.ts";

/** What is going on: what was heard last, or else what is being done; after a long silence, how long that has lasted. */
export const movingLine = (
  { doing, authors }: Pick<LiveWork, "doing" | "authors">,
  width: number,
  { now, heard, heardAt }: Pick<Canvas, "now" | "heard" | "heardAt">,
): string => {
  const isOfSeveral = doing === null && authors.length > 0;
  const begun = (isOfSeveral ? authors.map((author) => author.doing) : [doing]).flatMap((each) =>
    each === null || each.kind === "turn" ? [] : [each.kind === "waiting" ? now : each.since],
  );
  const silent = begun.length === 0 ? "" : silence(now - Math.max(heardAt ?? 0, ...begun));
  // Output of several authors at once cannot be told apart.
  if (isOfSeveral) return fitFields([fit(authorsInWords(authors), width), silent], width);
  // After a long silence, stop quoting.
  if (heard === null || silent !== "") return fitFields([fit(doingInWords(doing, now), width), silent], width);
  return fit(heard.text, width, heard.keep);
};

/** The same as a row. */
export const movingRow = (
  work: Pick<LiveWork, "doing" | "authors">,
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

/** `3 proposals: 1 made, 2 asking the model` */
const authorsInWords = (authors: readonly LiveAuthor[]): string => {
  const all = authors.map(authorInWords);
  const each = [...new Set(all)].map((what) => `${all.filter((other) => other === what).length} ${what}`);
  return `${counted(authors.length, "proposal")}: ${each.join(", ")}`;
};

const authorInWords = ({ doing, proposed }: LiveAuthor): string => {
  if (proposed !== null) return proposed ? "made" : "failed";
  switch (doing?.kind) {
    case "asking":
      return "asking the model";
    case "waiting":
      return "waiting to ask again";
    case "command":
      return `running ${doing.command}`;
    default:
      return "at work";
  }
};
