import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { configFileText, parseConfigFile } from "./config-file.ts";

/** What git itself reads in a file; null if it refuses. */
const byGit = (text: string): string | null => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.path, "config");
  writeFileSync(file, text);
  try {
    return execFileSync("git", ["config", "--file", file, "--no-includes", "--list", "-z"], {
      stdio: "pipe",
    }).toString();
  } catch {
    return null;
  }
};

const byUs = (text: string): string | null => {
  const parsed = parseConfigFile(text);
  if (!parsed.ok) return null;
  return parsed.value.map(({ name, value }) => `${name}${value === null ? "" : `\n${value}`}\0`).join("");
};

const TEXTS = [
  "",
  "# nothing\n; at all",
  '[core]\n\tbare = false\n\tfileMode\n[remote "Origin.x"]\n\tURL = https://a.b/c # note\n',
  '[a] b = c\n[a "b\\"c\\\\d\\e"]x=y',
  '[A.B.C] x = 1\n[a-1]\n  y-2 =   two  words  \n z = " quoted " ; note\n',
  '[a]\r\n\tb = c\r\n\td = "e"\r\n',
  '[a]\nb = one \\\n  two\nc = "x;y#z"w\nd = \\t\\n\\b\\\\\\"\n',
  '[a]\nb =\nc = ""\nd\n[b]',
  "\ufeff[a]\nb = c\n",
  "[a]\nb = c [d]\n[e]f=g\n",
  "[a] b\n[c] # note\nd = e\n",
  "[include]\n\tpath = other\n",
  '[a "x"]\n[a]\nb = \\x\n',
  "[a\nb = c\n",
  "[a]\n1b = c\n",
  '[a]\nb = "open\n',
  "[a]\nb c\n",
  '[a "x\ny"]\nb = c\n',
  "[a]b_c = d\n",
];

test.each(TEXTS)("a configuration file is read as git reads it: %j", (text) => {
  const told = byGit(text);
  expect(byUs(text)).toBe(told);
  if (told === null) return;
  const parsed = parseConfigFile(text);
  expect(byGit(parsed.ok ? configFileText(parsed.value) : "[")).toBe(told);
});

test("a setting without a section is one that nobody asks for", () => {
  expect(parseConfigFile("b = c\n")).toEqual({ ok: true, value: [{ name: "b", value: "c" }] });
});

test("the unreadable line is named", () => {
  expect(parseConfigFile("[a]\nb = c\nd e\n")).toEqual({ ok: false, issues: ["line 3 is not a setting"] });
});
