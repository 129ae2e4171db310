import { expect, test } from "vitest";
import { isProgramFile } from "./program-file.ts";

test.each(["src/a.js", "a.mts", "ui/App.tsx", "notes/slug.py", "main.go", "src/lib.rs", "Main.java", "a.hpp", "x.EXS"])(
  "%s is a program",
  (path) => expect(isProgramFile(path)).toBe(true),
);

test.each([
  ...[
    "README.md",
    "package.json",
    "scripts/verify.sh",
    "a.yml",
    "index.html",
    "style.css",
    "Makefile",
    "js",
    ".js/a.txt",
  ],
  ...["eslint.config.js", ".eslintrc.cjs", "vite.config.ts", "types/index.d.ts", "setup.py", "tests/conftest.py"],
])("%s is not", (path) => expect(isProgramFile(path)).toBe(false));
