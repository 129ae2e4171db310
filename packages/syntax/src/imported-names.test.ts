import { expect, test } from "vitest";
import { javascriptReader } from "./javascript-reader.ts";
import { pythonReader } from "./python/python-reader.ts";

const readers = { python: pythonReader(), javascript: javascriptReader() };
const namesIn = (language: keyof typeof readers, code: string) =>
  (readers[language].importedNames?.(code) ?? []).map(({ module, name }) => `${module}:${name}`);

test.each<[string, readonly string[]]>([
  ["from notes.slug import slug; assert slug('a') == 'a'", ["notes.slug:slug"]],
  ["from a import (\n  b as c,  # why\n  d,\n)", ["a:b", "a:d"]],
  ["def f():\n    from a.b import c\n    return c", ["a.b:c"]],
  ["import notes.slug\nassert notes.slug.slugify('a')", ["notes.slug:slugify"]],
  ["import notes.slug as s, os; s.slugify(1); s.slugify(2); x.s.no; os.sep", ["notes.slug:slugify", "os:sep"]],
  ["from . import x; from .a import y; from a import *", []],
  ["import a\nprint('a.b')", []],
])("Python: %j", (code, names) => {
  expect(namesIn("python", code)).toEqual(names);
});

test.each<[string, readonly string[]]>([
  ["import { slug as s, tags } from './src/slug.js'; s(tags)", ["./src/slug.js:slug", "./src/slug.js:tags"]],
  ["import slug from './src/slug.js'; slug.x()", []],
  ["import * as m from './a.js'; m.slug(1); n.slug; m['b']", ["./a.js:slug"]],
  ["const { slug, b: { c } } = require('./src/slug')", ["./src/slug:slug", "./src/slug:b"]],
  ["const m = require('./a'); if (m.slug('x') !== m.tags) throw m.name", ["./a:slug", "./a:tags"]],
  ["if (require('./a').slug('x')) process.exit(1)", ["./a:slug"]],
  ["const { slug } = await import('./a.js'); (await import('./b.js')).tags", ["./a.js:slug", "./b.js:tags"]],
  ["require('./a')('x'); const f = require('./a'); f.call(1)", []],
  ["import('./a.js').then((m) => m.slug())", []],
  ["this is no program", []],
])("JavaScript: %j", (code, names) => {
  expect(namesIn("javascript", code)).toEqual(names);
});
