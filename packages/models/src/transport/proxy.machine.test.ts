import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { serves, startModelServer } from "@llmch/testkit";
import { afterEach, expect, test, vi } from "vitest";
import { openOpenAi } from "../openai/client.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

/** A proxy that passes everything on to one model server, and knows no other host. */
const startProxy = async () => {
  const server = await startModelServer({ chat: [serves.answers("{}")] });
  const seen: string[] = [];
  const proxy = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    const { pathname } = new URL(incoming.url ?? "");
    const onward = request(
      `${new URL(server.url).origin}${pathname}`,
      { method: "POST", headers: incoming.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(onward);
  });
  proxy.on("connect", ({ url }, socket) => {
    seen.push(`CONNECT ${url}`);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  closing.push(() => proxy.close(), server.close);
  return { server, seen, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
};

const post = async (baseUrl: string) => {
  const send = await openOpenAi({ provider: "compatible:office", apiKey: "k", baseUrl, connectMs: 2_000 });
  return send({ method: "post", path: "/chat/completions", body: { a: 1 } }, new AbortController().signal);
};

/** Whatever the machine's own environment says. */
const stub = (names: Readonly<Record<string, string>>) => {
  for (const name of ["http_proxy", "https_proxy", "no_proxy", "all_proxy"]) {
    vi.stubEnv(name, "");
    vi.stubEnv(name.toUpperCase(), names[name.toUpperCase()] ?? "");
  }
};

test("a model is asked through the proxy of its scheme", async () => {
  const { server, seen, url } = await startProxy();
  stub({ HTTP_PROXY: url, HTTPS_PROXY: url });
  const path = new URL(server.url).pathname.replace(/\/$/, "");
  expect((await post(`http://models.invalid${path}`)).ok).toBe(true);
  expect(server.requests).toHaveLength(1);
  expect(await post("https://models.invalid/v1")).toMatchObject({ issues: [{ kind: "status", status: 403 }] });
  expect(seen).toEqual([`POST http://models.invalid${path}/chat/completions`, "CONNECT models.invalid:443"]);
});

test("NO_PROXY and this machine's own servers are asked directly", async () => {
  const { server, seen, url } = await startProxy();
  stub({ HTTP_PROXY: url, NO_PROXY: "models.invalid" });
  expect((await post(server.url)).ok).toBe(true);
  expect(await post("http://models.invalid/v1")).toMatchObject({ issues: [{ kind: "connection", isUnsent: true }] });
  expect(seen).toEqual([]);
});

test.each([
  ["http://127.0.0.1:1", /^through the proxy 127\.0\.0\.1:1: .*ECONNREFUSED/, true],
  ["socks5://user:secret@localhost:1", /^the proxy that the environment names is not an http or https address$/, false],
])("a proxy that does not serve is named: %s", async (proxy, message, isUnsent) => {
  stub({ HTTP_PROXY: proxy });
  const sent = await post("http://models.invalid/v1");
  expect(sent).toMatchObject({ issues: [{ kind: "connection", message: expect.stringMatching(message), isUnsent }] });
});
