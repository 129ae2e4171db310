import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { temporaryFolder, writeFiles } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { readTarget } from "./target.ts";

const targetOf = async (
  files: Readonly<Record<string, string>>,
  verify = {},
  { standing = null }: { readonly standing?: string | null } = {},
) => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  writeFiles(path, files);
  const settings = { ...DEFAULT_SETTINGS, verify: { ...DEFAULT_SETTINGS.verify, ...verify } };
  return readTarget(path, settings, { env: process.env, spec: "", standing });
};

test("the planner of a window sees the signatures of what stands, those first that its milestone names", async () => {
  const other = Array.from({ length: 300 }, (_, index) => `export const other${index} = (first: string) => first;`);
  const files = {
    "src/a.ts": other.join("\n"),
    "src/stock.ts": "export const raiseStock = (\n  item: string,\n  by: number,\n): number => {\n  return by;\n};\n",
    "src/stock.test.ts": "export const tested = () => 1;",
  };
  const hintsOf = async (standing: string | null) => {
    const target = await targetOf(files, {}, { standing });
    return target.ok ? (target.value.hints ?? "") : "";
  };
  const hints = await hintsOf("An import raises the stock.");
  const [, told = ""] = /--- begin signatures \w+\n(.*)\n--- end/s.exec(hints) ?? [];
  expect(told).toMatch(/^src\/stock\.ts\n {2}raiseStock\(item: string, by: number\): number\nsrc\/a\.ts\n/);
  expect(told).toMatch(/\n\(\d+ more signatures left out\)$/);
  expect(told.length).toBeLessThanOrEqual(6_144);
  expect(told).not.toContain("tested");
  expect(await hintsOf(null)).not.toContain("begin signatures");
});

test("a planner is told how a repo is verified before it is shown any of its texts", async () => {
  const target = await targetOf({ "package.json": '{"scripts": {"test": "node --test"}}' });
  if (!target.ok) throw new Error(target.issues[0].message);
  expect(target.value.hints).toMatch(
    /^JavaScript on Node\..*\nAfter every order the repository is verified by `npm test`\./,
  );
  expect(target.value.hints?.indexOf("--- begin")).toBeGreaterThan(target.value.hints?.indexOf("npm test") ?? Infinity);
});

test("a planner is told of the user's own verify commands, if there are any", async () => {
  const target = await targetOf({ "a.zig": "" }, { commands: ["zig build test"] });
  expect(target).toMatchObject({
    ok: true,
    value: { hints: expect.stringMatching(/^After every order .*`zig build test`/) },
  });
});

test("an unknown language is refused, with a list of the known ones", async () => {
  expect(await targetOf({}, { languages: ["python", "pyhton"] })).toEqual({
    ok: false,
    issues: [
      {
        code: "bad-settings",
        message: "verify.languages names pyhton, which llmch does not know",
        hint: expect.stringMatching(/^choose from python, node, .*, generic, or set verify\.commands$/),
      },
    ],
  });
});
