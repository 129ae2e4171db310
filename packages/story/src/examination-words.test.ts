import { expect, test } from "vitest";
import { checksInWords } from "./examination-words.ts";

test("the checks of a scope are told whole, and which of them are hidden", () => {
  const milestone = { outcome: "A user can add a note.", fulfils: [], area: "" };
  const acceptance = [
    { command: `node -e "${"check(); ".repeat(40)}"`, hidden: false },
    { command: "node check/add.js", hidden: true },
  ];
  const milestones = ["M1", "M2"].map((id) => ({ ...milestone, id, acceptance }));
  const told = `  A user can add a note.\n          ${acceptance[0]?.command}\n  hidden  node check/add.js\n`;
  expect(checksInWords({ milestones })).toBe(`M1${told}\nM2${told}`);
});
