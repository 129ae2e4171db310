import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@llmch/text";
import { expect, onTestFinished, test } from "vitest";
import { readRequest, requestDocument } from "./run-request.ts";

const RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

test("who asked and what its user agreed to count with the mark alone", () => {
  const root = mkdtempSync(join(tmpdir(), "llmch-request-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const env = { XDG_STATE_HOME: join(root, "state") };
  const place = { directory: root, runId: RUN };
  const asked = { operation: "build", request: { spec: "x" }, given: {}, cwd: root };
  const read = (document: JsonObject) => {
    writeFileSync(join(root, "request.json"), JSON.stringify(document));
    return readRequest(env, place);
  };
  const own = requestDocument(env, place, { ...asked, by: "program", consent: true });
  expect(read(own)).toMatchObject({ ok: true, value: { by: "program", consent: true, isOwn: true } });
  const plain = requestDocument(env, place, asked);
  expect(plain).not.toHaveProperty("consent");
  expect(read({ ...plain, consent: true })).toMatchObject({ ok: true, value: { consent: true, isOwn: false } });
  const { by: _, ...hidden } = own;
  expect(read(hidden)).toMatchObject({ ok: true, value: { isOwn: false } });
  expect(read({ ...plain, consent: "yes" })).toMatchObject({ ok: false });
  expect(read({ ...plain, by: "me" })).toMatchObject({ ok: false });
});
