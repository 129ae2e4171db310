import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openInViewer } from "./viewer.ts";

const root = mkdtempSync(join(tmpdir(), "llmch-viewer-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** An environment whose opener is a shell script. */
const withOpener = (script: string): NodeJS.ProcessEnv => {
  const folder = mkdtempSync(join(root, "bin-"));
  for (const name of ["xdg-open", "open"]) writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${folder}:${process.env.PATH}` };
};

test("the file is handed to the user's program", async () => {
  const told = join(root, "told");
  expect(await openInViewer("/tmp/a report.html", withOpener(`echo "$#:$1" > ${told}`), [])).toEqual({
    ok: true,
    value: null,
  });
  expect(readFileSync(told, "utf8")).toBe("1:/tmp/a report.html\n");
});

test("a program that fails, and a missing one, are reported in words", async () => {
  expect(await openInViewer("/tmp/x", withOpener("exit 3"), [])).toMatchObject({
    ok: false,
    issues: [expect.stringContaining("nothing to open")],
  });
  expect(await openInViewer("/tmp/x", { PATH: root }, [])).toMatchObject({
    ok: false,
    issues: [expect.stringContaining("there is no")],
  });
});

test("a program that keeps running is not waited for", async () => {
  const over = join(root, "over");
  const waiting = withOpener(`while [ ! -e ${over}.ask ]; do sleep 0.05; done; touch ${over}`);
  expect(await openInViewer("/tmp/x", waiting, [])).toEqual({ ok: true, value: null });
  expect(existsSync(over)).toBe(false);
  writeFileSync(`${over}.ask`, "");
  await expect.poll(() => existsSync(over)).toBe(true);
});
