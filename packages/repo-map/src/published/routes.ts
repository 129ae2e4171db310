import { isTestCode } from "@llmch/languages";
import { byCodePoint } from "@llmch/text";
import type { SourceText } from "./signatures.ts";

const METHOD = "(?<method>get|post|put|patch|delete|head|options)";
const PATH = "[\"'`](?<path>/[^\"'`\\s]*)[\"'`]";
const ASKED = "\\b(?:path|pathname|url)";
const IS = "\\s*={2,3}\\s*";

/** How frameworks and plain servers write a route; without a method, any may be meant. */
const ROUTES: readonly RegExp[] = [
  // `app.get("/x"`, `@app.post("/x"`, `r.Get("/x"`; not of clients.
  `\\b(?!(?:axios|client|requests|session|https?|got|ky)\\.)\\w+\\.${METHOD}\\(\\s*${PATH}`,
  `\\.route\\(\\s*${PATH}\\s*,\\s*${METHOD}\\(`,
  // Flask, fastify, Go, Spring, Rails and Sinatra.
  `@\\w+\\.route\\(\\s*${PATH}(?:[^)\\n]*?methods\\s*=\\s*[[(]\\s*["'](?<method>\\w+))?`,
  `\\bmethod:\\s*["']${METHOD}["'],\\s*(?:url|path):\\s*${PATH}`,
  '\\bHandle(?:Func)?\\(\\s*["`](?:(?<method>[a-z]+) )?[\\w.]*(?<path>/[^"`\\s]*)["`]',
  `@${METHOD}Mapping\\(\\s*(?:(?:value|path)\\s*=\\s*)?${PATH}`,
  `^[ \\t]*${METHOD} ${PATH}`,
  // Plain servers: comparisons of the path, before or behind one of the method, or alone.
  `\\bmethod${IS}["']${METHOD}["']\\s*(?:&&|and)\\s*[\\w.]*${ASKED}${IS}${PATH}`,
  `${ASKED}${IS}${PATH}(?:\\s*(?:&&|and)\\s*[\\w.]*method${IS}["']${METHOD}["'])?`,
  `${ASKED}\\.starts_?with\\(\\s*${PATH}`,
].map((route) => new RegExp(route, "gim"));

/** The HTTP routes that the product's files name by literals, sorted: `GET /items/{id}`, or the path alone if its method is unknown. */
export const routesIn = (files: readonly SourceText[]): readonly string[] => {
  const routes = files
    .filter(({ path, text }) => !isTestCode(path) && /http|flask|gin|express|route/i.test(text))
    .flatMap(({ text }) => ROUTES.flatMap((route) => [...text.matchAll(route)]))
    .map(({ groups: { method = "", path = "" } = {} }) => `${method.toUpperCase()} ${path}`.trim());
  const known = new Set(routes);
  // Where a rule knew the method, another's path alone says less.
  const isTold = (route: string) => route.startsWith("/") && routes.some((each) => each.endsWith(` ${route}`));
  return [...known].filter((route) => !isTold(route)).sort(byCodePoint);
};
