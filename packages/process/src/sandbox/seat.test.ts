import { expect, test } from "vitest";
import { seatOf } from "./seat.ts";

const place = { root: "/tmp/llmch-0123456789ab/app", checkout: "/app" };
const seat = seatOf({ ...place, alias: "/tmp/llmch-0123456789ab/_checkout/own" });

test.each([
  [
    "what is in the tree is at the checkout's path",
    `${place.root}/bin:/usr/bin:${place.root}`,
    "/app/bin:/usr/bin:/app",
  ],
  ["what only the checkout has is elsewhere", "/app/.tools", "/tmp/llmch-0123456789ab/_checkout/own/.tools"],
  [
    "no part of another path is meant",
    `/usr/app:/app2:/app-x/y:${place.root}2`,
    `/usr/app:/app2:/app-x/y:${place.root}2`,
  ],
  ["a setting with a path in it", `--root=${place.root},x`, "--root=/app,x"],
])("%s", (_, text, expected) => {
  expect(seat.inside(text)).toBe(expected);
  expect(seatOf({ ...place, alias: null }).inside(text)).toBe(text);
});

test("what commands print names none of the places", () => {
  const printed =
    "at /app/a.js:1 (file:///app/b.js) /tmp/llmch-0123456789ab/_checkout/own/node_modules/x /usr/app/y in /app, /app2";
  expect(seat.outside(printed)).toBe("at a.js:1 (file://b.js) node_modules/x /usr/app/y in ., /app2");
});

test("only what is in the checkout has another place", () => {
  expect(["/app/.env", "/app", "/app2"].map(seat.at)).toEqual([
    "/tmp/llmch-0123456789ab/_checkout/own/.env",
    "/tmp/llmch-0123456789ab/_checkout/own",
    "/app2",
  ]);
});
