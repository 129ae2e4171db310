import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ours, serialise } from "../markup/html.ts";
import { documentOf } from "./document.ts";
import { PAGE_SCRIPT } from "./script.ts";
import { PAGE_STYLE } from "./style.ts";

test("the page's policy names its own style and script by their hashes", () => {
  const parts = { title: "T", head: ours(""), main: ours(""), foot: ours("") };
  const page = serialise(documentOf(parts), 0);
  for (const text of [PAGE_STYLE, PAGE_SCRIPT])
    expect(page).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
});
