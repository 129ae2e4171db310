import { expect, test } from "vitest";
import { checkLinks } from "./linked-files.ts";

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
])("an order that may write %s can be carried out", (_name, allowed, warnings) => {
  expect(checkLinks([order(...allowed)], tree)).toEqual({ ok: true, value: warnings });
});

test.each([[["link.md"]], [["docs/a.md"]], [["docs/a.md", "link.md"]]])(
  "one that may write only %j cannot",
  (allowed) => {
    expect(checkLinks([order("README.md"), order(...allowed)], tree)).toMatchObject({
      ok: false,
      issues: [
        { code: "only-links", message: expect.stringMatching(/^WO-01 may write only what it cannot: \S+ is a sy/) },
      ],
    });
  },
);
