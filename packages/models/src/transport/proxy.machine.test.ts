import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { serves, startModelServer } from "@llmch/testkit";
import { afterEach, expect, test } from "vitest";
import { openOpenAi } from "../openai/client.ts";
import { proxiesIn } from "./proxy-of.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A proxy that passes everything on to one model server, and knows no other host. */
const startProxy = async () => {
  const server = await startModelServer({ chat: [serves.answers("{}")] });
  const seen: string[] = [];
  const proxy = createServer((incoming, response) => {
    seen.push([incoming.method, incoming.url, incoming.headers["proxy-authorization"]].filter(Boolean).join(" "));
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

const post = async (baseUrl: string, env: Readonly<Record<string, string>>) => {
  const proxyOf = proxiesIn(env);
  const send = await openOpenAi({ provider: "compatible:office", apiKey: "k", baseUrl, proxyOf, connectMs: 2_000 });
  return send({ method: "post", path: "/chat/completions", body: { a: 1 } }, new AbortController().signal);
};

test("a model is asked through the proxy of its scheme", async () => {
  const { server, seen, url } = await startProxy();
  const env = { HTTP_PROXY: url.replace("//", "//user:p%40ss@"), HTTPS_PROXY: url };
  const path = new URL(server.url).pathname.replace(/\/$/, "");
  expect((await post(`http://models.invalid${path}`, env)).ok).toBe(true);
  expect(server.requests).toHaveLength(1);
  expect(await post("https://models.invalid/v1", env)).toMatchObject({ issues: [{ kind: "status", status: 403 }] });
  const authorization = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
  expect(seen).toEqual([
    `POST http://models.invalid${path}/chat/completions ${authorization}`,
    "CONNECT models.invalid:443",
  ]);
});

test("NO_PROXY and this machine's own servers are asked directly", async () => {
  const { server, seen, url } = await startProxy();
  const env = { HTTP_PROXY: url, NO_PROXY: "models.invalid" };
  expect((await post(server.url, env)).ok).toBe(true);
  expect(await post("http://models.invalid/v1", env)).toMatchObject({
    issues: [{ kind: "connection", isUnsent: true }],
  });
  expect(seen).toEqual([]);
});

test.each([
  ["http://127.0.0.1:1", /^through the proxy 127\.0\.0\.1:1: .*ECONNREFUSED/, true],
  ["socks5://user:secret@localhost:1", /^the proxy that the environment names is not an http or https address$/, false],
])("a proxy that does not serve is named: %s", async (proxy, message, isUnsent) => {
  const sent = await post("http://models.invalid/v1", { HTTP_PROXY: proxy });
  expect(sent).toMatchObject({ issues: [{ kind: "connection", message: expect.stringMatching(message), isUnsent }] });
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ["http://a.test", { HTTP_PROXY: "http://p", ALL_PROXY: "http://all" }, "http://p"],
  ["http://a.test", { HTTP_PROXY: "http://P", http_proxy: "http://p" }, "http://p"],
  ["https://a.test", { HTTP_PROXY: "http://p", ALL_PROXY: "http://all" }, "http://all"],
  ["https://a.test", { HTTPS_PROXY: "p:3128" }, "https://p:3128"],
  ["https://a.test", {}, ""],
  ...["*", "A.test", "b.test, a.test", "a.test:443", ".test", "*.test", "b.test a.test"].map(
    (no): [string, Readonly<Record<string, string>>, string] => [
      ...(["https://a.test", { HTTPS_PROXY: "http://p", NO_PROXY: no }, ""] as const),
    ],
  ),
  ...["", ",", "test", "a.test:80", ".a.test", "b.test"].map(
    (no): [string, Readonly<Record<string, string>>, string] => [
      ...(["https://a.test", { HTTPS_PROXY: "http://p", no_proxy: no }, "http://p"] as const),
    ],
  ),
])("the proxy for %s by %j", (url, env, proxy) => {
  expect(proxiesIn(env)(new URL(url))).toBe(proxy);
});
