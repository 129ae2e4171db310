import { sha256Hex } from "@llmch/text";
import { html, type Markup, ours } from "../markup/html.ts";
import { PAGE_SCRIPT } from "./script.ts";
import { PAGE_STYLE } from "./style.ts";

export interface PageParts {
  readonly title: string;
  readonly head: Markup;
  readonly main: Markup;
  readonly foot: Markup;
}

/** The SHA-256 of a text in base64. */
const sha256Base64 = (text: string): string =>
  btoa(sha256Hex(text).replace(/../g, (digits) => String.fromCharCode(Number.parseInt(digits, 16))));

/** The page loads nothing from anywhere. Only its own style and script run, which the policy names by their hashes. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${sha256Base64(PAGE_STYLE)}'`,
  `script-src 'sha256-${sha256Base64(PAGE_SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const MARK = '<meta name="generator" content="llmch report">';

const FRAME_BEFORE_TITLE = ours(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${MARK}
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
`);

/** Whether a file that begins like this is a report, which a newer one may replace. */
export const isReport = (beginning: string): boolean => beginning.slice(0, 200).includes(MARK);

const STYLE = ours(`<style>${PAGE_STYLE}</style>`);
const SCRIPT = ours(`<script>${PAGE_SCRIPT}</script>`);

/** The whole file. */
export const documentOf = ({
  title,
  head,
  main,
  foot,
}: PageParts): Markup => html`${FRAME_BEFORE_TITLE}<title>${title}</title>
${STYLE}
</head>
<body>
<a class="skip" href="#main">Skip to what happened</a>
${head}
<main id="main" tabindex="-1">${main}
</main>
${foot}
${SCRIPT}
</body>
</html>
`;
