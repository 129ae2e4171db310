import type { Act, Call } from "./engineer.ts";

/** An order that nobody can carry out without looking around: its files, its text, and how an engineer goes about it. */
export interface LookingAround {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly allowed: readonly string[];
  readonly acceptance: string;
  readonly acts: readonly Act[];
}

const places = (result = ""): readonly (readonly [path: string, line: string])[] =>
  [...result.matchAll(/^([\w./-]+):\d+\|(.*)$/gm)].map(([, path = "", line = ""]) => [path, line] as const);
const propose: Act = () => [["propose", { summary: "Done." }]];
const edit = (path: string, find: string, replace: string): Call => ["edit", { path, edits: [{ find, replace }] }];
const modules = Array.from({ length: 12 }, (_, index) => `rename/m${index}.js`);
const layers = ["cli", "options", "service", "store", "format"];

export const TEN_ORDERS: readonly LookingAround[] = [
  {
    title: "Rename oldTotal to total wherever it stands",
    files: Object.fromEntries(modules.map((path, index) => [path, `exports.v${index} = oldTotal(${index});\n`])),
    allowed: modules,
    acceptance: "! oldTotal rename",
    acts: [
      () => [["search", { query: "oldTotal", path: "rename" }]],
      ([found]) => places(found).map(([path]) => edit(path, "oldTotal", "total")),
      propose,
    ],
  },
  {
    title: "Write pad as its callers call it",
    files: { "pad/call.js": "const { pad } = require('./pad');\npad('a', 5, '.');\n" },
    allowed: ["pad/pad.js"],
    acceptance: "exports.pad = (text, width, fill) pad/pad.js",
    acts: [
      () => [["search", { query: "pad(", path: "pad" }]],
      ([found = ""]) => {
        const three = /pad\('a', 5, '\.'\)/.test(found) ? "text, width, fill" : "text";
        return [["write", { path: "pad/pad.js", content: `exports.pad = (${three}) => text.padEnd(width, fill);\n` }]];
      },
      propose,
    ],
  },
  {
    title: "Make the limit test pass",
    files: {
      "limit/test.js":
        "if (require('./conf.json').most !== 7) throw new Error('conf.json says another most than 7');\n",
      "limit/conf.json": '{ "most": 6 }\n',
    },
    allowed: ["limit/conf.json", "limit/limit.js"],
    acceptance: '"most": 7 limit/conf.json',
    acts: [
      () => [["check", { command: 'sh scripts/has.sh "\\"most\\": 7" limit/conf.json' }]],
      () => [["read", { path: "limit/test.js" }]],
      ([test = ""]) => [edit("limit/conf.json", "6", /another most than (\d+)/.exec(test)?.[1] ?? "?")],
      () => [["check", { command: 'sh scripts/has.sh "\\"most\\": 7" limit/conf.json' }]],
      ([checked = ""]) => (checked.includes("exit 0") ? [["propose", { summary: "Seven." }]] : "it does not hold"),
    ],
  },
  {
    title: "Pass the flag verbose through all five layers",
    files: Object.fromEntries(
      layers.map((name, index) => [
        `flag/${name}.js`,
        `exports.${name} = (x) => ${layers[index + 1] ?? "print"}(x);\n`,
      ]),
    ),
    allowed: layers.map((name) => `flag/${name}.js`),
    acceptance: "(x, verbose) => print(x, verbose) flag/format.js",
    acts: [
      () => [["read", { path: "flag/cli.js" }]],
      // Each layer names the next one.
      ...layers.map(
        (name): Act =>
          ([text = ""]) => {
            const next = /=> (\w+)\(x\)/.exec(text)?.[1] ?? "";
            const change = edit(`flag/${name}.js`, `(x) => ${next}(x)`, `(x, verbose) => ${next}(x, verbose)`);
            return next === "print" ? [change] : [["read", { path: `flag/${next}.js` }], change];
          },
      ),
      propose,
    ],
  },
  {
    title: "Use the limit that the code defines",
    files: { "symbol/lib/deep.js": "const A = 1;\nconst MOST_RETRIES = 4;\nfunction again() {}\n" },
    allowed: ["symbol/use.js"],
    acceptance: "retries = 4; symbol/use.js",
    acts: [
      () => [["symbols", { name: "MOST_RETRIES" }]],
      ([found = ""]) => [["read", { path: /^([\w./-]+):/m.exec(found)?.[1] ?? "symbol/lib/deep.js" }]],
      ([text = ""]) => [
        ["write", { path: "symbol/use.js", content: `const retries = ${/MOST_RETRIES = (\d+)/.exec(text)?.[1]};\n` }],
      ],
      propose,
    ],
  },
  {
    title: "Export every shape of the folder",
    files: { "shapes/circle.js": "1;\n", "shapes/square.js": "2;\n", "shapes/deep/cube.js": "3;\n" },
    allowed: ["shapes/index.js"],
    acceptance: "circle,deep/cube,square shapes/index.js",
    acts: [
      () => [["list", { path: "shapes" }]],
      ([listed = ""]) => {
        const names = [...listed.matchAll(/shapes\/([\w/]+)\.js/g)].map(([, name]) => name).sort();
        return [["write", { path: "shapes/index.js", content: `// ${[...new Set(names)].join(",")}\n` }]];
      },
      propose,
    ],
  },
  {
    title: "Mend the line that is wrong in a long file",
    files: {
      "long/data.txt": `${"row of the table\n".repeat(2500)}the wrong row\n${"row of the table\n".repeat(2500)}`,
    },
    allowed: ["long/data.txt"],
    acceptance: "the right row long/data.txt",
    acts: [
      () => [["search", { query: "wrong" }]],
      ([found = ""]) => {
        const line = Number(/long\/data\.txt:(\d+)/.exec(found)?.[1]);
        return [["read", { path: "long/data.txt", ranges: [{ from: line, to: line }] }]];
      },
      ([text = ""]) => [edit("long/data.txt", /\|(the wrong row)/.exec(text)?.[1] ?? "", "the right row")],
      propose,
    ],
  },
  {
    title: "Change one of two, and look at the difference",
    files: { "two/a.txt": "one\n", "two/b.txt": "two\n" },
    allowed: ["two/a.txt", "two/b.txt"],
    acceptance: "uno two/a.txt",
    acts: [
      () => [edit("two/a.txt", "one", "uno"), edit("two/b.txt", "two", "dos")],
      () => [["diff", {}]],
      ([diff = ""]) => (diff.includes("+dos") ? [edit("two/b.txt", "dos", "two")] : "nothing to take back"),
      propose,
    ],
  },
  {
    title: "Remove the file that nobody uses",
    files: { "dead/used.js": "1;\n", "dead/unused.js": "2;\n", "dead/main.js": "require('./used');\n" },
    allowed: ["dead/used.js", "dead/unused.js"],
    acceptance: "! 2; dead",
    acts: [
      () => [["search", { query: "require\\('./\\w+'\\)", regex: true, path: "dead" }]],
      ([found = ""]) =>
        ["used", "unused"]
          .filter((name) => !found.includes(`'./${name}'`))
          .map((name): Call => ["write", { path: `dead/${name}.js`, delete: true }]),
      propose,
    ],
  },
  {
    title: "Count what is left to do",
    files: { "todo/a.js": "// TODO: one\n", "todo/b.js": "// FIXME: two\n// todo three\n", "todo/c.js": "4;\n" },
    allowed: ["todo/COUNT"],
    acceptance: "3 todo/COUNT",
    acts: [
      () => [["search", { query: "TODO|FIXME", regex: true, ignore_case: true, path: "todo" }]],
      ([found]) => [["write", { path: "todo/COUNT", content: `${places(found).length}\n` }]],
      propose,
    ],
  },
];
