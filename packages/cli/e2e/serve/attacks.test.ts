import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { orderId } from "@llmch/contract";
import { sceneOrder, serves } from "@llmch/testkit";
import { type JsonObject, objectsMember, textMember } from "@llmch/text";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ATTACKS, type Target } from "./attacks.ts";
import { type Heard, message, talk } from "./raw-http.ts";
import { openServeScene, type ServeScene } from "./serve-scene.ts";

/** As a title, a question, a note, an error or a name: markup that would run a script, in an element or in an attribute. */
const SCRIPT = `x"'><x-attack onclick=alert(1)></script><script>alert(2)</script>`;

let opened: ServeScene;
let target: Target;
let asks: string;
let refused: string;
/** How all jobs stand before the first attack. */
let atFirst: unknown;
/** Clients that never finish what they say, beside all that follows. */
let slow: Promise<readonly Heard[]>;

beforeAll(async () => {
  opened = await openServeScene({
    own: { approve: ["plan"] },
    files: { "README.md": "# Target\n", [`notes ${SCRIPT.replaceAll("/", "|")}.md`]: `${SCRIPT}\n` },
    model: {
      responses: () =>
        serves.answers(
          JSON.stringify({
            ...{ system_overview: [], verify_contract: null, work_orders: [] },
            questions: [{ id: "which", question: SCRIPT, why: SCRIPT, assumed: SCRIPT }],
          }),
        ),
      chat: ({ prompt }) => {
        const path = prompt.includes('"id": "WO-01"') ? "a.js" : "b.js";
        const writes = [{ path, base_sha256: null, content: `// ${SCRIPT}\n` }];
        return serves.answers(JSON.stringify({ summary: SCRIPT, writes }));
      },
    },
  });
  const { scene, server, cookie, submit, settled, data } = opened;
  const ordersOf = (name: string, ...orders: readonly Parameters<typeof sceneOrder>[0][]) => {
    const folder = join(scene.orders, name);
    mkdirSync(folder);
    for (const [at, changes] of orders.entries()) {
      const id = orderId(at + 1);
      const texts = { title: SCRIPT, intent: SCRIPT, notes: SCRIPT };
      writeFileSync(join(folder, `${id}.json`), JSON.stringify(sceneOrder({ id, ...texts, ...changes })));
    }
    return { repo: scene.repo, orders: folder };
  };
  const lands = { allowed_files: ["a.js"] };
  // What the model wrote is printed, and then it fails.
  const fails = { allowed_files: ["b.js"], acceptance_commands: ["sh -c 'cat b.js; test -s none'"] };
  const [waiting, failing] = [
    await submit("run-all", { ...ordersOf("waits", lands), branch: "x<x-attack>" }),
    await submit("run-all", ordersOf("fails", lands, fails)),
  ];
  asks = await submit("plan", { repo: scene.repo, spec: `${SCRIPT}\n\nMake it better.\n` });
  const empty = join(scene.root, `empty ${SCRIPT}`);
  mkdirSync(empty, { recursive: true });
  refused = await submit("run-all", { repo: scene.repo, orders: empty });
  const [need] = objectsMember(await settled(failing), "needs");
  await server.ask("POST", `jobs/${failing}/decision`, { decision: "approve", of: shown(need ?? {}) });
  const ended = await settled(failing);
  expect(ended).toMatchObject({ state: "failed", exit_code: 1 });
  expect(await settled(asks)).toMatchObject({ state: "waiting", needs: [{ kind: "question" }] });
  expect(await settled(refused)).toMatchObject({ state: "refused", errors: [{}] });
  const waits = await settled(waiting);
  expect(waits).toMatchObject({ state: "waiting", needs: [{ kind: "plan" }] });

  const folder = join(data, "artifacts/run-all", failing);
  symlinkSync(join(data, "token"), join(folder, "link-to-token"));
  symlinkSync(data, join(folder, "link-to-data"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  writeFileSync(join(folder, 'a"\r\nX-Evil: 1\r\n.bin'), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(join(folder, "page.html"), `<script>${SCRIPT}</script>`);

  const [name = "", value = ""] = cookie.split("=");
  const [version, issued = "", signature] = value.split(".");
  const other = (by: number) => `${name}=${version}.${Number(issued) + by}.${signature}`;
  const signed = (secret: string, at: string) => {
    const hmac = createHmac("sha256", secret).update(`${name} ${version}.${at}`).digest("base64url");
    return `${name}=${version}.${at}.${hmac}`;
  };
  target = {
    ...{ port: server.port, token: server.token, cookie, job: waiting, ended: failing, repo: scene.repo },
    need: shown(objectsMember(waits, "needs")[0] ?? {}),
    forged: {
      ...{ older: other(-1), later: other(1), foreign: signed("another secret", issued) },
      expired: signed(server.token, String(Number(issued) - 31 * 24 * 3600 * 1000)),
    },
    used: new URL(server.link).searchParams.get("token") ?? "",
  };
  atFirst = await standing();
  const beginnings = ["GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nX-A: ", ""];
  slow = Promise.all(
    Array.from({ length: 60 }, (_, index) => talk(target.port, beginnings[index % 3] ?? "", { staysOpen: true })),
  );
});
afterAll(() => opened.close());

const shown = (need: JsonObject) => ({ id: textMember(need, "id") ?? "", sha256: textMember(need, "sha256") ?? "" });

/** How all jobs stand. */
const standing = async (): Promise<unknown> => (await opened.server.ask("GET", "jobs"))?.document;

test("there are enough of them, each with a name of its own", () => {
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
  expect(ATTACKS.length).toBeGreaterThanOrEqual(60);
});

test.each(ATTACKS.map((attack) => [attack.name, attack] as const))("%s", async (_name, attack) => {
  const { status, head, body } = await talk(target.port, attack.send(target), attack);
  expect(attack.gets, `${head}\n\n${body.slice(0, 500)}`).toContain(status);
  for (const secret of [target.token, "sk-canary"]) expect(head + body).not.toContain(secret);
  if (attack.lacks !== undefined) expect(`${head}\n${body}`).not.toMatch(attack.lacks);
  expect(head).not.toMatch(/^(?:set-cookie|x-evil):/im);
  expect(await standing()).toEqual(atFirst);
});

const pageOf = (path: string) =>
  talk(
    target.port,
    message(`GET ${path} HTTP/1.1`, {
      ...{ Host: `127.0.0.1:${target.port}`, Cookie: target.cookie, Connection: "close" },
    }),
    { until: /\n\n$/ },
  );

test("script in every text that a model or a repo can set stays text, on every page", async () => {
  const jobs = [target.job, target.ended, asks, refused];
  const below = (job: string) =>
    ["", "/live", "/diff", "/diff?order=WO-01", "/files"].map((end) => `/jobs/${job}${end}`);
  const pages = ["/", "/?all", "/new", "/costs", ...jobs.flatMap(below), "/jobs/<x-attack>", `/?token=<x-attack>`];
  let seen = 0;
  for (const path of pages) {
    const { status, head, body } = await pageOf(path);
    expect([200, 400, 404, 409], path).toContain(status);
    if (!/^content-type: text\/html/im.test(head)) {
      expect(head, path).toMatch(/^content-type: text\/plain; charset=utf-8/im);
      expect(head, path).toMatch(/^x-content-type-options: nosniff/im);
      continue;
    }
    expect(body, path).not.toMatch(/<x-attack|<script>|<script [^>]*>[^<]|style="/);
    expect(head, path).toMatch(/^content-security-policy: default-src 'none';.*script-src 'self'/im);
    seen += body.split("x-attack onclick").length - 1;
  }
  // Most of them show some of it.
  expect(seen).toBeGreaterThan(10);
});

test("a file that a run left is a text, or is saved", async () => {
  const [text, bytes] = [
    await pageOf(`/jobs/${target.ended}/files/page.html`),
    await pageOf(`/jobs/${target.ended}/files/a%22%0d%0aX-Evil:%201%0d%0a.bin`),
  ];
  expect(text).toMatchObject({ status: 200, head: expect.stringMatching(/content-type: text\/plain/i) });
  expect(bytes.head).toMatch(/ 404 |content-disposition: attachment/i);
});

test("a link's token is good once, and a decision counts once", async () => {
  const link = await opened.server.ask("POST", "links");
  const url = String(link?.document.url);
  const post = (token: string) =>
    talk(
      target.port,
      message(
        "POST /link HTTP/1.1",
        {
          ...{ Host: `127.0.0.1:${target.port}`, Origin: `http://127.0.0.1:${target.port}`, Connection: "close" },
          ...{ "Content-Type": "application/x-www-form-urlencoded", "Content-Length": String(6 + token.length) },
        },
        `token=${token}`,
      ),
    );
  const token = new URL(url).searchParams.get("token") ?? "";
  const [one, two] = await Promise.all([post(token), post(token)]);
  expect([one, two].filter(({ head }) => /set-cookie/i.test(head))).toHaveLength(1);

  const reject = () =>
    opened.server.ask("POST", `jobs/${target.job}/decision`, { decision: "reject", text: "no", of: target.need });
  const answers = await Promise.all([reject(), reject(), reject()]);
  expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 409, 409]);
});

test("one key is one job, however often and whatever it is asked with", async () => {
  const submit = (key: string, spec: string) =>
    opened.server.ask("POST", "jobs", {
      ...{ operation: "plan", request: { repo: target.repo, spec }, repo: target.repo, dedup_key: key },
    });
  for (const key of [`../../../escaped${SCRIPT}`, "a/b\0c", "x".repeat(300)]) {
    const answers = await Promise.all([1, 2, 3, 4].map((each) => submit(key, `${each}\n`)));
    const made = answers.filter((answer) => answer?.status === 201 || answer?.status === 200);
    if (made.length === 0) {
      expect(answers.map((answer) => answer?.status)).toEqual([400, 400, 400, 400]);
      continue;
    }
    expect(new Set(made.map((answer) => answer?.document.id)).size).toBe(1);
    expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 200, 200, 201]);
    expect(await opened.server.ask("DELETE", `jobs/${made[0]?.document.id}`)).toMatchObject({ status: 200 });
  }
  expect(readdirSync(opened.scene.root).sort()).toEqual(
    expect.not.arrayContaining([expect.stringContaining("escaped")]),
  );
});

test("clients that never finish what they say are hung up on, and nobody waited for them", async () => {
  for (const { status } of await slow) expect([408, null]).toContain(status);
});

test("strangers who keep every connection and ask again and again keep nobody out", async () => {
  const { port } = target;
  const asked = message("GET / HTTP/1.1", { Host: `127.0.0.1:${port}` });
  const kept = Array.from({ length: 600 }, () => connect({ port, host: "127.0.0.1", allowHalfOpen: true }));
  for (const socket of kept) socket.on("error", () => {}).resume();
  const ask = () => {
    for (const socket of kept) socket.write(asked);
  };
  ask();
  const again = setInterval(ask, 500);
  onTestFinished(() => {
    clearInterval(again);
    for (const socket of kept) socket.destroy();
  });
  await expect.poll(async () => (await opened.server.ask("GET", "state"))?.status).toBe(200);
});

test("after many wrong tokens strangers wait, and the user does not", async () => {
  const guess = () => fetch(`${opened.server.url}/api/v1/state`, { headers: { authorization: "Bearer guess" } });
  // At once: on a busy machine, one after the other take longer than guesses are remembered.
  const answers = await Promise.all(Array.from({ length: 25 }, guess));
  expect(answers.map(({ status }) => status)).toContain(429);
  expect(await opened.server.ask("GET", "state")).toMatchObject({ status: 200 });
  expect((await pageOf("/")).status).toBe(200);
});

test("no secret and no request is in what the server printed", () => {
  const said = opened.server.said();
  for (const secret of [target.token, target.cookie, target.used, "sk-canary"]) expect(said).not.toContain(secret);
  expect(said).not.toMatch(/evil\.example|GET |POST /);
});
