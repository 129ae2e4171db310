import { sha256Hex } from "@llmch/contract";
import { expect, test } from "vitest";
import { type CodePorts, readCode } from "./code.ts";
import { type KnownTexts, readKnown, writeKnown } from "./known.ts";
import { parseText } from "./parser.fixture.ts";

const APP = {
  "a.py": "import store\n",
  "b.py": "import store\n",
  "store.py": "def open_it(): pass\n",
  "made.py": "# @generated\ndef made(): pass\n",
};

/** Reads the code of some files and all of its symbols. Returns which files it read and which it parsed. */
const read = async (texts: Readonly<Record<string, string>>, earlier: KnownTexts = new Map(), most = 100) => {
  const seen: string[] = [];
  const parsed: string[] = [];
  const prepared: string[] = [];
  const ports: CodePorts = {
    texts: async (files, use) => {
      for (const file of files) {
        seen.push(file.path);
        use(file, texts[file.path] ?? null);
      }
    },
    prepare: (grammar) => prepared.push(grammar),
    parse: (grammar, text, use) => {
      parsed.push(text);
      return parseText(grammar, text, use);
    },
  };
  const files = Object.entries(texts).map(([path, text]) => ({ path, blob: sha256Hex(text) }));
  const code = await readCode(files, most, earlier, ports);
  const scanned = seen.splice(0);
  const symbols: Record<string, readonly string[]> = {};
  for await (const [{ path }, lines] of code.symbols(code.ranked)) symbols[path] = lines;
  return {
    ranked: code.ranked.map(({ path }) => path),
    symbols,
    known: code.learnt() ?? earlier,
    isNew: code.learnt() !== null,
    prepared,
    scanned,
    parsed,
  };
};

/** The known facts, as a cache returns them. */
const kept = (known: KnownTexts): KnownTexts => readKnown(writeKnown(known, "g@1"), "g@1");

test("code is ranked, and parsed if its symbols are asked for", async () => {
  const { ranked, symbols, scanned, parsed } = await read({ ...APP, "notes.txt": "store" });
  expect(ranked).toEqual(["store.py", "a.py", "b.py"]);
  expect(symbols).toEqual({ "store.py": ["def open_it()"], "a.py": [], "b.py": [] });
  expect([...scanned].sort()).toEqual(["a.py", "made.py", "store.py"]);
  expect([...parsed].sort()).toEqual(["def open_it(): pass\n", "import store\n"]);
});

test("known files are neither read nor parsed again", async () => {
  const first = await read(APP);
  const second = await read(APP, kept(first.known));
  expect([second.scanned, second.parsed]).toEqual([[], []]);
  expect([second.ranked, second.symbols]).toEqual([first.ranked, first.symbols]);
  expect([first.isNew, second.isNew]).toEqual([true, false]);
  expect([first.prepared, second.prepared]).toEqual([["python"], []]);
});

test("only a changed file is read and parsed, and its old facts are dropped", async () => {
  const { known } = await read(APP);
  const changed = { ...APP, "store.py": "def shut_it(): pass\n" };
  const after = await read(changed, kept(known));
  expect([after.scanned, after.parsed]).toEqual([["store.py"], ["def shut_it(): pass\n"]]);
  const anew = await read(changed);
  expect([after.symbols, after.ranked]).toEqual([anew.symbols, anew.ranked]);
  expect(writeKnown(after.known, "g@1")).toBe(writeKnown(anew.known, "g@1"));
});

test("no more files are read than allowed, the shallow ones first", async () => {
  const { ranked } = await read({ "a/b/deep.py": "", "a/mid.py": "", "top.py": "" }, new Map(), 2);
  expect(ranked).toEqual(["a/mid.py", "top.py"]);
});

test("an unreadable file stays unknown, so that it is tried again", async () => {
  const ports: CodePorts = {
    texts: async (files, use) => {
      for (const file of files) use(file, null);
    },
    parse: parseText,
    prepare: () => {},
  };
  const code = await readCode([{ path: "a.py", blob: "1" }], 10, new Map(), ports);
  expect([code.ranked, code.learnt()]).toEqual([[], null]);
});

test("facts that are torn, in another format or from other grammars are ignored", async () => {
  const text = writeKnown((await read(APP)).known, "g@1");
  expect(readKnown(text, "g@1").size).toBe(3);
  const others = [
    text.slice(0, -40),
    "",
    "null",
    "[]",
    text.replace("llmch.repo-map/", "llmch.repo-map/0"),
    text.replace('"def open_it()"', "7"),
    text.replace(/\[(-?\d+)/, '["$1"'),
    text.replace('"texts":[', '"texts":[7,'),
  ];
  for (const other of others) expect(readKnown(other, "g@1").size).toBe(0);
  expect(readKnown(text, "g@2").size).toBe(0);
});
