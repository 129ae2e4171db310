import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { startModelServer } from "@llmch/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { connectionOf } from "./connections.ts";
import { probeServer } from "./probe.ts";

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers every request with one status, never if that is null, or in its own way. */
const serving = async (status: number | null | ((response: ServerResponse) => void)): Promise<string> => {
  const listening = createServer((request, response) => {
    if (status === null) return;
    if (typeof status === "function") {
      status(response);
      return;
    }
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ path: request.url, error: { message: `key ${request.headers.authorization}` } }));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1`;
};

const probe = async (url: string, model = "gpt-5.2") => {
  const keys = { OPENAI_API_KEY: "sk-secret-key", ANTHROPIC_API_KEY: "sk-secret-key" };
  const env = { ...keys, OPENAI_BASE_URL: url, ANTHROPIC_BASE_URL: url.replace(/\/v1$/, "") };
  const found = connectionOf(model, DEFAULT_SETTINGS, env);
  if (!found.ok) throw new Error("the settings are refused");
  return probeServer(found.value.server, { limitMs: 1_000, signal: new AbortController().signal });
};

describe("probeServer", () => {
  it.each([200, 404, 405])("treats a %i as a reachable server", async (status) => {
    expect(await probe(await serving(status))).toEqual({ ok: true, value: null });
  });

  it.each([
    [401, "key"],
    [403, "key"],
    [500, "server"],
    [429, "server"],
  ])("reports a %i as %s, without the key", async (status, kind) => {
    const verdict = await probe(await serving(status));
    expect(verdict).toMatchObject({ ok: false, issues: [{ kind }] });
    expect(JSON.stringify(verdict)).toContain(`answers ${status}`);
    expect(JSON.stringify(verdict)).not.toContain("sk-secret-key");
  });

  it("also asks Anthropic's servers for their models", async () => {
    const anthropic = await startModelServer({});
    expect(await probe(anthropic.root, "anthropic:claude")).toEqual({ ok: true, value: null });
    expect(anthropic.requests).toMatchObject([
      { method: "GET", path: "/models", headers: { authorization: "Bearer sk-secret-key" } },
    ]);
    await anthropic.close();
    const refused = await probe(await serving(401), "anthropic:claude");
    expect(refused).toMatchObject({ ok: false, issues: [{ kind: "key" }] });
    expect(JSON.stringify(refused)).not.toContain("sk-secret-key");
  });

  it("reports a server that is unreachable, or never answers", async () => {
    expect(await probe("http://127.0.0.1:1/v1")).toMatchObject({ ok: false, issues: [{ kind: "silent" }] });
    expect(await probe(await serving(null))).toEqual({
      ok: false,
      issues: [{ kind: "silent", message: "gives no answer within 1 s" }],
    });
  });

  it("abandons an answer that never ends", async () => {
    let ended: () => void = () => {};
    const gone = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const url = await serving((response) => {
      response.once("close", ended);
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{");
    });
    expect(await probe(url)).toEqual({ ok: true, value: null });
    await gone;
  });
});
