import { expect, it } from "vitest";
import { withNamedRoot } from "./named-root.ts";
import { refused } from "./outcome.ts";

const hinted = (hint: string, root: unknown): string | undefined => {
  const outcome = withNamedRoot(refused([{ code: "x", message: "x", hint }]), root);
  const [error] = outcome.errors ?? [];
  return error === undefined || !("hint" in error) ? undefined : error.hint;
};

it.each([
  ["`llmch resume 01X`", "`llmch resume 01X --artifacts-dir 'my runs'`"],
  [
    "raise it: `A=2 llmch resume`, or look at `llmch show`",
    "raise it: `A=2 llmch resume --artifacts-dir 'my runs'`, or look at `llmch show --artifacts-dir 'my runs'`",
  ],
  ["`llmch show --artifacts-dir elsewhere`", "`llmch show --artifacts-dir elsewhere`"],
  ["run `git init`, then `llmch explain E104`", "run `git init`, then `llmch explain E104`"],
  ["llmch resume", "llmch resume"],
])("a hint names the folder of records that was named: %s", (hint, expected) => {
  expect(hinted(hint, "my runs")).toBe(expected);
  expect(hinted(hint, undefined)).toBe(hint);
});
