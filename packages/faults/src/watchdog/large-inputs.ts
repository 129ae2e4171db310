import { SHA256_OF_NOTHING } from "@llmch/contract";
import { type Scene, sha256 } from "@llmch/testkit";
import {
  bring,
  codeOf,
  commitMany,
  type HostileScene,
  idOf,
  manyOrders,
  oneOrder,
  plan,
  planned,
  plannedOrder,
  planOf,
  run,
} from "./hostile-scene.ts";

const LARGE = codeOf(8_000_000, "item");
const LONG_LINE = `var list = [${"one,".repeat(2_000_000)}two];\n`;

/** Letters `a` and `b` in an order without a pattern. */
const lettersOf = (count: number): string => {
  let seed = 1;
  const letter = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return "ab".charAt((seed >> 8) & 1);
  };
  return Array.from({ length: count }, letter).join("");
};

const editsOf = (path: string, before: string, edits: readonly object[]): string =>
  JSON.stringify({ summary: "Did as the order says.", writes: [{ path, base_sha256: sha256(before), edits }] });

/** An order for one large file, and answers with edits of it. */
const editing = (scene: Scene, path: string, text: string, ...answers: readonly (readonly object[])[]): void => {
  scene.order({ allowed_files: [path] });
  scene.answers(
    Object.fromEntries(answers.map((edits, index) => [`WO-01/attempt-${index + 1}`, editsOf(path, text, edits)])),
  );
};

const writeOf = (_: unknown, index: number) => ({
  path: `many/file-${index}`,
  base_sha256: SHA256_OF_NOTHING,
  content: "x",
});

/** Large inputs from a user or a model. */
export const LARGE_INPUTS: readonly HostileScene[] = [
  {
    name: "a repo of 100,000 files, whose checkout is brought forward",
    set: (scene) => {
      oneOrder(scene);
      commitMany(scene, 100_000);
      bring(scene);
      scene.git("checkout", "--quiet", "-b", "work");
    },
    run,
    code: 0,
    interruptAt: null,
  },
  {
    name: "edits of a file of 8 MB that do not fit, and edits that do",
    files: { "large.ts": LARGE },
    set: (scene) => {
      const misfits = Array.from({ length: 300 }, (_, index) => ({
        find: `  // counts ${index * 50} items\n  return values * ${index}\n`,
        replace: "",
      }));
      const fits = Array.from({ length: 20 }, (_, index) => ({
        find: `  // counts ${index * 50}\n  return value * ${index * 50} +`,
        replace: "",
      }));
      editing(scene, "large.ts", LARGE, misfits.slice(0, 20), fits, misfits);
    },
    run: (scene, invocation) => scene.run(["--branch", "work"], invocation),
    code: 0,
    interruptAt: null,
  },
  {
    name: "edits of a file of 8 MB by calls of tools",
    files: { "large.ts": LARGE },
    set: (scene) => {
      scene.order({ allowed_files: ["large.ts"] });
      const edits = Array.from({ length: 4 }, (_, index) => ({
        find: `  // counts ${index * 3_000 + 1}\n`,
        replace: `  // counts all ${index}\n`,
      }));
      const call = (name: string, given: object) => [{ id: "call-1", name, arguments: JSON.stringify(given) }];
      scene.answers({
        "WO-01/attempt-1": call("edit", { path: "large.ts", edits }),
        "WO-01/attempt-1/turn-2": call("propose", { summary: "Counts all." }),
      });
    },
    run: (scene, invocation) => scene.run(["--branch", "work", "--agent", "on"], invocation),
    code: 0,
    interruptAt: null,
  },
  {
    name: "searches by calls of tools: an expression of very many states, and 8 MB of text",
    files: { "large.ts": LARGE, "letters.txt": lettersOf(100_000) },
    set: (scene) => {
      scene.order({ allowed_files: ["a.txt"] });
      const call = (name: string, given: object) => [{ id: "call-1", name, arguments: JSON.stringify(given) }];
      const write = { path: "a.txt", content: "x" };
      scene.answers({
        "WO-01/attempt-1": call("search", { query: "a[ab]{900}c", regex: true, path: "letters.txt" }),
        "WO-01/attempt-1/turn-2": call("search", {
          query: "(counts|value|zzz).*[0-9]$",
          regex: true,
          path: "large.ts",
        }),
        "WO-01/attempt-1/turn-3": call("symbols", { name: "item7" }),
        "WO-01/attempt-1/turn-4": call("write", write),
        "WO-01/attempt-1/turn-5": call("propose", { summary: "Wrote it." }),
      });
    },
    run: (scene, invocation) => scene.run(["--branch", "work", "--agent", "on"], invocation),
    code: 0,
    interruptAt: null,
  },
  {
    name: "edits of a file whose one line has 8 MB",
    files: { "large.js": LONG_LINE },
    set: (scene) =>
      editing(
        scene,
        "large.js",
        LONG_LINE,
        [{ find: "var lists = [one,two,one,", replace: "" }],
        [{ find: "var list = [", replace: "var lists = [" }],
      ),
    run: (scene, invocation) => scene.run(["--branch", "work"], invocation),
    code: 0,
    interruptAt: null,
  },
  {
    name: "large files for reading",
    files: {
      "one.ts": LARGE,
      "two.md": LARGE.replaceAll("item", "part"),
      "three.py": "value = 1\n".repeat(800_000),
      // Otherwise the machine would need pytest.
      "scripts/verify.sh": "true\n",
    },
    set: (scene) => oneOrder(scene, { context_files: ["one.ts", "two.md", "three.py"] }),
    run: (scene, invocation) => scene.run(["--branch", "work"], invocation),
    code: 0,
    interruptAt: null,
  },
  {
    name: "a plan for a repo with code of 480 KB a file",
    set: (scene) => {
      const names = Array.from({ length: 12 }, (_, index) => `src/large${index}.ts`);
      scene.commit(Object.fromEntries(names.map((name, index) => [name, codeOf(320_000, `large${index}_`)])));
      planned(scene, "Build a greeter with large3_5.\n", planOf([plannedOrder()]));
    },
    run: plan,
    code: 0,
    interruptAt: null,
  },
  {
    name: "a spec of 5 MB",
    set: (scene) => {
      const sentences = Array.from({ length: 50_000 }, (_, index) => `- The function part${index} must greet. `);
      planned(
        scene,
        `${sentences.map((each) => each.padEnd(100, "so it does ")).join("\n")}\n`,
        planOf([plannedOrder()]),
      );
    },
    run: plan,
    code: 0,
    interruptAt: null,
  },
  {
    name: "a plan of 3,000 orders that is sent back",
    set: (scene) => {
      const ordersOf = (isWrong: boolean) =>
        Array.from({ length: 3_000 }, (_, index) =>
          plannedOrder({
            id: idOf(index),
            allowed_files: [`file-${index}.js`],
            context_files: isWrong ? [`missing-${index}.js`] : [],
          }),
        );
      planned(scene, "Build a greeter.\n", planOf(ordersOf(true)), planOf(ordersOf(false)));
    },
    run: plan,
    code: 0,
    interruptAt: null,
  },
  {
    name: "1,500 orders, the second of which is not answered",
    set: (scene) => {
      manyOrders(scene, 1_500);
      scene.answers({ "WO-01/attempt-1": scene.answer({ "file-0.js": "x" }) });
    },
    run: (scene, invocation) => scene.runAll(["--branch", "work", "--yes"], invocation),
    code: 1,
    interruptAt: null,
  },
  {
    name: "3,000 orders, each of which rests on the one before, four at once",
    set: (scene) => {
      manyOrders(scene, 3_000, (index) => ({ context_files: index === 0 ? [] : [`file-${index - 1}.js`] }));
      scene.answers({});
    },
    run: (scene, invocation) => scene.runAll(["--branch", "work", "--yes", "--jobs", "4"], invocation),
    code: 1,
    interruptAt: null,
  },
  {
    name: "what is to be expected of 1,000 orders that write eight files each",
    set: (scene) => {
      manyOrders(scene, 1_000, (index) => ({
        allowed_files: Array.from({ length: 8 }, (_, at) => `src/part${index % 50}/deep/file-${index}-${at}.js`),
        context_files: index === 0 ? [] : [`src/part${(index - 1) % 50}/deep/file-${index - 1}-0.js`],
        acceptance_commands: [`node --test src/part${index % 50}`],
      }));
      scene.answers({});
    },
    run: (scene, invocation) => scene.runAll(["--branch", "work", "--dry-run"], invocation),
    code: 0,
    interruptAt: null,
  },
  {
    name: "a plan for a repo of 300,000 files",
    set: (scene) => {
      commitMany(scene, 300_000);
      planned(scene, "Build a greeter.\n", planOf([plannedOrder()]));
    },
    run: plan,
    times: 3,
    code: 0,
    interruptAt: null,
  },
  {
    name: "answers of 9 MB",
    set: (scene) => {
      scene.order();
      const answers = [
        scene.answer({ "greet.js": "x\n".repeat(4_500_000) }),
        `${"[".repeat(60)}${"1,".repeat(4_500_000)}`,
        JSON.stringify({ summary: "", writes: Array.from({ length: 60_000 }, writeOf) }),
        `{"summary":"","writes":[${"1,".repeat(4_500_000)}1]}`,
        `{"summary":"","writes":[${"[],".repeat(3_000_000)}{}]}`,
        JSON.stringify(Object.fromEntries(Array.from({ length: 550_000 }, (_, index) => [`k${index}`, index]))),
      ];
      scene.answers(Object.fromEntries(answers.map((answer, index) => [`WO-01/attempt-${index + 1}`, answer])));
    },
    run: (scene, invocation) => scene.run(["--branch", "work", "--max-attempts", "6"], invocation),
    code: 1,
    interruptAt: null,
  },
  {
    name: "a plan of 3,000 orders",
    set: (scene) => {
      manyOrders(scene, 3_000);
    },
    run: (scene, invocation) => scene.llmch(["check", "wo", "--repo", scene.repo], invocation),
    code: 0,
    interruptAt: null,
  },
];
