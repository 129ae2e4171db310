import { createServer, type Server, type ServerResponse } from "node:http";
import { html, type Markup, serialise } from "@llmch/report";
import { findChromium, launchChromium } from "@llmch/testkit/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ASSETS } from "../src/pages/assets.ts";
import { pageOf } from "../src/pages/frame.ts";
import { linkPage } from "../src/pages/lone-pages.ts";

const executable = findChromium(process.env);

/** The part that changes: a count, a form, something folded, and a link. */
const part = (count: number): Markup => html`<div id="live" data-said="${count} of 9">
<section id="count"><p>${count} done</p></section>
<section id="needs"><form><label>Why ${count}? <input name="why"></label></form></section>
<section id="log"><details><summary>Log</summary><pre>${count}</pre></details></section>
<section id="ended"><a href="/jobs/1">Job after ${count}</a></section>
</div>`;

describe("an open page in Chromium", { tags: "chromium" }, () => {
  let browser: Browser;
  let page: Page;
  let server: Server;
  let count = 0;
  let begun = 0;
  let posted = "";
  let isOver = false;
  const streams = new Set<ServerResponse>();
  const at = (path: string) => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}${path}`;
  };
  const change = () => {
    count += 1;
    for (const stream of streams) stream.write("data: 1\n\n");
  };
  beforeAll(async () => {
    browser = await launchChromium(executable ?? "");
    server = createServer((request, response) => {
      // The browser asks no more of a stream that is over.
      if (request.url === "/changes" && isOver) response.writeHead(204).end();
      else if (request.url === "/changes") {
        begun += 1;
        streams.add(response.writeHead(200, { "content-type": "text/event-stream" }));
        response.on("close", () => streams.delete(response));
        response.write("retry: 50\n\n");
      } else if (request.url === "/part") response.end(serialise(part(count), 0));
      else if (request.url?.startsWith("/assets/script")) response.end(ASSETS.get("script.js")?.body);
      else if (request.method === "POST") {
        request.on("data", (data) => {
          posted += String(data);
        });
        response.end("in");
      } else {
        const live = { events: "/changes", part: "/part" };
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(
          request.url?.startsWith("/?token")
            ? linkPage("T")
            : pageOf({ title: "T", at: null, main: part(count), live }),
        );
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    streams.clear();
    page = await browser.newPage();
    return () => page.close();
  });

  const open = async () => {
    await page.goto(at("/"));
    await expect.poll(() => streams.size).toBe(1);
  };

  test("it shows what is new, and says it", async () => {
    await open();
    change();
    await page.getByText(`${count} done`).waitFor();
    expect(await page.getByRole("status").textContent()).toBe(`${count} of 9`);
  });

  test("it keeps what is unfolded, and where the focus is", async () => {
    await open();
    await page.getByText("Log").click();
    await page.getByRole("link", { name: "Job after" }).focus();
    change();
    await page.getByText(`Job after ${count}`).waitFor();
    expect(await page.locator("pre").textContent()).toBe(String(count));
    expect(await page.evaluate("[document.querySelector('details').open, document.activeElement.textContent]")).toEqual(
      [true, `Job after ${count}`],
    );
  });

  test("lines of the work that waits have numbers, which open comments by path and line, with the keyboard too", async () => {
    await open();
    const diff = "@@ -1,2 +7,3 @@\n first\n<del>-second\n</del><ins>+third\n</ins><ins>+fourth\n</ins>";
    const work = `<article class="wait"><details open><summary><code>src/a.js</code></summary><pre class="diff">${diff}</pre></details><form id="decide-0"><textarea name="text"></textarea></form></article>`;
    await page.evaluate(`document.querySelector("main").insertAdjacentHTML("beforeend", ${JSON.stringify(work)})`);
    change();
    const number = (line: string) => page.locator("pre span", { hasText: line }).getByRole("button");
    await number("-second").click();
    await page.keyboard.type("keep it");
    await number("first").focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await page.getByRole("textbox", { name: "Comment on src/a.js:9" }).waitFor();
    await page.keyboard.type("no");
    // One without words goes again.
    await number("+third").click();
    await page.getByText("Log").focus();
    const posted = "JSON.stringify([...new FormData(document.getElementById('decide-0'))])";
    expect(JSON.parse(await page.evaluate(posted))).toEqual([
      ["on src/a.js:8", "keep it"],
      ["on src/a.js:9", "no"],
      ["text", ""],
    ]);
    expect(await page.locator("pre.diff .at:not([tabindex])").count()).toBe(1);
  });

  test("how long something takes goes on by itself", async () => {
    await open();
    const since = new Date(Date.now() - 61_000).toISOString();
    const time = `<time class="since" datetime="${since}">since then</time>`;
    await page.evaluate(`document.querySelector("main").insertAdjacentHTML("beforeend", ${JSON.stringify(time)})`);
    await page.getByText(/^1 min \d s$/).waitFor();
  });

  test("a form that somebody fills in is left alone, and the rest goes on", async () => {
    await open();
    await page.getByLabel("Why").fill("because");
    change();
    await page.getByText(`${count} done`).waitFor();
    await page.getByRole("link", { name: "Job after" }).focus();
    change();
    await page.getByText(`${count} done`).waitFor();
    expect(await page.getByLabel(`Why ${count - 2}?`).inputValue()).toBe("because");
    await page.getByLabel("Why").fill("");
    await page.getByText("Log").focus();
    change();
    await page.getByLabel(`Why ${count}?`).waitFor();
  });

  test("what happened before the stream ended is shown", async () => {
    await open();
    count += 1;
    isOver = true;
    for (const stream of streams) stream.end();
    await page.getByText(`${count} done`).waitFor();
    isOver = false;
  });

  test("while it is hidden it holds no connection, and is renewed once it is looked at", async () => {
    await open();
    const hide = (isHidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`,
      );
    await hide(true);
    await expect.poll(() => streams.size).toBe(0);
    count += 1;
    await hide(false);
    await expect.poll(() => streams.size).toBe(1);
    change();
    await page.getByText(`${count} done`).waitFor();
  });

  test("eight tabs load, and what is new is shown in each", async () => {
    const context = await browser.newContext();
    const before = begun;
    const tabs: Page[] = [];
    for (let opened = 0; opened < 8; opened++) {
      const tab = await context.newPage();
      await tab.goto(at("/"), { timeout: 15_000 });
      tabs.push(tab);
    }
    await expect.poll(() => [begun - before, streams.size]).toEqual([8, 4]);
    change();
    for (const tab of tabs) await tab.getByText(`${count} done`).waitFor();
    await context.close();
  });

  test("a link's page posts its token by itself, and takes it out of the address", async () => {
    await page.goto(at("/?token=T"));
    await page.waitForURL(at("/link"));
    expect(posted).toBe("token=T");
    await page.goBack();
    expect(page.url()).not.toContain("token");
  });
});
