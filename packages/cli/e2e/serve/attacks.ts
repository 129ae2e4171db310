import { type Headers, message, type Talk } from "./raw-http.ts";

/** What is attacked: a server with a job that waits and one that has ended, and its user's secrets. */
export interface Target {
  readonly port: number;
  /** Of `DATA/token`. */
  readonly token: string;
  /** `name=value`, as the browser of the user sends it. */
  readonly cookie: string;
  /** The job that waits, and what for. */
  readonly job: string;
  readonly need: { readonly id: string; readonly sha256: string };
  /** The job that has ended. */
  readonly ended: string;
  /** A cookie with another time of issue, or one that this server never signed. */
  readonly forged: Readonly<Record<"older" | "later" | "foreign" | "expired", string>>;
  /** A link's token that was used. */
  readonly used: string;
  readonly repo: string;
}

/** Bytes that somebody sends who may not, and what they come to. Whatever comes back, nothing has happened. */
export interface Attack extends Talk {
  readonly name: string;
  readonly send: (at: Target) => string | Buffer;
  /** The statuses that refuse it; null: closed without an answer. */
  readonly gets: readonly (number | null)[];
  /** What no part of the answer may hold, besides secrets. */
  readonly lacks?: RegExp;
  /** What must be in its head. */
  readonly has?: RegExp;
}

const REFUSED = [400, 401, 403, 404, 405, 409, 413, 414, 431, null] as const;
const home = ({ port }: Target): string => `127.0.0.1:${port}`;
const origin = (at: Target): string => `http://${home(at)}`;

/** The server may wait for what was announced. */
const ANSWERED = { until: /\r\n\r\n[\s\S]/ };

interface Sent {
  readonly headers?: (at: Target) => Headers;
  readonly body?: (at: Target) => string;
  /** Sends neither the cookie nor the token. */
  readonly isStranger?: true;
  /** As the browser of the user does it: with a cookie. Otherwise as a program: with the token. */
  readonly isBrowser?: true;
}

/** A request that would be let in, but for what the attack changes. */
const request =
  (method: string, path: string | ((at: Target) => string), sent: Sent = {}) =>
  (at: Target): string => {
    const body = sent.body?.(at) ?? "";
    const letIn: Headers =
      sent.isStranger === true
        ? {}
        : sent.isBrowser === true
          ? { Cookie: at.cookie, ...(method === "GET" ? {} : { Origin: origin(at) }) }
          : { Authorization: `Bearer ${at.token}` };
    const headers = {
      ...{ Host: home(at), Connection: "close", ...letIn },
      ...(body === ""
        ? {}
        : { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body, "latin1")) }),
      ...sent.headers?.(at),
    };
    const target = typeof path === "string" ? path : path(at);
    return message(`${method} ${target} HTTP/1.1`, headers, body);
  };

const browser = (method: string, path: Parameters<typeof request>[1], headers: (at: Target) => Headers, body?: Body) =>
  request(method, path, { isBrowser: true, headers, ...(body === undefined ? {} : { body }) });
type Body = (at: Target) => string;

const submission: Body = ({ repo }) =>
  JSON.stringify({ operation: "plan", request: { repo, spec: "An attack.\n" }, repo, dedup_key: "attack" });
const approval: Body = ({ need }) => JSON.stringify({ decision: "approve", of: need });
const decide = ({ job }: Target): string => `/api/v1/jobs/${job}/decision`;
const decideForm = ({ job }: Target): string => `/jobs/${job}/decision`;
const form: Body = ({ need }) => `decision=approve&need=${encodeURIComponent(need.id)}&sha256=${need.sha256}`;
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const multipart = (length: number): string =>
  `--x\r\nContent-Disposition: form-data; name="spec"\r\n\r\n${"a".repeat(length)}\r\n--x--\r\n`;
const MULTIPART = { "Content-Type": "multipart/form-data; boundary=x" };

const foreignHost = (name: string, host: (at: Target) => string | readonly string[]): Attack => ({
  ...{ name: `Host: ${name}`, gets: [400, 403] },
  send: browser("GET", "/", (at) => ({ Host: host(at) })),
});

const HOSTS: readonly Attack[] = [
  foreignHost("of another site, by DNS rebinding", () => "evil.example"),
  foreignHost("of another site with our port", ({ port }) => `evil.example:${port}`),
  foreignHost("localhost", ({ port }) => `localhost:${port}`),
  foreignHost("without the port", () => "127.0.0.1"),
  foreignHost("with another port", ({ port }) => `127.0.0.1:${port + 1}`),
  foreignHost("of IPv6", ({ port }) => `[::1]:${port}`),
  foreignHost("0.0.0.0", ({ port }) => `0.0.0.0:${port}`),
  foreignHost("127.1", ({ port }) => `127.1:${port}`),
  foreignHost("as a prefix", (at) => `${home(at)}.evil.example`),
  foreignHost("as a user's name", (at) => `${home(at)}@evil.example`),
  foreignHost("with a dot at the end", ({ port }) => `127.0.0.1.:${port}`),
  foreignHost("empty", () => ""),
  foreignHost("twice", (at) => [home(at), "evil.example"]),
  foreignHost("twice, ours last", (at) => ["evil.example", home(at)]),
  {
    ...{ name: "no Host", gets: [400, 403] },
    send: ({ cookie }) => message("GET / HTTP/1.1", { Cookie: cookie, Connection: "close" }),
  },
  {
    ...{ name: "no Host, in HTTP/1.0", gets: [400, 403, 505] },
    send: ({ cookie }) => message("GET / HTTP/1.0", { Cookie: cookie }),
  },
  {
    ...{ name: "a foreign Host beside X-Forwarded-Host", gets: [403] },
    send: browser("GET", "/", (at) => ({
      Host: "evil.example",
      "X-Forwarded-Host": home(at),
      Forwarded: `host=${home(at)}`,
    })),
  },
  {
    ...{ name: "an absolute target of another site", gets: [400, 403, 404] },
    send: browser("GET", "http://evil.example/", () => ({})),
  },
];

const foreignOrigin = (name: string, value: (at: Target) => string | readonly string[]): Attack => ({
  ...{ name: `Origin: ${name}`, gets: [400, 403] },
  send: browser("POST", decide, (at) => ({ Origin: value(at) }), approval),
});

const crossSite = (name: string, send: Attack["send"]): Attack => ({
  ...{ name, send, gets: [400, 401, 403, 405, 415, 426, null], lacks: /access-control-allow|HTTP\/1\.1 101/i },
});

const ORIGINS: readonly Attack[] = [
  foreignOrigin("of another site", () => "http://evil.example"),
  foreignOrigin("null", () => "null"),
  foreignOrigin("https", (at) => `https://${home(at)}`),
  foreignOrigin("localhost", ({ port }) => `http://localhost:${port}`),
  foreignOrigin("of another port", ({ port }) => `http://127.0.0.1:${port + 1}`),
  foreignOrigin("as a prefix", (at) => `${origin(at)}.evil.example`),
  foreignOrigin("with a path", (at) => `${origin(at)}/`),
  foreignOrigin("in capitals", (at) => origin(at).toUpperCase()),
  foreignOrigin("twice", (at) => [origin(at), "http://evil.example"]),
  foreignOrigin("empty", () => ""),
  crossSite("a cookie without an Origin, POST", (at) =>
    message(
      `POST ${decide(at)} HTTP/1.1`,
      { Host: home(at), Connection: "close", Cookie: at.cookie, "Content-Length": String(approval(at).length) },
      approval(at),
    ),
  ),
  crossSite("a cookie without an Origin, DELETE", (at) =>
    message(`DELETE /api/v1/jobs/${at.job} HTTP/1.1`, { Host: home(at), Connection: "close", Cookie: at.cookie }),
  ),
  crossSite(
    "a page read from another site",
    browser("GET", "/", () => ({ Origin: "http://evil.example" })),
  ),
  crossSite(
    "Sec-Fetch-Site: cross-site",
    browser("GET", "/", () => ({ "Sec-Fetch-Site": "cross-site" })),
  ),
  crossSite(
    "Sec-Fetch-Site: same-site",
    browser("GET", "/", () => ({ "Sec-Fetch-Site": "same-site" })),
  ),
  crossSite(
    "Sec-Fetch-Site: cross-site with our Origin",
    browser("POST", decideForm, () => ({ "Sec-Fetch-Site": "cross-site", ...FORM }), form),
  ),
  crossSite(
    "a form of another site that approves",
    browser("POST", decideForm, () => ({ Origin: "http://evil.example", ...FORM }), form),
  ),
  crossSite(
    "a form of a sandboxed frame that cancels",
    browser(
      "POST",
      ({ job }) => `/jobs/${job}/cancel`,
      () => ({ Origin: "null", ...FORM }),
      () => "x=1",
    ),
  ),
  crossSite(
    "a form of another site with a file",
    browser(
      "POST",
      "/jobs",
      () => ({ Origin: "http://evil.example", ...MULTIPART }),
      () => multipart(10),
    ),
  ),
  crossSite(
    "a form of another site whose text is JSON",
    browser(
      "POST",
      "/api/v1/jobs",
      () => ({ Origin: "http://evil.example", "Content-Type": "text/plain" }),
      submission,
    ),
  ),
  crossSite(
    "a question ahead of a cross-site request",
    browser("OPTIONS", "/api/v1/jobs", () => ({
      Origin: "http://evil.example",
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization",
    })),
  ),
  {
    ...ANSWERED,
    ...crossSite(
      "a WebSocket of another site",
      browser("GET", "/changes", () => ({
        ...{ Origin: "http://evil.example", Connection: "Upgrade", Upgrade: "websocket" },
        ...{ "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13" },
      })),
    ),
  },
  crossSite(
    "the stream of changes from another site",
    browser("GET", "/changes", () => ({ Origin: "http://evil.example", Accept: "text/event-stream" })),
  ),
];

/** 429: too many tokens were wrong. A good one is let in even then. */
const asStranger = (name: string, headers: (at: Target) => Headers, path = "/api/v1/state"): Attack => ({
  ...{ name, gets: [400, 401, 429] },
  send: request("GET", path, { isStranger: true, headers }),
});

const bearer = (name: string, value: (at: Target) => string): Attack =>
  asStranger(`a token ${name}`, (at) => ({ Authorization: value(at) }));

const SECRETS: readonly Attack[] = [
  asStranger("no token, API", () => ({})),
  asStranger("no cookie, page", () => ({}), "/"),
  bearer("of nothing", () => "Bearer "),
  bearer("that is a guess", () => `Bearer ${"A".repeat(43)}`),
  bearer("that is a beginning", ({ token }) => `Bearer ${token.slice(0, -1)}`),
  bearer("with one more character", ({ token }) => `Bearer ${token}A`),
  bearer("in other capitals", ({ token }) => `Bearer ${token.toLowerCase()}`),
  bearer("without its scheme", ({ token }) => token),
  bearer("of Basic", ({ token }) => `Basic ${Buffer.from(`llmch:${token}`).toString("base64")}`),
  bearer("that is very long", () => `Bearer ${"A".repeat(8000)}`),
  asStranger("the token as a cookie", ({ token, cookie }) => ({ Cookie: `${cookie.split("=")[0]}=${token}` })),
  {
    ...{ name: "the token in the address of the API", gets: [401, 429] },
    send: request("GET", ({ token }) => `/api/v1/state?token=${token}`, { isStranger: true }),
  },
  {
    ...{ name: "the token in the body", gets: [401, 403, 429] },
    send: request("POST", "/api/v1/jobs", {
      ...{ isStranger: true, body: (at) => JSON.stringify({ ...JSON.parse(submission(at)), token: at.token }) },
    }),
  },
  ...(["older", "later", "foreign", "expired"] as const).map((which) =>
    asStranger(`a cookie that is ${which}`, ({ forged }) => ({ Cookie: forged[which] })),
  ),
  asStranger("a cookie of another port", ({ cookie, port }) => ({
    Cookie: cookie.replace(`-${port}=`, `-${port + 1}=`),
  })),
  asStranger("a cookie without a signature", ({ cookie }) => ({ Cookie: cookie.replace(/[^.]*$/, "") })),
  asStranger("a cookie of dots", ({ cookie }) => ({ Cookie: `${cookie.split("=")[0]}=...` })),
  asStranger("a cookie that says too much", ({ cookie }) => ({ Cookie: `${cookie}A` })),
  {
    ...{ name: "a link that was used", gets: [400, 401, 429] },
    send: request("POST", "/link", {
      ...{ isStranger: true, body: ({ used }) => `token=${used}` },
      headers: (at) => ({ ...FORM, Origin: origin(at) }),
    }),
  },
  {
    ...{ name: "a link that is guessed", gets: [400, 401, 429] },
    send: request("POST", "/link", {
      ...{ isStranger: true, body: () => `token=${"A".repeat(43)}` },
      headers: (at) => ({ ...FORM, Origin: origin(at) }),
    }),
  },
  {
    ...{ name: "the token of programs as a link", gets: [400, 401, 429] },
    send: request("POST", "/link", {
      ...{ isStranger: true, body: ({ token }) => `token=${token}` },
      headers: (at) => ({ ...FORM, Origin: origin(at) }),
    }),
  },
  {
    ...{ name: "a link that another site posts", gets: [400, 403, 429] },
    send: request("POST", "/link", {
      ...{ isStranger: true, body: ({ used }) => `token=${used}` },
      headers: () => ({ ...FORM, Origin: "http://evil.example" }),
    }),
  },
  {
    ...{ name: "a link that is only looked at", gets: [200, 429], lacks: /set-cookie/i },
    send: request("GET", ({ used }) => `/?token=${used}`, { isStranger: true }),
  },
  {
    ...{ name: "one more link for a stranger", gets: [401, 429] },
    send: request("POST", "/api/v1/links", { isStranger: true }),
  },
];

const path = (name: string, of: (at: Target) => string, gets: Attack["gets"] = REFUSED): Attack => ({
  ...{ name: `path: ${name}`, gets, lacks: /root:.*:0:0|location: *(\/\/|http:\/\/evil)/i },
  send: request("GET", of),
});
const files = ({ ended }: Target): string => `/jobs/${ended}/files`;

const PATHS: readonly Attack[] = [
  path("up with dots", (at) => `${files(at)}/../../../../../../etc/passwd`),
  path("up with encoded dots", (at) => `${files(at)}/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd`),
  path("up with encoded slashes", (at) => `${files(at)}/..%2f..%2f..%2f..%2fetc%2fpasswd`),
  path("up, encoded twice", (at) => `${files(at)}/%252e%252e%252f%252e%252e%252ftoken`),
  path("up to the token", (at) => `${files(at)}/../../../token`),
  path("up to the token, encoded", (at) => `${files(at)}/..%2f..%2f..%2ftoken`),
  path("up with backslashes", (at) => `${files(at)}/..\\..\\..\\token`),
  path("up with encoded backslashes", (at) => `${files(at)}/..%5c..%5c..%5ctoken`),
  path("up in overlong UTF-8", (at) => `${files(at)}/%c0%ae%c0%ae/%c0%ae%c0%ae/token`),
  path("absolute below the files", (at) => `${files(at)}//etc/passwd`),
  path("a null byte", (at) => `${files(at)}/request.json%00.txt`),
  path("half an encoding", (at) => `${files(at)}/%zz`),
  path("a link to a file outside", (at) => `${files(at)}/link-to-token`),
  path("a link to a folder outside", (at) => `${files(at)}/link-to-data/token`),
  path("a pipe", (at) => `${files(at)}/pipe`),
  path("a folder as a file of another run", ({ ended, job }) => `/jobs/${ended}/files/../${job}/request.json`),
  path("an id that leads up", () => "/api/v1/jobs/..%2f..%2ftoken"),
  path("an id that leads up, page", () => "/jobs/..%2f..%2f..%2fetc/files/passwd"),
  path("an id that is a member of every object", () => "/api/v1/jobs/__proto__"),
  path("an id that is none", () => "/api/v1/jobs/01ARZ3NDEKTSV4RRFFQ69G5FAV"),
  path("an id of a megabyte", () => `/jobs/${"A".repeat(1_000_000)}`),
  path("two slashes that name a host", () => "//evil.example/%2e%2e"),
  path("two slashes, then a job", ({ job }) => `//jobs/${job}`),
  path("no path at all", () => "*"),
  path("an asset that leads up", () => "/assets/../../package.json"),
  path("an asset that leads up, encoded", () => "/assets/..%2f..%2fpackage.json"),
  path("an order of a diff that is an option", ({ job }) => `/jobs/${job}/diff?order=--output%3D/tmp/llmch-attack`),
  path("an order of a diff that is an object", ({ job }) => `/jobs/${job}/diff?order=HEAD:../../etc/passwd`),
];

const MEGABYTES = 5_000_000;
const post = (name: string, headers: (at: Target) => Headers, body: string, gets: Attack["gets"] = [400]): Attack => ({
  ...{ name, gets },
  send: (at) =>
    message(
      "POST /api/v1/jobs HTTP/1.1",
      { Host: home(at), Authorization: `Bearer ${at.token}`, "Content-Type": "application/json", ...headers(at) },
      body,
    ),
});
const smuggled = (at: Target): string => request("POST", "/api/v1/jobs", { body: submission })(at);

const BODIES: readonly Attack[] = [
  { ...post("5 MB that are announced", () => ({ "Content-Length": String(MEGABYTES) }), "", [413]), ...ANSWERED },
  post("5 MB that are sent", () => ({ "Content-Length": String(MEGABYTES) }), "a".repeat(MEGABYTES), [413, null]),
  post(
    "5 MB in pieces",
    () => ({ "Transfer-Encoding": "chunked" }),
    `${"10000\r\n".concat("a".repeat(0x10000), "\r\n").repeat(80)}0\r\n\r\n`,
    [413, null],
  ),
  {
    ...{ name: "a form with a file of 5 MB", gets: [413, null] },
    send: browser(
      "POST",
      "/jobs",
      () => MULTIPART,
      () => multipart(MEGABYTES),
    ),
  },
  { ...post("a terabyte that is announced", () => ({ "Content-Length": "1099511627776" }), "", [413]), ...ANSWERED },
  post("a length below zero", () => ({ "Content-Length": "-1" }), "", [400]),
  post("a length that is no number", () => ({ "Content-Length": "4x" }), "{}{}", [400]),
  post("a length with a sign", () => ({ "Content-Length": "+4" }), "{}{}", [400]),
  post("two lengths", () => ({ "Content-Length": ["2", "40"] }), "{}", [400]),
  {
    ...post("a length and pieces", () => ({ "Content-Length": "5", "Transfer-Encoding": "chunked" }), "0\r\n\r\n"),
    send: (at) =>
      message(
        "POST /api/v1/jobs HTTP/1.1",
        { Host: home(at), "Content-Length": "5", "Transfer-Encoding": "chunked" },
        `0\r\n\r\n${smuggled(at)}`,
      ),
  },
  post("an encoding that is none", () => ({ "Transfer-Encoding": "xchunked" }), "0\r\n\r\n", [400, 501]),
  post("an encoding that is hidden", () => ({ "Transfer-Encoding": "\x0bchunked" }), "0\r\n\r\n", [400, 501]),
  post("an encoding after chunked", () => ({ "Transfer-Encoding": "chunked, identity" }), "0\r\n\r\n", [400, 501]),
  post("a piece whose length is none", () => ({ "Transfer-Encoding": "chunked" }), "zz\r\n{}\r\n0\r\n\r\n", [400]),
  post("a piece that is too long", () => ({ "Transfer-Encoding": "chunked" }), `${"f".repeat(17)}\r\n`, [400, 413]),
  {
    ...{ name: "a second request in a body that nobody reads", gets: REFUSED },
    send: (at) => {
      const inner = smuggled(at);
      const length = { "Content-Length": String(inner.length) };
      return request("GET", "/nowhere", { headers: () => length })(at) + inner;
    },
  },
  {
    ...{ name: "lines that end in a bare line feed", gets: [400] },
    send: (at) => `GET / HTTP/1.1\nHost: ${home(at)}\nCookie: ${at.cookie}\n\n`,
  },
  {
    ...{ name: "a header that goes on in the next line", gets: [400] },
    send: (at) => `GET / HTTP/1.1\r\nHost: ${home(at)}\r\nX-A: b\r\n c\r\nCookie: ${at.cookie}\r\n\r\n`,
  },
  {
    ...{ name: "a blank before the colon of a header", gets: [400] },
    send: (at) => `GET / HTTP/1.1\r\nHost : ${home(at)}\r\nCookie: ${at.cookie}\r\n\r\n`,
  },
  {
    ...{ name: "no HTTP at all", gets: [400, null] },
    send: () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n",
  },
  { ...{ name: "HTTP/0.9", gets: [400, 403, null] }, send: () => "GET /\r\n\r\n" },
  {
    ...{ name: "HTTP/2 out of the blue", gets: [400, 505, null] },
    send: () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  },
  {
    ...{ name: "headers of 20 KB", gets: [431] },
    send: request("GET", "/", { headers: () => ({ "X-A": "a".repeat(20_000) }) }),
  },
  {
    ...{ name: "thousands of headers", gets: [431, 400] },
    send: request("GET", "/", { headers: () => ({ A: Array.from({ length: 10_000 }, () => "b") }) }),
  },
  { ...{ name: "a query of 20 KB", gets: [414, 431] }, send: request("GET", `/?${"a".repeat(20_000)}`) },
];

const json = (
  name: string,
  body: Body,
  gets: Attack["gets"] = [400],
  path: Sent & { at?: Parameters<typeof request>[1] } = {},
): Attack => ({
  ...{ name: `JSON: ${name}`, gets, lacks: /at .*\.js:\d+/ },
  send: request("POST", path.at ?? "/api/v1/jobs", { body }),
});
const changed =
  (change: object): Body =>
  (at) =>
    JSON.stringify({ ...JSON.parse(submission(at)), ...change });

const DOCUMENTS: readonly Attack[] = [
  json("a million brackets", () => "[".repeat(1_000_000)),
  json("a hundred thousand objects, one in another", () => `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  json("a deep request", (at) => {
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    return submission(at).replace('"spec":', `"more":${deep},"spec":`);
  }),
  json("__proto__", (at) => submission(at).replace('"operation":"plan"', '"__proto__":{"operation":"plan"}')),
  json("__proto__ in the request", (at) => submission(at).replace('"spec"', '"__proto__":{"isAdmin":true},"spec"')),
  json("constructor", (at) => submission(at).replace('"spec"', '"constructor":{"prototype":{"x":1}},"spec"')),
  json("a member twice", (at) => submission(at).replace("{", '{"operation":"run-all",')),
  json("a list", () => "[]"),
  json("null", () => "null"),
  json("no JSON", () => "operation=plan"),
  json("half of it", (at) => submission(at).slice(0, -2)),
  json("nothing", () => " "),
  json("bytes that are no text", (at) => submission(at).replace("An attack", "\xff\xfe")),
  json("an operation that makes no run", changed({ operation: "discard" })),
  json("an operation that removes", changed({ operation: "discard", request: {} })),
  json("an operation that every object has", changed({ operation: "constructor" })),
  json("an operation that is a list", changed({ operation: ["plan"] })),
  json("a request that is a text", changed({ request: "plan" })),
  json("a member that nobody knows", changed({ request: { spec: "An attack.\n", outdir_: "/tmp" } })),
  json("a repo by its way up", changed({ repo: "../../.." })),
  json("a repo with a null byte", changed({ repo: "/tmp/\0" })),
  json("a repo that is an object", changed({ repo: { path: "/" } })),
  json("a key that is an object", changed({ dedup_key: { a: 1 } })),
  json("a key of a megabyte", changed({ dedup_key: "k".repeat(1_000_000) })),
  json("settings that are a list", changed({ settings: ["run.sandbox"] })),
];

const decision = (name: string, body: Body, gets: Attack["gets"], at: Parameters<typeof request>[1] = decide): Attack =>
  json(`a decision ${name}`, body, gets, { at });

const DECISIONS: readonly Attack[] = [
  decision(
    "on what was shown before",
    (at) => JSON.stringify({ decision: "approve", of: { ...at.need, sha256: "0".repeat(64) } }),
    [409],
  ),
  decision("on nothing", () => JSON.stringify({ decision: "approve" }), [400]),
  decision("that is none", (at) => JSON.stringify({ decision: "yes", of: at.need }), [400]),
  decision("that is a list", (at) => JSON.stringify({ decision: ["approve"], of: at.need }), [400]),
  decision("without what was shown", ({ need }) => JSON.stringify({ decision: "approve", of: { id: need.id } }), [400]),
  decision(
    "on another need",
    ({ need }) => JSON.stringify({ decision: "approve", of: { ...need, id: "push" } }),
    [400, 404, 409],
  ),
  decision(
    "on __proto__",
    ({ need }) => JSON.stringify({ decision: "approve", of: { ...need, id: "__proto__" } }),
    [400, 404, 409],
  ),
  decision(
    "on a file outside",
    ({ need }) => JSON.stringify({ decision: "approve", of: { ...need, id: "../../token" } }),
    [400, 404, 409],
  ),
  decision("on a job that has ended", approval, [400, 404, 409], ({ ended }) => `/api/v1/jobs/${ended}/decision`),
  decision("on no job", approval, [400, 404], () => "/api/v1/jobs/01ARZ3NDEKTSV4RRFFQ69G5FAV/decision"),
  { ...{ name: "a decision by GET", gets: [405] }, send: request("GET", decide) },
  {
    ...{ name: "a decision by a method in a header", gets: [405] },
    send: request("GET", decide, { headers: () => ({ "X-HTTP-Method-Override": "POST" }) }),
  },
  {
    ...{ name: "a form with what was shown before", gets: [409] },
    send: browser(
      "POST",
      decideForm,
      () => FORM,
      (at) => form({ ...at, need: { ...at.need, sha256: "0".repeat(64) } }),
    ),
  },
  {
    ...{ name: "a form with nothing in it", gets: [400, 409] },
    send: browser(
      "POST",
      decideForm,
      () => FORM,
      () => "a=b",
    ),
  },
];

const method = (name: string, gets: Attack["gets"] = [400, 403, 405, 501, null]): Attack => ({
  ...{ name: `method: ${name}`, gets, lacks: /access-control-allow/i },
  send: request(name, ({ job }) => `/api/v1/jobs/${job}`),
});

const METHODS: readonly Attack[] = [
  ...["PUT", "PATCH", "OPTIONS", "PROPFIND", "BREW", "post"].map((name) => method(name)),
  { ...method("TRACE"), lacks: /authorization/i },
  {
    ...{ name: "method: CONNECT", gets: [400, 403, 405, null] },
    send: request("CONNECT", "evil.example:443"),
  },
  { ...{ name: "DELETE of the start page", gets: [405, 404] }, send: request("DELETE", "/") },
];

const injected = (name: string, of: (at: Target) => string, gets: Attack["gets"]): Attack => ({
  ...{ name: `a header in ${name}`, gets },
  send: request("GET", of),
});
const EVIL = "%0d%0aSet-Cookie:%20a=b%0d%0aX-Evil:%201";

const INJECTIONS: readonly Attack[] = [
  injected("an id", () => `/jobs/${EVIL}`, [400, 404]),
  injected("the name of a file", (at) => `${files(at)}/${EVIL}`, [400, 404]),
  injected("a query", () => `/?token=${EVIL}`, [200]),
  injected("a file that is named so", (at) => `${files(at)}/a%22%0d%0aX-Evil:%201%0d%0a.bin`, [200, 404]),
];

const stream = (name: string, headers: Headers, query = "", gets: Attack["gets"] = [200, 204, 400]): Attack => ({
  ...{ name: `stream: ${name}`, gets, until: /\r\n\r\n[\s\S]*\n\n/ },
  send: request("GET", ({ ended }) => `/api/v1/jobs/${ended}/events${query}`, { headers: () => headers }),
});

const STREAMS: readonly Attack[] = [
  stream("from before the beginning", { "Last-Event-ID": "-1" }),
  stream("from no number", { "Last-Event-ID": "abc" }),
  stream("from far away", { "Last-Event-ID": "1e308" }),
  stream("from a number of thousands of digits", { "Last-Event-ID": "9".repeat(5000) }),
  stream("from a half", { "Last-Event-ID": "0.5" }),
  stream("from nothing", { "Last-Event-ID": "" }),
  stream("from a text with a null", { "Last-Event-ID": "1\t2" }),
  stream("after no number", {}, "?after=NaN"),
  stream("after an object", {}, "?after[a]=1&after=-0"),
  {
    ...{ name: "stream: of no job", gets: [404] },
    send: request("GET", "/api/v1/jobs/01ARZ3NDEKTSV4RRFFQ69G5FAV/events"),
  },
  {
    ...{ name: "stream: for a stranger", gets: [401, 429] },
    send: request("GET", ({ job }) => `/api/v1/jobs/${job}/events`, { isStranger: true }),
  },
];

/** All of them. After each, every job stands as before, and the server answers its user. */
export const ATTACKS: readonly Attack[] = [
  ...HOSTS,
  ...ORIGINS,
  ...PATHS,
  ...BODIES,
  ...DOCUMENTS,
  ...DECISIONS,
  ...METHODS,
  ...INJECTIONS,
  ...STREAMS,
  // Last: so many wrong tokens have strangers wait.
  ...SECRETS,
];
