import { html, type Markup, ours, serialiseWithin } from "@llmch/report";

/** A page of the server. */
export interface Page {
  readonly title: string;
  /** Where in the navigation it stands; null for a page below. */
  readonly at: "start" | "new" | "costs" | null;
  readonly main: Markup;
  /**
   * What renews the page while it is open, by the script: whenever the stream tells something, the part is asked for. It is, or holds, an
   * element `<div id="live" data-said="…">`, which stands in the page too. Each of its children has an id and is replaced alone; a screen
   * reader says `data-said` once it is another.
   */
  readonly live?: { readonly events: string; readonly part: string } | undefined;
}

/** About the largest page: beyond that, its longest texts are cut. */
export const PAGE_BYTES = 2_000_000;

/** A whole page, with the way to the others. */
export const pageOf = ({ title, at, main, live }: Page): string => {
  const current = (place: Page["at"]) => place === at && ours(' aria-current="page"');
  return documentOf(
    title,
    html`<a class="skip" href="#main">Skip to the page</a>
<header class="top"><nav aria-label="llmch"><a href="/"${current("start")}>Jobs</a><a href="/new"${current("new")}>New job</a><a href="/costs"${current("costs")}>Costs</a></nav></header>
${live === undefined ? html`<main id="main" tabindex="-1">` : html`<p id="said" class="unseen" role="status"></p><main id="main" tabindex="-1" data-events="${live.events}" data-part="${live.part}">`}
${main}
</main>`,
  );
};

/** A page without a way to others, for whoever may not have been let in. */
export const lonePage = (title: string, main: Markup): string =>
  documentOf(title, html`<main id="main" class="lone">${main}</main>`);

const HEAD = ours(`<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/style.css">
<script src="/assets/script.js" defer></script>`);

const documentOf = (title: string, body: Markup): string =>
  serialiseWithin(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · llmch</title>
${HEAD}
</head>
<body>
${body}
</body>
</html>
`,
    PAGE_BYTES,
  );
