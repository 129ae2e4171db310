import fc from "fast-check";
import { expect, test } from "vitest";
import { planFiles } from "./plan-files.ts";

const part = fc.constantFrom("a", "b", "c");
const path = fc
  .tuple(fc.array(part, { maxLength: 3 }), fc.constantFrom("x.py", "y.ts"))
  .map(([folders, name]) => [...folders, name].join("/"));
const step = fc.record({ gives: fc.boolean(), path });

/** The files below a folder, found by looking at every path. */
const holds = (paths: ReadonlySet<string>, folder: string, ending: string): boolean =>
  [...paths].some((each) => each.startsWith(`${folder}/`) && each.endsWith(ending));

test("files and folders match a plain set of paths, in whatever sequence files come and go", () => {
  fc.assert(
    fc.property(fc.array(path), fc.array(step, { maxLength: 30 }), (repo, steps) => {
      const paths = new Set(repo);
      const files = planFiles(repo);
      for (const [number, { gives, path: each }] of steps.entries()) {
        if (gives) files.add(each, `WO-${number}`);
        else files.remove(each, `WO-${number}`);
        if (gives) paths.add(each);
        else paths.delete(each);
      }
      for (const each of new Set([...repo, ...steps.map((one) => one.path)])) {
        expect(files.has(each)).toBe(paths.has(each));
        const folders = each.split("/").slice(0, -1);
        for (const [index] of folders.entries()) {
          const folder = folders.slice(0, index + 1).join("/");
          expect(files.hasFolder(folder)).toBe(holds(paths, folder, ""));
          expect(files.hasModule(folder.replaceAll("/", "."))).toBe(holds(paths, folder, ".py"));
        }
      }
    }),
  );
});

test("a removed file is remembered with its provider, until it is provided again", () => {
  const files = planFiles(["a.ts"]);
  files.remove("b.ts", "WO-01");
  expect(files.lost("b.ts")).toBeUndefined();
  files.remove("a.ts", "WO-01");
  expect(files.lost("a.ts")).toEqual({ giver: "the repo", remover: "WO-01" });
  files.add("a.ts", "WO-02");
  expect([files.lost("a.ts"), files.giver("a.ts")]).toEqual([undefined, "WO-02"]);
});
