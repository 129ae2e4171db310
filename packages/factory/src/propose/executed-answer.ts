import { type AcceptedChange, type FileState, type FileWrite, proposalDocument } from "@llmch/contract";
import { firstCharacters, SHA256_OF_NOTHING } from "@llmch/text";
import type { Executed } from "../job/executor.ts";
import { composedProposal } from "../proposal/composed.ts";
import type { ShownProposal } from "../proposal/write.ts";

const MOST_OUTSIDE = 100;
const MOST_SAID = 500;

/**
 * An agent's work in the form of a model's answer, so that it is judged, recorded and replayed like one. What lies outside the order's
 * files is named, without its content: it is refused. Work that no answer can tell is a sentence that says so.
 */
export const executedAnswer = (
  { states, outside, said }: Extract<Executed, { readonly kind: "done" }>,
  { files, placeholders }: Pick<ShownProposal, "files" | "placeholders">,
  wholeFileBytes: number,
): string => {
  const summary = placeholders.hide(firstCharacters(said, MOST_SAID));
  const changes = new Map<string, AcceptedChange>();
  const faults: string[] = [];
  for (const [path, state] of states) {
    const base = { path, baseSha256: SHA256_OF_NOTHING };
    if (isUntouched(state, files.find((file) => file.path === path)?.state)) continue;
    if (state.kind === "missing") changes.set(path, { ...base, kind: "remove" });
    else if (state.kind !== "file") faults.push(`${path}: ${state.why}`);
    else if (state.data === null) faults.push(`${path} is too large`);
    else changes.set(path, { ...base, kind: "write", content: state.data, executable: state.executable });
  }
  const composed = composedProposal(changes, { files, placeholders, wholeFileBytes, summary });
  const others = outside
    .slice(0, MOST_OUTSIDE)
    .map((path): FileWrite => ({ path, base_sha256: SHA256_OF_NOTHING, kind: "content", content: "" }));
  if (others.length === 0 && (faults.length > 0 || !composed.ok)) {
    const why =
      faults.length > 0 ? `the work cannot be taken: ${faults.join("; ")}` : composed.ok ? "" : composed.issues[0];
    return `${why}${LAST_WORDS}${summary === "" ? "none" : summary}`;
  }
  const writes = [...(composed.ok ? composed.value.writes : []), ...others];
  return JSON.stringify(proposalDocument({ summary, writes }));
};

const LAST_WORDS = ". Its last words: ";

/** What an answer says apart from an agent's last words, which may be other each time. */
export const withoutLastWords = (answer: string): string => answer.split(LAST_WORDS)[0] ?? "";

/** Even if no answer could tell it. */
const isUntouched = (state: FileState, base: FileState | undefined): boolean =>
  state.kind === "file"
    ? base?.kind === "file" && state.sha256 === base.sha256 && state.executable === base.executable
    : state.kind === base?.kind;
