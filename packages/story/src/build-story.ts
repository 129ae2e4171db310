import { documentsOf } from "./documents.ts";
import { headOf } from "./head.ts";
import { firstOf, toldJournal } from "./journal.ts";
import type { RecordedRun } from "./record.ts";
import type { BuildStory } from "./story.ts";

/** The story of a build. */
export const buildStory = (record: RecordedRun): BuildStory => {
  const documents = documentsOf(record);
  const journal = toldJournal(record, documents);
  const started = firstOf(journal.events, "build_started");
  return {
    ...headOf(record, documents, journal),
    kind: "build",
    spec: started?.spec ?? null,
    config: started?.config ?? null,
    events: journal.events,
    faults: documents.faults,
  };
};
