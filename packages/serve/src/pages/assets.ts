import { createHash } from "node:crypto";
import { PAGE_SCRIPT, PAGE_STYLE } from "@llmch/report";
import { plain, type Route } from "../http/route.ts";
import { LIVE_SCRIPT } from "./script.ts";
import { FRAME_STYLE } from "./style.ts";

/** A file that every page loads. Its name says what it holds, so a browser may keep it for ever. */
interface Asset {
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

const asset = (stem: string, end: string, type: string, body: string): Asset => ({
  name: `${stem}-${createHash("sha256").update(body).digest("hex").slice(0, 16)}.${end}`,
  ...{ type, body },
});

export const STYLE = asset("style", "css", "text/css; charset=utf-8", `${PAGE_STYLE}${FRAME_STYLE}`);
export const SCRIPT = asset("script", "js", "text/javascript; charset=utf-8", `${PAGE_SCRIPT}${LIVE_SCRIPT}`);
export const ICON = asset(
  ...(["icon", "svg", "image/svg+xml"] as const),
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1f5aa8"/><path d="M4 4l4 4-4 4M9 12h4" fill="none" stroke="#fff" stroke-width="2"/></svg>',
);

const ASSETS = new Map([STYLE, SCRIPT, ICON].map((one) => [one.name, one]));

export const assetRoute: Route = {
  ...{ method: "GET", path: "/assets/:name", isOpen: true },
  answer: async ({ params }) => {
    const found = ASSETS.get(params.name ?? "");
    if (found === undefined) return plain("There is no such file.\n", 404);
    const { type, body } = found;
    return { status: 200, type, body, headers: { "cache-control": "public, max-age=31536000, immutable" } };
  },
};
