import { PAGE_SCRIPT, PAGE_STYLE } from "@llmch/report";
import { plain, type Reply, type Route } from "../http/route.ts";
import { LIVE_SCRIPT } from "./script.ts";
import { FRAME_STYLE } from "./style.ts";

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1f5aa8"/><path d="M4 4l4 4-4 4M9 12h4" fill="none" stroke="#fff" stroke-width="2"/></svg>';

/** What every page loads. */
export const ASSETS: ReadonlyMap<string, Reply & { readonly body: string }> = new Map([
  ["style.css", { status: 200, type: "text/css; charset=utf-8", body: `${PAGE_STYLE}${FRAME_STYLE}` }],
  ["script.js", { status: 200, type: "text/javascript; charset=utf-8", body: `${PAGE_SCRIPT}${LIVE_SCRIPT}` }],
  ["icon.svg", { status: 200, type: "image/svg+xml", body: ICON }],
]);

export const assetRoute: Route = {
  ...{ method: "GET", path: "/assets/:name", isOpen: true },
  answer: async ({ params }) => ASSETS.get(params.name ?? "") ?? plain("There is no such file.\n", 404),
};
