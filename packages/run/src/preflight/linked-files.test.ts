import { expect, test } from "vitest";
import { linkedFiles } from "./pending-plan.ts";

const order = (...allowed_files: readonly string[]) => ({ id: "WO-01", allowed_files });
const tree = [
  { mode: "100644", path: "README.md" },
  { mode: "120000", path: "link.md" },
  { mode: "120000", path: "docs" },
];
const warned = (link: string) =>
  `${link} is a symbolic link, which WO-01 cannot write: allow the file that the link leads to instead`;

test.each<[string, readonly string[], readonly string[]]>([
  ["a file", ["README.md"], []],
  ["a new file beside a link", ["link.md.txt"], []],
  ["a link beside a file", ["README.md", "./link.md"], [warned("link.md")]],
  ["two files behind one link, beside a file", ["docs/a.md", "new.md", "docs/b.md"], [warned("docs")]],
  ["only links", ["link.md", "docs/a.md"], [warned("link.md"), warned("docs")]],
])("an order that may write %s", (_name, allowed, warnings) => {
  expect(linkedFiles([order(...allowed)], tree)).toEqual(warnings);
});
