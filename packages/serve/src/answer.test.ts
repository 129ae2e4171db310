import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { page, plain, type Route, seeOther } from "./http/route.ts";
import { BEARER, dial, raw, siteOf, statusOf, TOKEN, written } from "./site.fixture.ts";

const route = (path: string, answer: Route["answer"], more: Partial<Route> = {}): Route => ({
  ...{ method: "GET", path, answer },
  ...more,
});
const echo = route("/echo", async ({ body }) => plain(String(body.length)), { method: "POST" });
const hello = route("/", async () => page("hello"));
const open = route("/assets/:name", async () => plain("style"), { isOpen: true });

test("every answer says that it is not for others", async () => {
  const { port } = await siteOf({ routes: [hello] });
  const answers = await Promise.all([
    raw(port, written("GET /", port, BEARER)),
    raw(port, written("GET /", port)),
    raw(port, written("GET /", port, { host: "evil.test" })),
    raw(port, "nonsense\r\n\r\n"),
  ]);
  expect(answers.map(statusOf)).toEqual([200, 401, 403, 400]);
  for (const answer of answers) {
    expect(answer).toContain("content-security-policy: default-src 'none'; style-src 'self'; script-src 'self'");
    for (const header of ["x-content-type-options: nosniff", "cache-control: no-store", "referrer-policy: same-origin"])
      expect(answer).toContain(header);
  }
});

test("a stranger gets what is open, and of the rest not even what there is", async () => {
  const { port, data } = await siteOf({ routes: [hello, open] });
  const status = async (line: string) => statusOf(await raw(port, written(line, port)));
  expect(await status("GET /assets/a.css")).toBe(200);
  for (const line of ["GET /", "GET /nothing", "PUT /", "POST /api/v1/jobs", "GET /api/v1/state", "GET /changes"])
    expect(await status(line)).toBe(401);
  expect(await raw(port, written("GET /api/v1/state", port))).toContain('{"errors":[{"code":"no-token"');
  expect(await raw(port, written("GET /", port))).toContain(`llmch serve --link --data ${data}`);
  // A link's token is for the link's page alone.
  expect(await status(`GET /api/v1/state?token=${TOKEN}`)).toBe(401);
});

test("a link's page posts its token for a cookie, which lets the browser in", async () => {
  const { port, origin, newLink } = await siteOf({ routes: [hello] });
  const token = new URL(newLink()).searchParams.get("token") ?? "";
  expect(await raw(port, written(`GET /?token=${token}`, port))).toContain(`name="token" value="${token}"`);
  const form = { origin, "content-type": "application/x-www-form-urlencoded" };
  const entered = await raw(port, written("POST /link", port, form, `token=${token}`));
  expect([statusOf(entered), /location: (.*)\r/.exec(entered)?.[1]]).toEqual([303, "/"]);
  const cookie = /set-cookie: ([^;]*)/.exec(entered)?.[1] ?? "";
  expect(await raw(port, written("GET /", port, { cookie }))).toContain("hello");
  expect(statusOf(await raw(port, written("POST /link", port, form, `token=${token}`)))).toBe(401);
  // Who is in already may open it again.
  expect(statusOf(await raw(port, written("POST /link", port, { ...form, cookie }, `token=${token}`)))).toBe(303);
  // What changes something says which page asks.
  const remove = "DELETE /api/v1/jobs/01KB0000000000000000000001";
  const ways = [{ cookie }, { cookie, origin: "null" }, { cookie, origin: "http://127.0.0.1:1" }, { cookie, origin }];
  const answers = await Promise.all(ways.map((headers) => raw(port, written(remove, port, headers))));
  expect(answers.map(statusOf)).toEqual([403, 403, 403, 404]);
});

test.each([
  ["an absolute address of this server", "GET http://127.0.0.1/", 400],
  ["an absolute address of another", "GET http://evil.test/", 400],
  ["an address that begins like another server", "GET //evil.test/..", 400],
  ["the server as a whole", "OPTIONS *", 400],
  ["a tunnel", "CONNECT evil.test:80", 0],
  ["an unknown address", "GET /nothing", 404],
  ["an unknown method", "PUT /", 405],
  ["a method that nobody has", "BREW /", 400],
  ["another version of HTTP", "GET / HTTP/9.9\r\nx: ", 400],
  ["an address that goes on with a header", "GET /\r\nhost: evil.test\r\nx:", 403],
])("%s is refused", async (_, line, status) => {
  const { port } = await siteOf({ routes: [hello] });
  expect(statusOf(await raw(port, written(line, port, BEARER)))).toBe(status);
});

test("an address that is asked by another method says which it takes, and what to do", async () => {
  const { port } = await siteOf({ routes: [hello] });
  expect(await raw(port, written("PUT /", port, BEARER))).toMatch(/takes GET alone[\s\S]*the buttons of the job/i);
});

test.each([
  ["two lengths", "content-length: 1\r\ncontent-length: 5\r\n"],
  ["a length and chunks", "content-length: 5\r\ntransfer-encoding: chunked\r\n"],
  ["chunks in disguise", "transfer-encoding: xchunked\r\n"],
  ["chunks and something else", "transfer-encoding: chunked, identity\r\n"],
  ["two hosts", "host: evil.test\r\n"],
  ["a header over two lines", "x: a\r\n b: c\r\n"],
  ["a space before the colon", "content-length : 5\r\n"],
  ["lines that end in two ways", "x: a\ny: b\r\n"],
])("a request that two servers could read differently is refused: %s", async (_, headers) => {
  const asked: string[] = [];
  const { port } = await siteOf({
    routes: [route("/echo", async () => plain(String(asked.push("echo"))), { method: "POST" })],
  });
  const head = `POST /echo HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${TOKEN}\r\n`;
  const answer = await raw(port, `${head}${headers}\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`);
  expect([400, 403]).toContain(statusOf(answer));
  expect(asked).toEqual([]);
});

test("a body has an end: a larger one is refused, and the answer is heard", async () => {
  const { port } = await siteOf({ routes: [echo], limits: { bodyBytes: 100_000 } });
  const post = (body: string) => raw(port, written("POST /echo", port, BEARER, body));
  expect(await post("x".repeat(100_000))).toMatch(/\r\n\r\n100000$/);
  const large = await post("x".repeat(3_000_000));
  expect(statusOf(large)).toBe(413);
  expect(large.toLowerCase()).toContain("connection: close");
  const chunk = `${(1000).toString(16)}\r\n${"x".repeat(1000)}\r\n`;
  const chunked = written("POST /echo", port, { ...BEARER, "transfer-encoding": "chunked" });
  expect(statusOf(await raw(port, `${chunked}${chunk.repeat(200)}0\r\n\r\n`))).toBe(413);
  expect(await raw(port, `${chunked}${chunk.repeat(2)}0\r\n\r\n`)).toMatch(/\r\n\r\n2000$/);
});

test("a stranger's body is small, or is not read", async () => {
  const { port, origin } = await siteOf({ routes: [echo] });
  expect(statusOf(await raw(port, written("POST /link", port, { origin }, "x".repeat(5_000))))).toBe(413);
  expect(statusOf(await raw(port, written("POST /echo", port, {}, "x".repeat(500_000))))).toBe(401);
});

test("headers are small, and none of them is overlooked", async () => {
  const { port } = await siteOf({ routes: [hello] });
  expect(statusOf(await raw(port, written("GET /", port, { ...BEARER, x: "y".repeat(17_000) })))).toBe(431);
  const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`a${at}`, ""]));
  expect(statusOf(await raw(port, written("GET /", port, { ...BEARER, ...many, origin: "http://evil.test" })))).toBe(
    403,
  );
});

test("a slow client is let go of", async () => {
  const { port } = await siteOf({ routes: [echo], limits: { headersMs: 100, requestMs: 300 } });
  expect(statusOf(await raw(port, "GET / HTTP/1.1\r\nhost: "))).toBe(408);
  expect([0, 408]).toContain(statusOf(await raw(port, "")));
  expect([0, 408]).toContain(
    statusOf(await raw(port, written("POST /echo", port, { ...BEARER, "content-length": "10" }))),
  );
});

test("a client that reads nothing is let go of; one that waits for a slow answer is not", async () => {
  const large = route("/large", async () => plain("x".repeat(30_000_000)));
  const slow = route("/slow", async () => setTimeout(400, plain("at last")));
  const { port } = await siteOf({ routes: [large, slow], limits: { stallMs: 150 } });
  const socket = dial(port);
  socket.write(written("GET /large", port, BEARER));
  socket.pause();
  const gone = once(socket, "close");
  socket.on("error", () => {});
  expect(await raw(port, written("GET /slow", port, BEARER))).toContain("at last");
  await setTimeout(300);
  socket.resume();
  await gone;
  expect(socket.bytesRead).toBeLessThan(30_000_000);
});

test("there are only so many connections", async () => {
  const { port } = await siteOf({ routes: [hello], limits: { connections: 3 } });
  const idle = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const socket = dial(port);
      await once(socket, "connect");
      return socket;
    }),
  );
  await expect.poll(async () => statusOf(await raw(port, written("GET /", port, BEARER)))).toBe(0);
  for (const socket of idle) socket.destroy();
  await expect.poll(async () => statusOf(await raw(port, written("GET /", port, BEARER)))).toBe(200);
});

/** What strangers may send, each with an answer or a hang-up. None of them ends a connection by itself. */
const ANSWERED = {
  "a request that is refused": "GET / HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\n\r\n",
  "another Host": "GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: keep-alive\r\n\r\n",
  "an open page": "GET /assets/style.css HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nconnection: keep-alive\r\n\r\n",
  "a body that does not come": "POST /api/v1/jobs HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\ncontent-length: 99\r\n\r\n",
  "an expectation": "GET / HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nexpect: tea\r\n\r\n",
  "an upgrade": "GET / HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  "no HTTP": "\x16\x03\x01",
  "headers without an end": "GET / HTTP/1.1\r\nhost: ",
  nothing: "",
};

test.each(Object.entries(ANSWERED))("nobody keeps a connection that got its answer: %s", async (_, sent) => {
  const { port, leave } = await siteOf({ routes: [open], limits: { connections: 4, headersMs: 100, lingerMs: 200 } });
  const bytes = sent.replace("PORT", String(port));
  const kept = Array.from({ length: 4 }, () => {
    const socket = dial(port, { allowHalfOpen: true });
    socket.write(bytes);
    return socket.resume();
  });
  // Whoever says something whole says it again and again.
  const again = setInterval(() => {
    if (bytes.endsWith("\r\n\r\n")) for (const socket of kept) socket.write(bytes);
  }, 20);
  onTestFinished(() => clearInterval(again));
  await expect.poll(async () => statusOf(await raw(port, written("GET /api/v1/state", port, BEARER)))).toBe(200);
  const last = dial(port, { allowHalfOpen: true });
  last.write("\0");
  await once(last.resume(), "end");
  await leave();
});

test("a stranger who reads an answer slowly is let go of", async () => {
  const large = route("/large", async () => plain("x".repeat(30_000_000)), { isOpen: true });
  const { port } = await siteOf({ routes: [hello, large], limits: { connections: 1, headersMs: 300, requestMs: 300 } });
  const socket = dial(port);
  socket.write(written("GET /large", port));
  await once(socket, "readable");
  const reading = setInterval(() => socket.read(1), 20);
  onTestFinished(() => clearInterval(reading));
  await expect.poll(async () => statusOf(await raw(port, written("GET /", port, BEARER)))).toBe(200);
  expect(socket.bytesRead).toBeLessThan(30_000_000);
});

test("what goes wrong in one answer is that answer's alone, and tells nothing of the machine", async () => {
  const fails = route("/fails", async () => {
    throw new Error("secret /home/ann");
  });
  const breaks = route("/breaks", async () => ({
    async *stream() {
      yield "data: 1\n\n";
      throw new Error("broken");
    },
  }));
  const leads = route("/leads", async ({ query }) => seeOther(query.get("to") ?? ""));
  const { port, failed } = await siteOf({ routes: [fails, breaks, leads, hello] });
  const answer = await raw(port, written("GET /fails", port, BEARER));
  expect(statusOf(answer)).toBe(500);
  expect(answer).not.toMatch(/secret|ann|\.ts/);
  expect(await raw(port, written("GET /breaks", port, BEARER))).toContain("data: 1");
  for (const to of ["/a%0d%0aset-cookie:%20a=b", "//evil.test", "/%5Cevil.test", "https://evil.test", ""])
    expect(statusOf(await raw(port, written(`GET /leads?to=${to}`, port, BEARER)))).toBe(500);
  expect(statusOf(await raw(port, written("GET /leads?to=/jobs/A", port, BEARER)))).toBe(303);
  expect(failed).toHaveLength(7);
  expect(statusOf(await raw(port, written("GET /", port, BEARER)))).toBe(200);
});

test("a client that goes away ends its answer, and nothing is told of it", async () => {
  const begun: AbortSignal[] = [];
  const waits = route("/waits", async ({ signal }) => {
    begun.push(signal);
    await once(signal, "abort");
    throw new Error("gone");
  });
  const { port, failed } = await siteOf({ routes: [waits, echo] });
  const socket = dial(port);
  socket.write(written("GET /waits", port, BEARER));
  await expect.poll(() => begun).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => begun[0]?.aborted).toBe(true);
  const half = dial(port);
  half.end(
    written("POST /echo", port, { ...BEARER, "content-length": "10" }, "x").replace("content-length: 1\r\n", ""),
  );
  half.resume();
  await once(half, "close");
  const lost = dial(port);
  lost.write(written("POST /echo", port, { ...BEARER, "content-length": "10" }));
  await once(lost, "connect");
  lost.resetAndDestroy();
  await setTimeout(50);
  expect(failed).toEqual([]);
});

test("HEAD is GET without its body", async () => {
  const { port } = await siteOf({ routes: [hello] });
  const answer = await raw(port, written("HEAD /", port, BEARER));
  expect(statusOf(answer)).toBe(200);
  expect(answer).toContain("content-length: 5");
  expect(answer).toMatch(/\r\n\r\n$/);
});

test("the server ends within a second, whatever is open", async () => {
  const asked: string[] = [];
  const stream = route("/stream", async () => ({
    async *stream(gone) {
      asked.push("/stream");
      yield ":\n\n";
      await once(gone, "abort");
    },
  }));
  const stuck = route("/stuck", async () => {
    asked.push("/stuck");
    return new Promise<never>(() => {});
  });
  const { port, leave } = await siteOf({ routes: [stream, stuck], limits: { endMs: 100 } });
  const streaming = raw(port, written("GET /stream", port, BEARER));
  const waiting = raw(port, written("GET /stuck", port, BEARER));
  const idle = dial(port);
  await once(idle, "connect");
  await expect.poll(() => asked).toHaveLength(2);
  await leave();
  expect(await streaming).toMatch(/0\r\n\r\n$/);
  expect(await waiting).toBe("");
});
