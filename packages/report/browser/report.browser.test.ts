import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RunStory, ScheduledOrder } from "@llmch/story";
import { findChromium, launchChromium } from "@llmch/testkit/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportPage } from "../src/index.ts";
import { orderStory, PLAN, revisedStory, SCHEDULE, scheduleStory, withTexts } from "../src/story.fixture.ts";

const executable = findChromium(process.env);

const FAILED = orderStory("WO-01", { fails: true });

describe("a report in Chromium", { tags: "chromium" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-report-"));
  let browser: Browser;
  let page: Page;
  /** What the page wrote to the console, requested from the network, or opened as a pop-up. */
  let heard: string[] = [];
  beforeAll(async () => {
    browser = await launchChromium(executable ?? "");
    page = await browser.newPage();
    page.on("console", (message) => heard.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => heard.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      heard.push(`dialog: ${dialog.message()}`);
      return dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) heard.push(`request: ${request.url()}`);
    });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let written = 0;
  /** Writes a story's report to disk; gives its address. */
  const addressOf = (story: RunStory): string => {
    const file = join(folder, `${written++}.html`);
    writeFileSync(file, reportPage(story, { version: "0.1.0", told: () => [] }));
    return pathToFileURL(file).href;
  };
  /** Opens a story's report on a desktop screen in light mode. */
  const open = async (story: RunStory, hash = "") => {
    heard = [];
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${addressOf(story)}${hash}`);
  };
  const unfoldAll = () => page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  const isOpen = (selector: string) => page.evaluate<boolean>(`document.querySelector("${selector}").open`);

  test.each<[string, RunStory, string]>([
    ["a run-all", SCHEDULE, "✗ FAIL 2 of 4 orders passed"],
    ["an order's run", FAILED, "✗ FAIL WO-01 Title of WO-01"],
    ["a plan", PLAN, "✓ PASS 2 orders written"],
  ])("%s is shown without a console message, a request or a fault", async (_what, story, title) => {
    await open(story);
    expect(await page.locator("h1").textContent()).toBe(title);
    await unfoldAll();
    expect(heard).toEqual([]);
  });

  test("landmarks and headings suit a screen reader", async () => {
    await open(SCHEDULE);
    await unfoldAll();
    const tree = await page.locator("body").ariaSnapshot();
    for (const landmark of ["banner:", "main:", "contentinfo:", "search ", 'region "Timeline"', 'region "Orders"']) {
      expect(tree).toContain(landmark);
    }
    expect(tree).toMatch(/row "WO-01 Title of WO-01 passed 2 /);
    const levels = await page.evaluate<number[]>(
      "[...document.querySelectorAll('h1,h2,h3,h4,h5')].map((heading) => Number(heading.localName[1]))",
    );
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  test("it can be used with the keyboard alone", async () => {
    await open(SCHEDULE);
    await page.locator("#WO-02 > details > summary").focus();
    expect(await isOpen("#WO-02 > details")).toBe(false);
    await page.keyboard.press("Enter");
    expect(await isOpen("#WO-02 > details")).toBe(true);
    await page.keyboard.press("Enter");
    expect(await isOpen("#WO-02 > details")).toBe(false);
    await page.locator("#search").focus();
    await page.keyboard.type("intent of wo-03");
    expect(await page.locator("article.order:visible").count()).toBe(1);
  });

  test("orders are filtered, and the page says how many are left", async () => {
    await open(SCHEDULE);
    const shown = () => page.locator("article.order:visible, table.orders tbody tr:visible").count();
    expect(await shown()).toBe(8);
    await page.getByRole("radio", { name: "retried" }).check();
    expect(await shown()).toBe(6);
    expect(await page.getByRole("status").textContent()).toBe("3 of 4 orders");
    // An order that failed first and then passed is not a failed order.
    await page.getByRole("radio", { name: "failed" }).check();
    expect(await shown()).toBe(2);
    await page.locator("#search").focus();
    await page.keyboard.type("nothing has this");
    expect(await shown()).toBe(0);
    expect(await page.getByRole("status").textContent()).toBe("0 of 4 orders");
  });

  test("a link leads to an order and unfolds it, from the graph and from outside", async () => {
    await open(SCHEDULE, "#WO-02-attempt-2");
    expect(await isOpen("#WO-02 > details")).toBe(true);
    expect(await isOpen("#WO-01 > details")).toBe(false);
    await page.locator("svg.graph a", { hasText: "WO-01" }).click();
    // The page learns of the new address only after the click.
    await expect.poll(() => isOpen("#WO-01 > details")).toBe(true);
  });

  test("without scripts it folds and unfolds, and offers nothing that would not work", async () => {
    const still = await browser.newPage({ javaScriptEnabled: false });
    await still.goto(addressOf(SCHEDULE));
    expect(await still.locator("#filter").isVisible()).toBe(false);
    await still.locator("#WO-01 > details > summary").click();
    expect(await still.locator("#WO-01 .attempt").first().isVisible()).toBe(true);
    await still.close();
  });

  test.each<[string, (wide: string) => RunStory]>([
    [
      "a run-all",
      (wide) => ({ ...SCHEDULE, branch: wide, orders: SCHEDULE.orders.map((order) => titled(order, wide)) }),
    ],
    ["an order's run", (wide) => ({ ...FAILED, warnings: [wide] })],
    ["a plan", (wide) => ({ ...PLAN, spec: wide })],
  ])("nothing of %s overflows a narrow page, in light or dark mode", async (_what, storyWith) => {
    await open(storyWith("x".repeat(400)));
    await unfoldAll();
    for (const [width, colorScheme] of [
      [390, "light"],
      [390, "dark"],
      [800, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(21, 23, 26)");
  });

  test.each(
    [500, 1400].flatMap((width) => (["light", "dark"] as const).map((colorScheme) => [width, colorScheme] as const)),
  )(
    "at %d pixels, %s, nothing overflows, and what scrolls can be reached with the keyboard",
    async (width, colorScheme) => {
      for (const story of [SCHEDULE, FAILED, revisedStory("WO-01"), PLAN]) {
        await open(story);
        await page.setViewportSize({ width, height: 400 });
        await page.emulateMedia({ colorScheme });
        await unfoldAll();
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        expect(await page.evaluate(UNREACHED)).toEqual([]);
      }
    },
  );

  test("texts that look like markup, style or script stay texts", async () => {
    const texts = [
      "</script><script>alert(1)</script>",
      '"><img src="http://127.0.0.1:9/x" onerror="alert(2)">',
      "</style><style>*{display:none}</style>",
      '" autofocus onfocus="alert(3)',
      "javascript:alert(4)",
      "<svg/onload=alert(5)><!--",
      "</details></article></main>\u2028\ud800\0",
    ];
    for (const story of [SCHEDULE, PLAN]) {
      let index = 0;
      await open(withTexts(story, () => texts[index++ % texts.length] ?? ""));
      await unfoldAll();
      const foreign = "img, iframe, object, embed, link, base, [onerror], [onload], [onfocus], [autofocus], [style]";
      expect(await page.locator(foreign).count()).toBe(0);
      expect(await page.locator("script, style").count()).toBe(2);
      expect(await page.locator("h1").isVisible()).toBe(true);
      expect(await page.locator("main").textContent()).toContain("<script>alert(1)</script>");
      expect(heard).toEqual([]);
    }
  });

  test("the verdict is visible, and a failure looks different from a success", async () => {
    const grounds: string[] = [];
    for (const story of [SCHEDULE, PLAN]) {
      await open(story);
      const picture = await page.locator(".verdict").screenshot();
      grounds.push(await commonestColour(page, picture));
    }
    expect(grounds).toEqual(["252,236,234", "231,244,236"]);
  });

  test("at 500 pixels a graph visibly scrolls: a shade marks the edge that hides something", async () => {
    await open(scheduleStory(6, (order) => orderStory(order)));
    await page.setViewportSize({ width: 500, height: 800 });
    const graph = page.locator("#graph .wide");
    const [across = 0, shown = 0] = await page.evaluate<number[]>(
      "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('#graph .wide'))",
    );
    expect(across).toBeGreaterThan(shown);
    await page.evaluate("document.querySelector('#graph').scrollIntoView()");
    const edge = async (end: "left" | "right") => {
      const box = (await graph.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const clip = { x: end === "left" ? box.x : box.x + box.width - 3, y: box.y, width: 3, height: 8 };
      return commonestColour(page, await page.screenshot({ clip }));
    };
    const before = [await edge("left"), await edge("right")];
    expect(before[0]).not.toBe(before[1]);
    await page.evaluate("document.querySelector('#graph .wide').scrollLeft = 1e6");
    expect([await edge("right"), await edge("left")].map((colour) => colour === before[0])).toEqual([true, false]);
  });

  test("in print there is no filter", async () => {
    await open(SCHEDULE);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#filter").isVisible()).toBe(false);
    expect(await page.locator("h1").isVisible()).toBe(true);
  });
});

/** What scrolls but cannot be focused, and has nothing in it that can. */
const UNREACHED = `[...document.querySelectorAll("main *")].filter((one) => {
  const scrolls = /auto|scroll/.test(getComputedStyle(one).overflow) && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
  return scrolls && one.tabIndex < 0 && one.querySelector("a, button, input, summary, [tabindex]") === null;
}).map((one) => one.outerHTML.slice(0, 80))`;

const titled = (order: ScheduledOrder, title: string): ScheduledOrder => ({
  ...order,
  story: order.story && { ...order.story, title },
});

/** The colour of most of a picture's pixels, read by the browser itself. */
const commonestColour = (page: Page, picture: Buffer): Promise<string> =>
  page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob("${picture.toString("base64")}"), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const paper = new OffscreenCanvas(image.width, image.height).getContext("2d");
    paper.drawImage(image, 0, 0);
    const points = paper.getImageData(0, 0, image.width, image.height).data;
    const counts = new Map();
    for (let at = 0; at < points.length; at += 4) {
      const colour = points.slice(at, at + 3).join(",");
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1])[0][0];
  })()`);
