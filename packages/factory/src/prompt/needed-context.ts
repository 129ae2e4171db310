import { looksLikeSecretFile, type PromptLimits, repoPath, type WorkOrder } from "@llmch/contract";
import { withoutPasses } from "@llmch/languages";
import { quoteAsData, utf8Length } from "@llmch/text";
import type { ShownFrom } from "../job/ports.ts";
import { orderTerms, type ShownFile } from "./file-contents.ts";
import { namedPlaces } from "./named-places.ts";
import { partsCaption, showParts } from "./parts/show-parts.ts";
import { ofCode, termsOf } from "./parts/terms.ts";
import type { PreviousAttempt } from "./prompt.ts";

interface Retry {
  readonly order: WorkOrder;
  readonly shown: readonly ShownFile[];
  readonly tracked: readonly string[];
  readonly previous: readonly PreviousAttempt[];
  readonly settings: Pick<PromptLimits, "fileBytes" | "partCharacters">;
  /** How many bytes may be shown at most. */
  readonly room: number;
}

/** Files up to this size are shown in full, even if only a part was asked for. */
const SMALL = 4_000;

/** How many files beyond the order's are shown because failures name them. */
const MOST_OTHERS = 5;

/**
 * Shows what the failures so far name in the repo, beyond what the prompt already shows: files that the order does not name, as
 * read-only, and parts of its large files that contain a line or name from the last failure. The last failure comes first, and
 * everything stays within the remaining budget. Shows only tracked files, and none that look like a secret (reliability, S2). Empty
 * if nothing is needed.
 */
export const neededContext = async (
  { order, shown, tracked, previous, settings, room }: Retry,
  { workspace, outlines }: ShownFrom,
): Promise<string> => {
  const excerpts = previous.map(({ brief }) => brief.primary_error_excerpt).reverse();
  const named = namedPlaces(withoutPasses(excerpts.join("\n")), tracked);
  const large = shown.filter(
    ({ path, allowed, lines }) => allowed && lines !== null && !named.some((each) => each.path === path),
  );
  const places = [...named, ...large.map(({ path }) => ({ path, lines: [] }))];
  const known = new Map(shown.map((file) => [file.path, file]));
  const sections: string[] = [];
  let others = 0;
  let left = Math.min(room, settings.fileBytes - shown.reduce((sum, { bytes }) => sum + bytes, 0));
  for (const { path: raw, lines } of places) {
    const path = repoPath(raw);
    const before = known.get(raw);
    const isOthers = before === undefined;
    if (path === null || (isOthers && (others >= MOST_OTHERS || looksLikeSecretFile(raw)))) continue;
    if (before !== undefined && before.lines === null) continue;
    const state = await workspace.inspect(path);
    const text = state.kind === "file" ? (state.text ?? state.marked) : null;
    if (text === null || text === "") continue;
    const most = Math.min(left, settings.partCharacters);
    // In the order's own files, the prompt already shows what its words point to. In others, only the named lines matter.
    const terms =
      before !== undefined ? ofCode(termsOf([excerpts[0] ?? ""])) : lines.length > 0 ? termsOf([]) : orderTerms(order);
    const isWhole = isOthers && text.length <= Math.min(SMALL, most);
    const parts = isWhole
      ? null
      : showParts(text, {
          ...{ terms, named: lines, most },
          outline: await outlines.outlineOf(path, text),
          ...(before?.lines ? { shown: before.lines } : {}),
        });
    const part = parts === null ? text : parts.text;
    const bytes = utf8Length(part);
    if (part === "" || bytes > left) continue;
    left -= bytes;
    if (isOthers) others++;
    const notes = [
      ...(before?.allowed === true ? [] : ["for reading only"]),
      ...(parts === null ? [] : [partsCaption(parts)]),
    ];
    sections.push(quoteAsData(`${path} (${notes.join("; ")})`, part));
  }
  return sections.length === 0 ? "" : `What the failures name, as it stands:\n\n${sections.join("\n\n")}`;
};
