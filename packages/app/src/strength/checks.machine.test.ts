import { repoPath } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { throwawayRepo, workOrder } from "@llmch/testkit";
import { openRepository } from "@llmch/workspace";
import { expect, onTestFinished, test } from "vitest";
import { checksOf } from "./checks.ts";

test("builds come first, then acceptance as it runs, the tests that name a file, and all of them", async () => {
  const user = throwawayRepo({
    "package.json": '{"type": "module", "scripts": {"test": "vitest run"}}\n',
    "src/slug.js": "",
    "src/other/index.js": "",
    "test/slug.test.js": 'import { slug } from "../src/slug.js";\n',
    "test/all.test.js": 'import "../src/other/index.js"; import { slug } from "../src/slug.js";\n',
    "test/sluggish.test.js": "",
  });
  onTestFinished(() => user.remove());
  const repo = await openRepository(user.path, user.env);
  if (!repo.ok) throw new Error(repo.issues[0].message);
  const order = workOrder({
    acceptance_commands: [{ command: "node hidden.js", hidden: true }, "node a.js"],
    allowed_files: ["src/slug.js"],
  });
  const paths = ["src/slug.js", "src/other/index.js"].flatMap((path) => repoPath(path) ?? []);
  const verify = { ...DEFAULT_SETTINGS.verify, commands: ["npm run build", "npm test"] };
  const at = { commit: user.git("rev-parse", "HEAD"), paths };
  const { checks, outputs } = await checksOf(order, at, repo.value, { verify, planned: null });
  expect(outputs).toContain("dist");
  expect(checks.map(({ argv, paths: of }) => [argv.join(" "), of])).toEqual([
    ["npm run build", null],
    ["node a.js", null],
    ["node hidden.js", null],
    ["npm test -- test/all.test.js test/slug.test.js", ["src/slug.js"]],
    ["npm test -- test/all.test.js", ["src/other/index.js"]],
    ["npm test", null],
  ]);
});
