import type { LiveRun } from "@llmch/app/pages";
import type { OpenNeed } from "@llmch/app/queue";
import { serialise } from "@llmch/report";
import { NO_SPENDING } from "@llmch/story";
import { readStory } from "@llmch/story/reading";
import { BUILD_JOURNAL, HOSTILE_TEXTS, recordedJournal, runNumbered } from "@llmch/testkit";
import { refusal } from "@llmch/text";
import { expect, test } from "vitest";
import { jobOf } from "./job.fixture.ts";
import { diffPage } from "./job-diff.ts";
import type { ShownJob } from "./job-needs.ts";
import { mainOf } from "./job-page.ts";
import { pullRequestPage } from "./job-routes.ts";

const BUILD = readStory(recordedJournal("build", runNumbered(1), BUILD_JOURNAL), () => null);
const need = (kind: OpenNeed["kind"], changes: Partial<OpenNeed> = {}): OpenNeed => ({
  ...{ id: kind, kind, what: `what of ${kind}`, sha256: `sha of ${kind}`, commands: [`llmch decide ${kind}`] },
  ...changes,
});
const live = (changes: Partial<LiveRun> = {}): LiveRun => ({
  ...{
    story: BUILD,
    orders: [],
    work: null,
    hasLanded: true,
    asked: [],
    spending: { ...NO_SPENDING, answers: 1, cost_usd: 0.5 },
    log: [],
  },
  ...changes,
});
const shown = (changes: Partial<ShownJob> = {}): ShownJob => ({
  ...{ job: jobOf(), live: live(), whole: null, plan: null, waiting: null, told: null, refused: null },
  ...changes,
});
const textOf = (one: ShownJob) => serialise(mainOf(one), Number.POSITIVE_INFINITY);

const PLAN: ShownJob["plan"] = {
  orders: [{ id: "WO-01", title: "Keep the shelf", allowed_files: ["src/shelf.js"], acceptance_commands: ["npm t"] }],
  ...{ overview: ["One file a book."], acceptance: [{ command: "npm run all", hidden: false }] },
  coverage: {
    sentences: [
      { text: "It keeps books.", orders: ["WO-01"] },
      { text: "It is fast.", orders: [] },
    ],
    strays: [],
  },
  estimate: "likely $0.10, at most $2 (1 order)",
};

test("a plan is read whole before it is approved: orders, files, acceptance, coverage, what is left out, the estimate", () => {
  const page = textOf(shown({ job: jobOf({ state: "waiting", needs: [need("plan")] }), plan: PLAN }));
  const [before = "", form = ""] = page.split('<form class="form"');
  for (const said of ["One file a book.", "likely $0.10", "1 of 2 sentences", "It is fast.", "no order", "npm run all"])
    expect(before).toContain(said);
  for (const said of ["WO-01", "Keep the shelf", "src/shelf.js", "npm t"]) expect(before).toContain(said);
  expect(form).toContain('name="sha256" value="sha of plan"');
  expect(form).toMatch(/name="decision" value="approve">Approve<.*value="reject">Reject</);
  expect(page.match(/Keep the shelf/g)).toHaveLength(1);
});

test.each(["plan", "revision"] as const)(
  "a %s shows its commands and what they may reach, above the buttons",
  (kind) => {
    const read = "`curl example.com`, which makes lib.txt, reaches the network\nsetup      npm ci";
    const page = textOf(shown({ job: jobOf({ state: "waiting", needs: [need(kind, { shown: read })] }) }));
    expect(page.split('<form class="form"')[0]).toContain(`<code>${read}</code>`);
  },
);
test("work is read above its buttons, file by file; a long one is folded, and no carriage return begins another", () => {
  const file = (path: string, text: string) =>
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n${text}`;
  const long = "+1\n".repeat(400);
  const patch = `binary "a.png", mode 100644: nothing to 1 bytes (f0)\n${file("b.js", `${long}+x\rdiff --git a/c b/c\n+++ i;\n`)}${file("d.js", long)}`;
  const work = {
    order: "WO-01",
    from: "a".repeat(40),
    to: "b".repeat(40),
    isMoved: true,
    patch,
  };
  const needs = [need("orders", { id: "WO-01" })];
  const page = (waiting: ShownJob["waiting"]) => textOf(shown({ job: jobOf({ state: "waiting", needs }), waiting }));
  const [before = ""] = page({ ok: true, value: work }).split('<form class="form"');
  expect(before.replaceAll(/<pre[\s\S]*?<\/pre>/g, "")).toMatch(
    /its branch has moved since[\s\S]*aaaaaaaaaa<[\s\S]*3 files[\s\S]*a\.png<\/code> <span class="size">not text<[\s\S]*<details class="fold"><summary><code>b\.js<\/code> <span class="size">\+402 −0<[\s\S]*<details class="fold" open><summary><code>d\.js<\/code> <span class="size">\+400 −0</,
  );
  expect(before).toContain("<ins>+++ i;\n</ins>");
  const gone = refusal("unknown-commit", "the work is gone", "`llmch resume R`");
  expect(page({ ok: false, issues: [gone] })).toMatch(/the work is gone[\s\S]*llmch resume R[\s\S]*<form class="form"/);
});

test("a question says why it is asked and what is assumed, and takes an answer; two are one form", () => {
  const asked = [{ id: "currency", question: "Which?", why: "Prices differ.", assumed: "Euros." }];
  const needs = [need("question", { id: "currency", what: "Which?" })];
  const page = textOf(shown({ job: jobOf({ state: "waiting", needs }), live: live({ asked }) }));
  expect(page).toMatch(
    /Which\?[\s\S]*Prices differ\.[\s\S]*Without an answer it assumes: Euros\.[\s\S]*value="answer">Answer/,
  );
  expect(page).not.toContain('value="approve"');
  const two = [...needs, need("question", { id: "port", what: "Which port?" })];
  const both = textOf(shown({ job: jobOf({ state: "waiting", needs: two }), live: live({ asked }) }));
  expect(both.match(/action="\/jobs\/\w+\/decision"/g)).toHaveLength(1);
  expect(both.match(/value="answer"/g)).toHaveLength(1);
  expect(both).toMatch(/value="currency"[\s\S]*<textarea[\s\S]*Which port\?[\s\S]*value="port"[\s\S]*<textarea/);
});

const WORK: LiveRun["work"] = {
  ...{ attempt: 2, max_attempts: 5, step: "verify", doing: null, ended_at: null, spending: NO_SPENDING },
  started_at: Date.parse("2026-11-27T10:00:01.000Z"),
};

test("orders say their state, and what was said of them last or their commit, which links to its diff", () => {
  const page = textOf(
    shown({
      live: live({
        orders: [
          {
            id: "WO-01",
            title: "One",
            state: "passed",
            run: "R1",
            work: null,
            last: "PASS",
            commit: { id: "a".repeat(40), files: 2 },
          },
          {
            ...{
              id: "WO-02",
              title: "Two",
              state: "running",
              run: "R2",
              last: "verify    failed\n1 test",
              commit: null,
            },
            work: WORK,
          },
          { id: "WO-03", title: "Three", state: "waiting", run: null, work: null, last: null, commit: null },
        ],
        log: [{ at: "2026-11-27T10:00:01.000Z", order: "WO-02", text: "attempt 1 of 5\nmore" }],
      }),
    }),
  );
  expect(page).toContain(`/diff?order=WO-01"><code>${"a".repeat(10)}</code>, 2 files</a>`);
  expect(page).toMatch(/href="\/jobs\/R2">WO-02<[\s\S]*verify {4}failed</);
  expect(page).toMatch(
    /running[\s\S]*attempt 2 of 5, verify, <time class="since" datetime="2026-11-27T10:00:01.000Z">since 10:00:01 UTC</,
  );
  expect(page).toContain("10:00:01  WO-02  attempt 1 of 5\n    more\n");
  expect(page).toContain("cost $0.50");
});

test("whatever is typed and refused stands in the form again, beside why", () => {
  const job = jobOf({ state: "waiting", needs: [need("orders", { id: "WO-01" }), need("plan")] });
  const refused = { why: "WO-01 has changed: look again", typed: new Map([["WO-01", "keep\r\nthe </textarea> name"]]) };
  const page = textOf(shown({ job, refused }));
  expect(page).toMatch(/role="alert">.*WO-01 has changed.*look again/);
  expect(page.match(/keep\s+the &lt;\/textarea&gt; name<\/textarea>/g)).toHaveLength(1);
});

test("a part of another job is decided and cancelled there alone; an ended job takes no decision", () => {
  const job = jobOf({ state: "waiting", needs: [need("push")] });
  const part = textOf(shown({ job, whole: runNumbered(7) }));
  expect(part).not.toContain("<form");
  expect(part).toContain(`href="/jobs/${runNumbered(7)}#needs"`);
  expect(textOf(shown({ job }))).toContain("Cancel this job for good");
  const done = jobOf({ state: "passed", verdict: "PASS", exitCode: 0 });
  expect(textOf(shown({ job: done }))).toMatch(/^(?![\s\S]*Cancel this job)[\s\S]*href="\/jobs\/\w+\/pr"/);
  expect(textOf(shown({ job: { ...done, state: "failed", verdict: "FAIL" } }))).not.toContain("<form");
});

test("a job that stopped is let go on, says what comes next, and cannot be cancelled", () => {
  const next = [{ command: "llmch resume R --budget 2", why: "goes on with more room" }];
  const page = textOf(shown({ job: jobOf({ state: "stopped", verdict: "ERROR", exitCode: 5, next }) }));
  expect(page).toMatch(/action="\/jobs\/\w+\/resume"[\s\S]*Let it go on<[\s\S]*llmch resume R --budget 2/);
  expect(page).not.toContain("Cancel this job");
});

test("a job that used up its attempts has buttons for more, with words, and without the order", () => {
  const next = [" --max-attempts +2", " --skip WO-02"].map((flags) => ({ command: `llmch resume R${flags}`, why: "" }));
  const failed = jobOf({ state: "failed", verdict: "FAIL", exitCode: 1, kind: "run-all", next });
  const page = textOf(shown({ job: failed }));
  expect(page).toMatch(/\/resume"[\s\S]*name="brief"[\s\S]*Two more attempts<[\s\S]*name="skip" value="WO-02"/);
  expect(textOf(shown({ job: { ...failed, kind: "planner", next: next.slice(0, 1) } }))).not.toMatch(
    /"(?:brief|skip)"/,
  );
  expect(textOf(shown({ job: { ...failed, state: "refused" } }))).toContain("Try it again as it was asked for");
});

test("no text becomes markup, and none decides where a link leads", () => {
  const texts = HOSTILE_TEXTS.map(({ text }) => text);
  for (const text of [...texts, '"><script>alert(1)</script>', "</pre><img src=x onerror=y>", "javascript:x"]) {
    const job = jobOf({
      subject: text,
      branch: text,
      repo: text,
      state: "waiting",
      needs: [need("revision", { id: text, what: text, shown: text })],
    });
    const order = {
      id: text,
      title: text,
      state: "running",
      run: "R",
      work: null,
      last: text,
      commit: { id: text, files: 1 },
    } as const;
    const orders = [order];
    const one = shown({ job, live: live({ orders, log: [{ at: text, order: text, text }] }), whole: null, plan: PLAN });
    const diff = diffPage({
      job,
      orders,
      order: text,
      patch: `diff --git a/${text} b/x\n+++ b/${text}\n@@ -1 +1 @@\n+${text}\n`,
    });
    const opened = pullRequestPage(job, {
      title: text,
      body: text,
      branch: text,
      url: `https://github.com/${text}`,
      next: [],
    });
    for (const page of [textOf(one), diff, opened]) {
      expect(page.replaceAll(/<script src="\/assets\/script\.js" defer><\/script>/g, "")).not.toMatch(
        /<(?:script|img|iframe|svg on)/i,
      );
      expect(page).not.toMatch(/<[^>"]*(?:"[^"]*"[^>"]*)*\son\w+=/);
      for (const [, href = ""] of page.matchAll(/(?:href|action)="([^"]*)"/g))
        expect(href).toMatch(/^(?:#|\/(?!\/)|https:\/\/github\.com\/)/);
    }
  }
});

test("a diff is shown file by file with counts, and what changes no line keeps its mode or name", () => {
  const patch = [
    "diff --git a/src/a.js b/src/a.js\nindex 1..2 100644\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1,2 +1,2 @@\n-old <b>\n+new\n+--- b\n",
    "diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
    "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n",
  ].join("");
  const page = diffPage({ job: jobOf(), orders: [], order: null, patch });
  expect(page).toContain("3 files");
  expect(page).toMatch(
    /<code>src\/a\.js<\/code> <span class="size">\+2 −1<[\s\S]*<del>-old &lt;b&gt;\n<\/del><ins>\+new/,
  );
  expect(page).toMatch(/<code>gone\.txt<\/code>[\s\S]*deleted file mode[\s\S]*new mode 100755/);
});

test("a job of another machine is shown as that published it, which is said", () => {
  const job = jobOf({ asOf: "2026-11-27T10:02:03.000Z" });
  expect(textOf(shown({ job }))).toContain("as its worker published it at 10:02:03 UTC");
  expect(textOf(shown())).not.toContain("published");
});
