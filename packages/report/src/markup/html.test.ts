import { expect, test } from "vitest";
import {
  attributeIf,
  deferred,
  escapedBytes,
  html,
  openIf,
  serialise,
  serialiseWithin,
  sizesOf,
  typed,
} from "./html.ts";

const textOf = (markup: ReturnType<typeof html>, allowance = Number.POSITIVE_INFINITY) => serialise(markup, allowance);

test("texts are escaped, in content and in attributes", () => {
  const hostile = '"><img src=x onerror=alert(1)></script>&';
  const escaped = "&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;&amp;";
  expect(textOf(html`<p title="${hostile}">${hostile}</p>`)).toBe(`<p title="${escaped}">${escaped}</p>`);
});

test("markup is kept as it is, lists one after another, nothing for null and false", () => {
  const item = (text: string) => html`<li>${text}</li>`;
  expect(textOf(html`<ul>${["a<", "b"].map(item)}${null}${false}${[item("c"), item("d")]}</ul>`)).toBe(
    "<ul><li>a&lt;</li><li>b</li><li>c</li><li>d</li></ul>",
  );
});

test("what looks like markup is text", () => {
  const forged = JSON.parse('{"parts":["<b>"]}');
  expect(() => textOf(html`<p>${forged}</p>`)).toThrow();
});

test.each<[string, () => unknown]>([
  ["a value without quotes", () => html`<p title=${openIf(true)}>`],
  ["a text inside a tag", () => html`<p ${"onclick=alert(1)"}>`],
  ["a link that leads elsewhere", () => html`<a href="${"javascript:alert(1)"}">`],
  ["a link whose host a text decides", () => html`<a href="/${"/evil.example"}">`],
  ["a form whose host a text decides", () => html`<form action="/${"/evil.example"}">`],
  ["a link that goes on after a fixed word", () => html`<a href="/jobs${"/x"}">`],
  ["a button that posts elsewhere", () => html`<button formaction="/jobs/${"x"}">`],
  ["a second hole in a link", () => html`<a href="/jobs/${"x"}/files/${"y"}">`],
  ["a page within the page", () => html`<iframe srcdoc="${"x"}">`],
  ["an image", () => html`<img src="${"x"}">`],
  ["a handler", () => html`<p onclick="${"x"}">`],
  ["a style", () => html`<p style="${"x"}">`],
  ["markup in a value", () => html`<p title="${html`<b>`}">`],
])("a template that would not be safe is a bug: %s", (_what, make) => {
  expect(make).toThrow();
});

test("a link to a place on the page, and attributes that are there or not", () => {
  expect(textOf(html`<details${openIf(true)}><a href="#${"WO-01"}">x</a></details>`)).toBe(
    '<details open><a href="#WO-01">x</a></details>',
  );
  expect(textOf(html`<details${openIf(false)}>`)).toBe("<details>");
});

test("a link and a form lead to a path of this server that begins in the template", () => {
  expect(textOf(html`<a href="/jobs/${'"><b>'}">x</a><form method="post" action="/jobs/${"1/cancel"}">`)).toBe(
    '<a href="/jobs/&quot;&gt;&lt;b&gt;">x</a><form method="post" action="/jobs/1/cancel">',
  );
});

test("fields keep what was typed", () => {
  expect(
    textOf(
      html`<input name="${"a"}" value="${'"'}"${attributeIf("checked", true)}><textarea>${typed("a\r\n\u200d</textarea>")}</textarea>`,
    ),
  ).toBe('<input name="a" value="&quot;" checked><textarea>a\r\n\u200d&lt;/textarea&gt;</textarea>');
});

test("a page that would be too large has its longest parts cut", () => {
  const part = (bytes: number) => deferred(bytes, (allowance) => html`${Math.min(allowance, bytes)} `);
  expect(serialiseWithin(html`<p>${part(500)}${part(4000)}${part(9000)}</p>`, 3507)).toBe("<p>500 1500 1500 </p>");
});

test("parts whose size is decided later are made within their allowance", () => {
  const page = html`<p>${deferred(10, (allowance) => html`${allowance}<`)}</p>${html`${deferred(3, () => html`x`)}`}`;
  expect(sizesOf(page)).toEqual({ fixed: 7, deferred: [10, 3] });
  expect(textOf(page, 7)).toBe("<p>7<</p>x");
});

test.each(["", "plain", '<a href="x">&', "é→😀"])("%j is measured as it will be on the page", (text) => {
  expect(escapedBytes(text)).toBe(Buffer.byteLength(textOf(html`${text}`)));
});
