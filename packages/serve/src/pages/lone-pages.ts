import { html } from "@llmch/report";
import { lonePage, pageOf } from "./frame.ts";

/** Posts the token of a link: the script does so by itself, and takes it out of the address. */
export const linkPage = (token: string): string =>
  lonePage(
    "Open",
    html`<h1>llmch serve</h1>
<form id="link" method="post" action="/link"><input type="hidden" name="token" value="${token}"><p><button class="main">Open the page</button></p></form>`,
  );

/** For whoever is not let in: why, and what to do. */
export const closedPage = (title: string, what: string): string =>
  lonePage(title, html`<h1>${title}</h1><p class="prose">${what}</p>`);

/** What went wrong with a request of somebody who was let in, and what to do. */
export const errorPage = (title: string, what: string, hint: string | null): string =>
  pageOf({
    ...{ title, at: null },
    main: html`<h1>${title}</h1>
<p class="prose">${what}</p>
${hint !== null && html`<p class="prose">${hint}</p>`}
<p><a href="/">To the jobs</a></p>`,
  });
