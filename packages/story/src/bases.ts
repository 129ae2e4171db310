import { editText, sha256Hex } from "@llmch/text";
import type { AttemptStory } from "./stories/attempt.ts";
import type { ProposedWrite } from "./stories/exchange.ts";
import type { OrderStory } from "./stories/order.ts";
import type { RunStory } from "./stories/run.ts";

/** A file at a commit. */
export interface FileAtCommit {
  readonly commit: string;
  readonly path: string;
}

/** The files that a story's writes were based on and that the story does not contain itself. */
export const basesWanted = (story: RunStory): readonly FileAtCommit[] => {
  const wanted = new Map<string, FileAtCommit>();
  for (const { baseline, attempts } of ordersOf(story)) {
    if (baseline === null) continue;
    for (const { path, base } of attempts.flatMap(({ proposal }) => proposal?.writes ?? [])) {
      if (base.kind === "unknown") wanted.set(JSON.stringify([baseline, path]), { commit: baseline, path });
    }
  }
  return [...wanted.values()];
};

/** The story with the texts of those files. A text without the hash that a write names stays unknown. */
export const withBases = <Story extends RunStory>(
  story: Story,
  textOf: (file: FileAtCommit) => string | null,
): Story => {
  const write = (commit: string, found: ProposedWrite): ProposedWrite => {
    if (found.base.kind !== "unknown") return found;
    const text = textOf({ commit, path: found.path });
    return text === null || sha256Hex(text) !== found.base_sha256 ? found : onBase(found, text);
  };
  const attempt = (commit: string, found: AttemptStory): AttemptStory =>
    found.proposal === null
      ? found
      : { ...found, proposal: { ...found.proposal, writes: found.proposal.writes.map((each) => write(commit, each)) } };
  const order = (found: OrderStory): OrderStory => {
    const { baseline } = found;
    return baseline === null ? found : { ...found, attempts: found.attempts.map((each) => attempt(baseline, each)) };
  };
  const told: RunStory = story;
  switch (told.kind) {
    case "planner":
    case "ask":
    case "build":
      return story;
    case "factory":
      return { ...story, ...order(told) };
    case "run-all": {
      const orders = told.orders.map((each) => (each.story === null ? each : { ...each, story: order(each.story) }));
      return { ...story, orders };
    }
  }
};

/** With its base, the result of edits is known too. Edits that do not apply have no result. */
const onBase = (write: ProposedWrite, text: string): ProposedWrite => {
  const base = { kind: "text", text } as const;
  if (write.kind === "content" || write.kind === "delete") return { ...write, base };
  const edited = editText(text, write.edits);
  return { ...write, base, content: edited.ok ? edited.value : null };
};

const ordersOf = (story: RunStory): readonly OrderStory[] => {
  if (story.kind === "factory") return [story];
  return story.kind === "run-all" ? story.orders.flatMap((each) => (each.story === null ? [] : [each.story])) : [];
};
