import type { ReviewNoteStory } from "@llmch/story";
import { expect, test } from "vitest";
import { type Markup, serialise } from "../markup/html.ts";
import { reviewView } from "./review.ts";

const rendered = (markup: Markup): string => serialise(markup, 10_000);
const note = (more: Partial<ReviewNoteStory>): ReviewNoteStory => ({
  ...{ severity: "minor", path: null, line: null, claim: "c", standing: "kept" },
  ...{ evidence: null, command: null, because: null },
  ...more,
});

test("a review shows each note and its outcome, and its texts stay texts", () => {
  const page = rendered(
    reviewView(
      {
        ...{ round: 2, by: "m", summary: "Looked at <b>all</b>.", fault: null },
        notes: [
          note({
            severity: "blocker",
            path: "a.js",
            line: 3,
            claim: "<script>",
            standing: "blocks",
            because: "exit code 1",
          }),
          note({ standing: "struck", command: "node <x>", evidence: "A & B." }),
        ],
      },
      "factory/R/attempt_1",
    ),
  );
  expect(page).toContain("Review of round 2: 1 blocker, 1 note struck");
  expect(page).toContain("<code>a.js:3</code> &lt;script&gt;");
  expect(page).toContain("back to the author; exit code 1");
  expect(page).toContain("struck by its own command");
  expect(page).toContain("<q>A &amp; B.</q>");
  expect(page).toContain("factory/R/attempt_1/review_2/review.json");
  expect(page).not.toContain("<b>");
});

test("a missing review is shown with the reason", () => {
  const page = rendered(reviewView({ round: 1, by: null, summary: null, fault: "no answer", notes: [] }, "f"));
  expect(page).toContain("Review: there is none");
  expect(page).toContain("no answer");
});
