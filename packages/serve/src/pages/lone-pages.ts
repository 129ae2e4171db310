import { html } from "@llmch/report";
import { lonePage } from "./frame.ts";

/** Posts the token of a link: the script does so by itself, and takes it out of the address. */
export const linkPage = (token: string): string =>
  lonePage(
    "Open",
    html`<h1>llmch serve</h1>
<form id="link" method="post" action="/link"><input type="hidden" name="token" value="${token}"><p><button class="main">Open the page</button></p></form>`,
  );

/** What went wrong with a request, and what to do. */
export const errorPage = (title: string, what: string, hint: string | null): string =>
  lonePage(
    title,
    html`<h1>${title}</h1>
<p class="prose">${sentence(what)}</p>
${hint !== null && html`<p class="prose">${sentence(hint)}</p>`}
<p><a href="/">To the jobs</a></p>`,
  );

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;
