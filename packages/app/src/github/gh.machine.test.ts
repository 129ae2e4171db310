import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { expect, it } from "vitest";
import { askGh } from "./gh.ts";

it("gives up on a gh that hangs, and on an interrupt", async () => {
  const { path: folder, remove } = temporaryFolder();
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/gh"), "#!/bin/sh\nsleep 60\n");
  chmodSync(join(folder, "bin/gh"), 0o755);
  const place = { directory: folder, env: { PATH: `${join(folder, "bin")}:/usr/bin:/bin` } };
  const { signal } = new AbortController();
  const asked = await askGh(["pr", "list"], { ...place, signal, limitMs: 300 });
  expect(asked).toMatchObject({
    ok: false,
    issues: [{ code: "gh-failed", message: expect.stringContaining("no answer within") }],
  });
  const stopped = await askGh(["pr", "list"], { ...place, signal: AbortSignal.timeout(200) });
  expect(stopped).toMatchObject({ ok: false, issues: [{ message: expect.stringContaining("interrupted") }] });
  remove();
});
