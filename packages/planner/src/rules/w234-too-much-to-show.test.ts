import { expect, test } from "vitest";
import { checkManifest } from "../check.ts";
import { exists, first } from "./rules.fixture.ts";

const FILES = ["src/m1.js", "src/big.js", "src/new.js"];
const MANIFEST = first({ allowed_files: FILES, postconditions: FILES.map(exists) });
const room = (sizes: Readonly<Record<string, number>>) => ({
  ...{ sizes: new Map(Object.entries(sizes)), fileBytes: 1_500, wholeFileBytes: 800 },
});

test.each<[string, Parameters<typeof room>[0], readonly string[]]>([
  [
    "files that are shown whole are too large together",
    { "src/m1.js": 700, "src/big.js": 5_000 },
    [
      'W234 WO-01 allowed_files: the allowed files hold 1700 bytes, and a model without tools is shown 1500 at most; the largest is "src/m1.js"',
    ],
  ],
  ["a large file is shown by its parts", { "src/m1.js": 400, "src/big.js": 500_000 }, []],
  ["files are new", {}, []],
])("W234 where %s", (_, sizes, expected) => {
  const { warnings } = checkManifest(MANIFEST, { repoFiles: Object.keys(sizes), syntaxes: {}, room: room(sizes) });
  expect(
    warnings.flatMap(({ code, message }) => (code === "W234" ? [`${code} WO-01 allowed_files: ${message}`] : [])),
  ).toEqual(expected);
});

test("nothing is said where models have tools", () => {
  const { warnings } = checkManifest(MANIFEST, { repoFiles: [], syntaxes: {} });
  expect(warnings.filter(({ code }) => code === "W234")).toEqual([]);
});
