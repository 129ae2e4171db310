import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../packages/testkit/src/index.ts";
import { pastBarrels } from "./past-barrels.mjs";

const FILES = {
  "packages/a/package.json": JSON.stringify({ exports: { ".": "./src/index.ts", "./b": "./src/b.ts" } }),
  "packages/a/src/index.ts": `/** The door. */
export type { Kind } from "./kind.ts";
export { one, type One, two as second } from "./inner/index.ts";
export * from "./b.ts";
`,
  "packages/a/src/kind.ts": "export type Kind = string;\n",
  "packages/a/src/inner/index.ts": 'export { one, type One } from "./one.ts";\nexport { two } from "./two.ts";\n',
  "packages/a/src/inner/one.ts": "export type One = 1;\nexport const one = 'ONE';\n",
  "packages/a/src/inner/two.ts": "export const two = 'TWO';\n",
  "packages/a/src/b.ts": "export function three() { return 'THREE'; }\n",
};

const bundled = async (entries: Readonly<Record<string, string>>) => {
  const { path: root, remove } = temporaryFolder();
  onTestFinished(remove);
  writeFiles(root, { ...FILES, ...entries });
  const { outputFiles } = await build({
    entryPoints: Object.keys(entries).map((name) => `${root}/${name}`),
    ...{
      plugins: [pastBarrels(root)],
      bundle: true,
      splitting: true,
      format: "esm",
      write: false,
      outdir: `${root}/dist`,
    },
    ...{ logLevel: "silent", treeShaking: false },
  });
  return (name: string) => outputFiles.find(({ path }) => path.endsWith(`/${name}.js`))?.text ?? "";
};

test("an entry reaches what it names, through any number of barrels, and nothing else", async () => {
  const textOf = await bundled({
    "packages/c/src/uses-one.ts":
      'import { one as first, type One } from "@llmch/a";\nconsole.log(first satisfies string as One | string);\n',
    "packages/c/src/uses-others.ts":
      'import {\n  second,\n  three,\n} from "../../a/src/index.ts";\nconsole.log(second, three());\n',
  });
  expect(textOf("uses-one")).toContain("ONE");
  expect(textOf("uses-one")).not.toMatch(/TWO|THREE/);
  expect(textOf("uses-others")).toMatch(/TWO[\s\S]*THREE/);
  expect(textOf("uses-others")).not.toContain("ONE");
});

test("a name that no module has fails the build", async () => {
  const wrong = bundled({ "packages/c/src/wrong.ts": 'import { four } from "@llmch/a";\nconsole.log(four);\n' });
  await expect(wrong).rejects.toThrow("@llmch/a has no four");
});
