import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, objectsMember, textMember } from "@llmch/contract";
import { sceneOrder, serves } from "@llmch/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ATTACKS, type Target } from "./attacks.ts";
import { message, talk } from "./raw-http.ts";
import { openServeScene, type ServeScene } from "./serve-scene.ts";

/** As a title, a question, a note, an error or a name: markup that would run a script, in an element or in an attribute. */
const SCRIPT = `x"'><x-attack onclick=alert(1)></script><script>alert(2)</script>`;
const TAME = "x&quot;";

let opened: ServeScene;
let target: Target;
let asks: string;
let refused: string;

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
      chat: () =>
        serves.answers(
          JSON.stringify({ summary: SCRIPT, writes: [{ path: "a.js", base_sha256: null, content: `// ${SCRIPT}\n` }] }),
        ),
    },
  });
  const { scene, server, cookie, submit, settled, data } = opened;
  const ordersOf = (name: string, changes: Parameters<typeof sceneOrder>[0]) => {
    const folder = join(scene.orders, name);
    mkdirSync(folder);
    const order = sceneOrder({ title: SCRIPT, intent: SCRIPT, notes: SCRIPT, allowed_files: ["a.js"], ...changes });
    writeFileSync(join(folder, "WO-01.json"), JSON.stringify(order));
    return { repo: scene.repo, orders: folder };
  };
  const printing = `printf '%s\\n' '${SCRIPT.replaceAll("'", "")}'`;
  const fails = { acceptance_commands: [`sh -c "test -s a.js && ${printing.replaceAll('"', "")} && false"`] };
  const [waiting, failing] = [
    await submit("run-all", { ...ordersOf("waits", {}), branch: "x<x-attack>" }),
    await submit("run-all", ordersOf("fails", fails)),
  ];
  asks = await submit("plan", { repo: scene.repo, spec: `${SCRIPT}\n\nMake it better.\n` });
  refused = await submit("run-all", { repo: scene.repo, orders: join(scene.root, `nowhere ${SCRIPT}`) });
  const [need] = objectsMember(await settled(failing), "needs");
  await server.ask("POST", `jobs/${failing}/decision`, { decision: "approve", of: shown(need ?? {}) });
  const ended = await settled(failing);
  expect(ended).toMatchObject({ state: "failed", exit_code: 2 });
  expect(await settled(asks)).toMatchObject({ state: "waiting", needs: [{ kind: "question" }] });
  expect(await settled(refused)).toMatchObject({ state: "failed", errors: [{}] });
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
    const hmac = createHmac("sha256", secret).update(`${version}.${at}`).digest("base64url");
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
  const before = await standing();
  const { status, head, body } = await talk(target.port, attack.send(target), attack);
  expect(attack.gets, `${head}\n\n${body.slice(0, 500)}`).toContain(status);
  for (const secret of [target.token, "sk-canary"]) expect(head + body).not.toContain(secret);
  if (attack.lacks !== undefined) expect(`${head}\n${body}`).not.toMatch(attack.lacks);
  expect(head).not.toMatch(/set-cookie/i);
  expect(await standing()).toEqual(before);
});
