import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";
import { expect, test } from "vitest";
import { createScene, readJsonFile, sha256 } from "../scene.ts";

const CART =
  "\ufeffexport const total = (cart) => {\r\n  let sum = 0;\r\n  for (const item of cart) sum += item;\r\n  return sum;\r\n};";
const TOOL = "#!/bin/sh\necho tool\n";
const OLD = "export const old = 1;\n";

test("an order edits, deletes and renames, fixes a failed edit, and survives a kill before its commit", async () => {
  const scene = createScene({
    files: {
      "src/cart.js": CART,
      "old/old.js": OLD,
      "tool.sh": TOOL,
      "README.md": "# Shop\n",
      "Security.md": "Mail us.\n",
    },
  });
  chmodSync(join(scene.repo, "tool.sh"), 0o755);
  scene.commit({});
  scene.git("checkout", "--quiet", "-b", "work");
  const ran = join(scene.root, "ran");
  scene.order({
    allowed_files: ["src/cart.js", "old/old.js", "tool.sh", "bin/tool", "Security.md", "SECURITY.md"],
    postconditions: [
      { kind: "file_contains", path: "src/cart.js", text: "item.price" },
      { kind: "file_absent", path: "old/old.js" },
      { kind: "file_absent", path: "tool.sh" },
      { kind: "file_exists", path: "bin/tool" },
    ],
    acceptance_commands: [
      `sh -c "test -e bin/tool || exit 1; test -e '${ran}' && exit 0; touch '${ran}'; exec sleep 120"`,
    ],
  });
  const answer = (find: string) =>
    JSON.stringify({
      summary: "Prices.",
      writes: [
        {
          path: "src/cart.js",
          base_sha256: sha256(CART),
          edits: [
            { find, replace: "  // In cents.\n  let sum = 0;\n" },
            { find: "sum += item;", replace: "sum += item.price;" },
          ],
        },
        { path: "old/old.js", base_sha256: sha256(OLD), delete: true },
        { path: "Security.md", base_sha256: sha256("Mail us.\n"), rename_to: "SECURITY.md" },
        {
          path: "tool.sh",
          base_sha256: sha256(TOOL),
          rename_to: "bin/tool",
          edits: [{ find: "echo tool", replace: "echo the tool" }],
        },
      ],
    });
  scene.answers({ "WO-01/attempt-1": answer("  let sum = 1;\n"), "WO-01/attempt-2": answer("  let sum = 0;\n") });
  let waiting = false;
  await scene.run(["--branch", "work", "--no-sandbox"], {
    onOutput: async (_stderr, kill) => {
      if (waiting) return;
      waiting = true;
      for await (const _ of setInterval(10)) if (existsSync(ran)) break;
      kill("SIGKILL");
    },
  });
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "attempt_1/failure_brief.json")).toMatchObject({
    stage: "stale_context",
    primary_error_excerpt: expect.stringMatching(
      /^src\/cart\.js:2: the find of edit 1 does not stand there; line 2 is nearest/,
    ),
  });
  expect(scene.git("log", "--format=%s", "work")).toBe("start\nstart");

  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
  expect(resumed.stdout, resumed.stderr).toMatch(/^PASS {2}WO-01/);
  const changes = scene.git("diff-tree", "-r", "--no-renames", "--raw", "work~1", "work").split("\n");
  expect(changes.map((line) => line.replace(/^:(\d+) (\d+) \S+ \S+ (.)\t(.*)$/, "$3 $1 $2 $4"))).toEqual([
    "A 000000 100644 SECURITY.md",
    "D 100644 000000 Security.md",
    "A 000000 100755 bin/tool",
    "D 100644 000000 old/old.js",
    "M 100644 100644 src/cart.js",
    "D 100755 000000 tool.sh",
  ]);
  // The user is on the branch: the checkout has followed, byte for byte.
  expect(scene.git("status", "--porcelain")).toBe("");
  expect(readFileSync(join(scene.repo, "src/cart.js"), "utf8")).toBe(
    CART.replace("  let", "  // In cents.\r\n  let").replace("+= item;", "+= item.price;"),
  );
  expect(existsSync(join(scene.repo, "old"))).toBe(false);
  expect(readdirSync(scene.repo).filter((name) => /security/i.test(name))).toEqual(["SECURITY.md"]);
  expect(statSync(join(scene.repo, "bin/tool")).mode & 0o111).not.toBe(0);
  expect(scene.leftovers()).toEqual([]);

  const shown = await scene.llmch(["show", "--artifacts-dir", scene.artifacts, "--verbose", "--no-color"], {
    cwd: scene.repo,
  });
  expect(shown.stdout).toContain("old/old.js  deleted");
  expect(shown.stdout).toContain("tool.sh → bin/tool  renamed, +1 -1");
  const audited = await scene.llmch(["audit", "--artifacts-dir", scene.artifacts, "--json"], { cwd: scene.repo });
  expect(JSON.parse(audited.stdout)).toMatchObject({ ok: true, errors: [] });
});
