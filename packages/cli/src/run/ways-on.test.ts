import { expect, test } from "vitest";
import { waysOn } from "./ending-lines.ts";

const [base, later] = ["a".repeat(40), "b".repeat(40)];
const standing = { directory: null, head: { commit: base, branch: "main" }, branch: "work", baseline: base };

test.each([
  ["as it began", standing, ["git diff main..work", "git switch work", "git switch main && git merge work"]],
  [
    "with a base that went on",
    { ...standing, head: { commit: later, branch: "main" } },
    ["git diff main...work", "git switch work", "git switch main && git merge work"],
  ],
  [
    "with a detached head",
    { ...standing, head: { commit: later, branch: null } },
    ["git diff aaaaaaaaaa..work", "git switch work"],
  ],
  [
    "from elsewhere",
    { ...standing, directory: "/a b", branch: "wörk" },
    [
      "git -C '/a b' diff main..'wörk'",
      "git -C '/a b' switch 'wörk'",
      "git -C '/a b' switch main && git -C '/a b' merge 'wörk'",
    ],
  ],
])("says what to do %s", (_, given, lines) => {
  expect(waysOn(given)).toEqual(["next:", ...lines.map((line) => `  ${line}`)]);
});

test("says nothing if the branch is checked out", () => {
  expect(waysOn({ ...standing, head: { commit: later, branch: "work" } })).toEqual([]);
});
