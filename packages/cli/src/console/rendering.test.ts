import { expect, it } from "vitest";
import { chooseRendering, type Reader } from "./rendering.ts";

const reader: Reader = {
  renderer: "auto",
  quiet: false,
  terminal: { columns: 80, rows: 24 },
  isPiped: false,
  env: { TERM: "xterm" },
};

it.each<readonly [string, Partial<Reader>, string]>([
  ["a terminal", {}, "live"],
  ["no terminal", { terminal: null }, "log"],
  ["a terminal of unknown size", { terminal: { columns: 0, rows: 0 } }, "log"],
  ["a dumb terminal", { env: { TERM: "dumb" } }, "log"],
  ["a terminal of a CI system", { env: { CI: "true" } }, "log"],
  ["a terminal where CI says no", { env: { CI: "false" } }, "live"],
  ["a terminal on which another program may print the results", { isPiped: true }, "log"],
  ["the same, live as asked", { isPiped: true, renderer: "live" }, "live"],
  ["live in CI, as asked", { renderer: "live", env: { CI: "1" } }, "live"],
  ["live without a terminal", { renderer: "live", terminal: null }, "log"],
  ["live on a dumb terminal", { renderer: "live", env: { TERM: "dumb" } }, "log"],
  ["a log on a terminal", { renderer: "log" }, "log"],
  ["JSON on a terminal", { renderer: "json" }, "json"],
  ["quiet", { quiet: true }, "plain"],
  ["quiet and live", { quiet: true, renderer: "live" }, "plain"],
  ["quiet JSON", { quiet: true, renderer: "json" }, "json"],
  ["a command without progress", { renderer: undefined }, "plain"],
])("%s", (_, changes, rendering) => {
  expect(chooseRendering({ ...reader, ...changes })).toBe(rendering);
});
