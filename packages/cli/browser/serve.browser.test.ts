import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serves } from "@llmch/testkit";
import { seriousFindings } from "@llmch/testkit/axe";
import { findChromium, launchChromium } from "@llmch/testkit/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fakeGh } from "../e2e/fake-gh.ts";
import { samplePlan } from "../e2e/plan/sample-plan.ts";
import { openServeScene, type ServeScene } from "../e2e/serve/serve-scene.ts";

const executable = findChromium(process.env);
const PATIENT = { timeout: 120_000 };
/** A page that is read again costs the browser and the server. */
const SELDOM = { ...PATIENT, interval: 500 };
/** What may differ from one width or colour to another; all else is the same on a desk and on a phone. */
const OF_LOOKS = ["color-contrast", "target-size", "scrollable-region-focusable"];

const SPEC = "Make the shop better: it has two parts.";
const QUESTION = { id: "currency", question: "Which currency?", why: "every amount", assumed: "Prices are in euros." };
const SECOND = { id: "rounding", question: "Who rounds?", why: "every sum", assumed: "The bank." };
const COMMENT = "too terse";
const REQUEST = "https://github.com/ada/shop/pull/34";

/** What a model says of the story's spec: it asks once, plans two orders, and writes them. */
const modelOf = (isReleased: Promise<void>) => ({
  responses: ({ prompt }: { readonly prompt: string }) => {
    const asks = prompt.includes(SPEC) && prompt.includes("## Asking first") && !prompt.includes("The user's answers");
    const plan = { ...samplePlan(), questions: null, completes: true, notes: [], abort: null };
    return serves.answers(JSON.stringify(asks ? { ...plan, work_orders: [], questions: [QUESTION, SECOND] } : plan));
  },
  chat: ({ prompt }: { readonly prompt: string }) => {
    const path = prompt.includes('"id": "WO-01"') ? "src/part-1.js" : "src/part-2.js";
    const content = prompt.includes(COMMENT) ? "console.log(1);\n// One.\n" : "console.log(1);\n";
    const answer = serves.answers(
      JSON.stringify({ summary: "Written.", writes: [{ path, base_sha256: null, content }] }),
    );
    return async (turn: Parameters<typeof answer>[0]) => {
      // Somebody is to see that the first order has landed while the second is in work.
      if (path === "src/part-2.js") await isReleased;
      await answer(turn);
    };
  },
});

describe("the server of jobs in Chromium", { tags: "chromium" }, () => {
  let browser: Browser;
  let opened: ServeScene;
  let gh: ReturnType<typeof fakeGh>;
  let release = (): void => {};
  beforeAll(async () => {
    browser = await launchChromium(executable ?? "");
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    opened = await openServeScene({
      model: modelOf(isReleased),
      prepare: ({ root, git }) => {
        const remote = join(root, "remote.git");
        git("init", "-q", "--bare", remote);
        git("remote", "add", "origin", remote);
        gh = fakeGh(root, { "pr list": { stdout: "[]" }, "pr create": { stdout: `${REQUEST}\n` } });
        return gh.env;
      },
    });
  });
  afterAll(async () => {
    release();
    await browser.close();
    await opened.close();
  });

  /** A browser of its own; what its pages wrote to the console, or asked of another host. */
  const openBrowser = async (options: Parameters<Browser["newContext"]>[0] = {}) => {
    const heard: string[] = [];
    const context = await browser.newContext({ baseURL: opened.server.url, ...options });
    const page = await context.newPage();
    page.on("console", (message) => heard.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => heard.push(`error: ${error.message}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(`${opened.server.url}/`)) heard.push(`request: ${request.url()}`);
    });
    const link = await opened.server.ask("POST", "links");
    return { context, page, heard, link: String(link?.document.url) };
  };

  const seen = new Set<string>();
  /** Nothing serious is found on a page, and nothing of it overflows: on a phone and on a desk, in light and dark. */
  const judge = async (page: Page, name: string): Promise<void> => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const [width, colorScheme, rules] of [
      [320, seen.size % 2 === 0 ? "dark" : "light", undefined],
      [1280, seen.size % 2 === 0 ? "light" : "dark", OF_LOOKS],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page, rules), `${name}, ${width} pixels, ${colorScheme}`).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(width);
    }
  };

  test("a spec becomes a pull request: pasted, asked about, approved, watched, read", async () => {
    const { page, heard, link, context } = await openBrowser();
    // Its script would send it off.
    await page.route("**/assets/script.js", (route) => route.fulfill({ body: "" }));
    await page.goto(link);
    await judge(page, "a link");
    await page.unrouteAll();
    await page.goto(link);
    await page.waitForURL(`${opened.server.url}/`);
    expect(await context.cookies()).toMatchObject([{ httpOnly: true, sameSite: "Strict" }]);
    await judge(page, "an empty queue");

    await page.getByRole("link", { name: "New job" }).click();
    await judge(page, "a new job");
    await page.getByRole("button", { name: "Submit" }).click();
    await page.getByRole("alert").waitFor();
    await judge(page, "a new job that is not whole");
    await page.getByRole("textbox", { name: "Spec" }).fill(SPEC);
    await page.getByRole("checkbox", { name: /^Plans/ }).check();
    await page.getByRole("checkbox", { name: /^Orders/ }).check();
    expect(await page.locator("#model-hint").textContent()).toMatch(/Left empty: \S+ plans/);
    await page.getByLabel("Orders at once").fill("1");
    await page.getByLabel("Executor").selectOption({ label: "Default: the model" });
    await page.getByRole("button", { name: "Submit" }).click();
    await page.waitForURL(/\/jobs\/\w{26}$/);
    const job = page.url();
    // The page stays as it is from here on: no reload takes this away.
    const mark = () => page.evaluate("window.isSamePage = true");
    const isSame = () => page.evaluate("window.isSamePage === true");

    await mark();
    await page.getByText(QUESTION.question).first().waitFor(PATIENT);
    expect(await isSame()).toBe(true);
    await judge(page, "a job with a question");
    await page.goto("/");
    await page.getByRole("heading", { name: "Waiting for you" }).waitFor();
    await judge(page, "a queue with a job that waits");
    await page.getByRole("link", { name: /^Decide/ }).click();
    await page.getByRole("textbox", { name: /answer.*currency/i }).fill("In crowns.");
    await page.getByRole("textbox", { name: /answer.*rounding/i }).fill("We do.");
    await page.getByRole("button", { name: "Answer" }).click();

    await mark();
    await page.getByRole("button", { name: "Approve" }).waitFor(PATIENT);
    expect(await isSame()).toBe(true);
    expect(await page.locator("main").textContent()).toContain("Write part 2");
    await judge(page, "a job with a plan");
    await page.getByRole("button", { name: "Approve" }).click();

    await mark();
    await page.getByRole("heading", { name: "Approve an order: WO-01" }).waitFor(PATIENT);
    await page.getByRole("button", { name: "Comment on line 1" }).click();
    await page.keyboard.type(COMMENT);
    await judge(page, "work that waits, with a comment");
    await page.getByRole("textbox", { name: /^What should change/ }).fill("And shorter.");
    await page.getByRole("button", { name: "Reject" }).click();
    await mark();
    const briefed = ({ prompt }: { readonly prompt: string }) =>
      [`src/part-1.js:1: ${COMMENT}`, "And shorter."].every((words) => prompt.includes(words));
    await expect.poll(() => opened.model.requests.some(briefed), SELDOM).toBe(true);
    await page.getByRole("button", { name: "Approve" }).click(PATIENT);
    await mark();
    const order = (id: string, state: RegExp) =>
      page.locator("#work tr", { has: page.getByRole("rowheader", { name: id }) }).filter({ hasText: state });
    await order("WO-01", /passed/).waitFor(PATIENT);
    await order("WO-02", /running.*attempt 1 of \d, propose, \d+ s/).waitFor(PATIENT);
    await judge(page, "a job that runs");
    const watching = await context.newPage();
    await watching.goto("/");
    await watching.getByRole("heading", { name: /^Running/ }).waitFor();
    await judge(watching, "a queue with a job that runs");
    release();
    await page.getByRole("button", { name: "Approve" }).click(PATIENT);
    await mark();
    await order("WO-02", /passed/).waitFor(PATIENT);
    await page.getByRole("link", { name: "Open a pull request" }).waitFor(PATIENT);
    expect(await isSame()).toBe(true);
    await watching.getByRole("heading", { name: /^Ended/ }).waitFor(PATIENT);
    await judge(watching, "a queue whose jobs have ended");
    await watching.close();

    await page.reload();
    await judge(page, "a job that is done");
    await page.getByRole("link", { name: "WO-01", exact: true }).first().click();
    await judge(page, "an order");
    await page.goto(job);
    await page
      .getByRole("link", { name: /[0-9a-f]{10}, 1 file/ })
      .first()
      .click();
    expect(await page.locator("main").textContent()).toContain("+console.log(1);");
    await judge(page, "the diff of a commit");
    await page.goto(`${job}/diff`);
    expect(await page.locator("main").textContent()).toMatch(/part-1\.js[\s\S]*part-2\.js/);
    await judge(page, "the diff of the branch");
    await page.goto(`${job}/files`);
    await judge(page, "the files of a run");
    await page.goto("/costs");
    await judge(page, "costs");

    await page.goto(job);
    await page.getByRole("link", { name: "Open a pull request" }).click();
    await page.getByRole("heading", { name: "The pull request, before it is opened" }).waitFor(PATIENT);
    await judge(page, "a pull request before it is opened");
    await page.getByRole("button", { name: /^Push .*, and open it$/ }).click();
    await expect.poll(() => page.locator("main").textContent(), SELDOM).toContain(REQUEST);
    expect(gh.calls().map(({ argv }) => argv.slice(0, 2).join(" "))).toContain("pr create");
    await judge(page, "a pull request");
    await page.goto("/jobs/01ARZ3NDEKTSV4RRFFQ69G5FAV");
    await judge(page, "no such job");
    await context.clearCookies();
    await page.goto("/");
    expect(await page.locator("main").textContent()).toContain("llmch serve --link");
    await judge(page, "not let in");
    // Pages that refuse are errors to the console.
    expect(heard.filter((line) => !/status of (?:40[0149])/.test(line))).toEqual([]);
  });

  test("every form works without a script", async () => {
    const { page, link, heard } = await openBrowser({ javaScriptEnabled: false });
    await page.goto(link);
    await page.getByRole("button", { name: "Open the page" }).click();
    await page.waitForURL(`${opened.server.url}/`);
    const submit = async (spec: string) => {
      const file = join(opened.scene.root, "spec.md");
      writeFileSync(file, `${spec}\n`);
      await page.goto("/new");
      await page.getByLabel("Or its file").setInputFiles(file);
      await page.getByRole("checkbox", { name: /^Plans/ }).check();
      await page.getByRole("button", { name: "Submit" }).click();
      await page.waitForURL(/\/jobs\/\w{26}$/);
    };
    const until = (text: string): Promise<void> =>
      expect
        .poll(async () => {
          await page.reload();
          return page.locator("main").textContent();
        }, SELDOM)
        .toContain(text);
    await submit("Make the shop larger: it has two parts.");
    await until("Approve the plan");
    await page.getByRole("button", { name: "Approve" }).click();
    await until("Open a pull request");
    expect(await page.locator("main").textContent()).toContain("Write part 2");

    await submit("Make the shop smaller: it has two parts.");
    await page.locator("summary", { hasText: "Cancel it" }).click();
    await page.getByRole("button", { name: /^Cancel/ }).click();
    await until("cancelled");
    expect(heard.filter((line) => line.startsWith("request"))).toEqual([]);
  });
});
