import { expect, test } from "vitest";
import { deferred, escapedBytes, html, openIf, serialise, sizesOf } from "./html.ts";

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

test("parts whose size is decided later are made within their allowance", () => {
  const page = html`<p>${deferred(10, (allowance) => html`${allowance}<`)}</p>${html`${deferred(3, () => html`x`)}`}`;
  expect(sizesOf(page)).toEqual({ fixed: 7, deferred: [10, 3] });
  expect(textOf(page, 7)).toBe("<p>7<</p>x");
});

test.each(["", "plain", '<a href="x">&', "é→😀"])("%j is measured as it will be on the page", (text) => {
  expect(escapedBytes(text)).toBe(Buffer.byteLength(textOf(html`${text}`)));
});
