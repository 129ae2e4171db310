import type { ScheduleStory } from "@llmch/story";
import { expect, test } from "vitest";
import { serialise } from "../markup/html.ts";
import { SCHEDULE, SIDE_BY_SIDE } from "../story.fixture.ts";
import { ordersOf } from "./orders.ts";
import { timelineOfOrders } from "./timeline.ts";

const timelineOf = (story: ScheduleStory): string => {
  const timeline = timelineOfOrders(ordersOf(story));
  return timeline === null ? "" : serialise(timeline, 0);
};
/** The rows of a list: the name, how many hatched and how many plain stretches, and the words beside them. */
const rowsOf = (list: string) =>
  [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, row = ""]) => [
    row.replace(/<svg.*/, "").replace(/<[^>]*>/g, ""),
    row.split('class="bar-dropped"').length - 1,
    row.split(/class="bar-(?:model|commands|own)"/).length - 1,
    row.replace(/.*<\/svg>/, "").replace(/<[^>]*>/g, ""),
  ]);

test("orders that ran in parallel have lanes, and work ahead of a turn is hatched and named in words", () => {
  const [lanes = "", orders = ""] = timelineOf(SIDE_BY_SIDE).split("<h3>By order</h3>");
  expect(rowsOf(lanes)).toEqual([
    // The unused work ran alone, before the others.
    ["Lane 1", 4, 6, "WO-03 (ahead), WO-01"],
    ["Lane 2", 0, 6, "WO-02"],
    ["Lane 3", 0, 6, "WO-03"],
  ]);
  expect(lanes).toContain('<a href="#WO-03">WO-03</a>');
  expect(rowsOf(orders)).toEqual([
    ["✓passed: WO-01", 0, 6, "12 s: model 4.2 s, commands 0.8 s"],
    ["✓passed: WO-02", 0, 6, "12 s: model 4.2 s, commands 0.8 s"],
    ["✓passed: WO-03", 4, 6, "12 s: model 4.2 s, commands 0.8 s, 1 speculation"],
  ]);
  expect(lanes).toContain("ahead of its turn");
});

test("a lane shows where another order begins", () => {
  const [first, second, third] = SIDE_BY_SIDE.orders;
  const later = third?.story?.attempts.map((attempt) => ({
    ...attempt,
    steps: attempt.steps.map((step) => ({ ...step, started_at: step.started_at.replace("T06", "T07") })),
  }));
  const speculations = [{ speculation: 1, started_at: "2026-01-01T06:00:00.000Z", steps: [] }];
  const moved =
    third?.story == null ? [] : [{ ...third, story: { ...third.story, speculations, attempts: later ?? [] } }];
  const orders = [first, second].flatMap((order) => order ?? []);
  const [lanes = ""] = timelineOf({ ...SIDE_BY_SIDE, orders: [...orders, ...moved] }).split("<h3>By order</h3>");
  expect(rowsOf(lanes).map(([, , , words]) => words)).toEqual(["WO-01, WO-03", "WO-02"]);
  expect(lanes.split('class="bar-edge"')).toHaveLength(2);
});

test("orders that ran one after the other have no lanes", () => {
  expect(timelineOf(SCHEDULE)).not.toMatch(/Lane|Side by side|bar-dropped|key-dropped/);
});
