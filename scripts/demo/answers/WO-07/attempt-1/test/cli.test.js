import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function evenly(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["src/cli.js", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("the example ledger gives its report", () => {
  const report = `Lisbon weekend: 6 expenses, 512.80 in all

         paid   share  balance
Ana    340.00  128.80  +211.20
Ben     83.50  128.79   -45.29
Chloe   58.30  144.27   -85.97
Dev     31.00  110.94   -79.94

Payments
  Chloe pays Ana 85.97
  Dev pays Ana 79.94
  Ben pays Ana 45.29
`;
  assert.deepEqual(evenly("examples/lisbon.txt"), { status: 0, stdout: report, stderr: "" });
});

test("a ledger with a mistake is refused in one line", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "evenly-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "ledger.txt");
  writeFileSync(path, "trip: Hut\npeople: Ana, Ben\nDan paid 3 for bread\n");
  assert.deepEqual(evenly(path), { status: 1, stdout: "", stderr: 'evenly: line 3: unknown person "Dan"\n' });
});

test("a file that is not there is said", () => {
  assert.deepEqual(evenly("missing.txt"), { status: 1, stdout: "", stderr: "evenly: cannot read missing.txt\n" });
});

test("wrong usage is said", () => {
  const usage = { status: 2, stdout: "", stderr: "usage: evenly LEDGER-FILE\n" };
  assert.deepEqual(evenly(), usage);
  assert.deepEqual(evenly("one.txt", "two.txt"), usage);
});
