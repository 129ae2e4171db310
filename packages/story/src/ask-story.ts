import {
  accepted,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberMember,
  objectsMember,
  type Result,
  rejected,
  textMember,
} from "@llmch/text";
import { documentsOf } from "./documents.ts";
import { headOf } from "./head.ts";
import { firstOf, toldJournal } from "./journal.ts";
import type { RecordedRun } from "./record.ts";
import type { AnswerStory, AskStory } from "./stories/ask.ts";

/** The document that holds the answer to a question. */
export const ANSWER_DOCUMENT = "answer.json";

/** The story of a question. */
export const askStory = (record: RecordedRun): AskStory => {
  const documents = documentsOf(record);
  const journal = toldJournal(record, documents);
  const started = firstOf(journal.events, "ask_started");
  return {
    ...headOf(record, documents, journal),
    kind: "ask",
    question: started?.question ?? null,
    repo: started?.repo ?? null,
    commit: started?.commit ?? null,
    model: started?.model ?? null,
    answer: documents.json<AnswerStory>(ANSWER_DOCUMENT, readAnswerStory),
    faults: documents.faults,
  };
};

const readAnswerStory = (value: JsonValue): Result<AnswerStory, string> => {
  const text = isJsonObject(value) ? textMember(value, "text") : null;
  if (!isJsonObject(value) || text === null) return rejected("it holds no answer");
  return accepted({
    text,
    citations: objectsMember(value, "citations").map(citationOf),
    struck: objectsMember(value, "struck").map((each) => ({ ...citationOf(each), why: textMember(each, "why") ?? "" })),
    parts: objectsMember(value, "parts").map((each) => ({
      question: textMember(each, "question") ?? "",
      answer: textMember(each, "answer"),
      why: textMember(each, "why"),
    })),
  });
};

const citationOf = (each: JsonObject) => ({
  path: textMember(each, "path") ?? "",
  first: numberMember(each, "first") ?? 0,
  last: numberMember(each, "last") ?? 0,
});
