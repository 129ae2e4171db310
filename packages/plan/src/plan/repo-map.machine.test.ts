import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, throwawayRepo, writeFiles } from "@llmch/testkit";
import { repoListing } from "@llmch/workspace";
import { afterAll, expect, test } from "vitest";
import { mapRepo } from "./repo-map.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const map = async (directory: string, spec: string) => {
  const listing = await repoListing(directory, process.env);
  if (!listing.ok) throw new Error("not listed");
  return mapRepo(
    { directory, ...listing.value },
    { bytes: 36_000, paths: 400 },
    { env: process.env, spec, showsNamed: true },
  );
};
const shownIn = (text: string): readonly string[] =>
  [...text.matchAll(/--- begin (?!listing)(.*) \w+$/gm)].map(([, label = ""]) => label);

test("a map shows what the commit tracks, unaffected by any secret, binary, link, submodule or foreign name", async () => {
  const repo = throwawayRepo({
    "README.md": "# App\n",
    ".gitignore": "ignored.py\n",
    "src/app.py": "def run(limit: int) -> int: pass\n",
    "src/id_rsa.py": "def from_secret(): pass\n",
    "src/large.py": `def from_large(): pass\n${"# more\n".repeat(80_000)}`,
    "vendor/lib.py": "def from_vendor(): pass\n",
  });
  try {
    repo.write("ignored.py", "def from_ignored(): pass\n");
    writeFileSync(join(repo.path, "src/binary.py"), Buffer.from("def from_binary(): pass\n\0"));
    writeFileSync(join(repo.path, "src/latin.py"), Buffer.from("def from_latin(): pass # \xe9\n", "latin1"));
    writeFileSync(
      Buffer.concat([Buffer.from(`${repo.path}/src/`), Buffer.from([0xe9]), Buffer.from(".py")]),
      "def from_name(): pass\n",
    );
    symlinkSync("app.py", join(repo.path, "src/link.py"));
    mkdirSync(join(repo.path, "module.py"));
    repo.git("update-index", "--add", "--cacheinfo", `160000,${repo.git("rev-parse", "HEAD")},module.py`);
    repo.commit("more");
    expect(repo.git("ls-files", "-s", "module.py")).toMatch(/^160000/);
    repo.write("src/app.py", "def changed(): pass\n");
    repo.write("src/untracked.py", "def from_untracked(): pass\n");
    const functions = ["secret", "large", "vendor", "ignored", "binary", "latin", "name", "untracked"];
    const names = ["run", "changed", ...functions.map((name) => `from_${name}`)].map((name) => `\`${name}\``);
    const files = ["src/id_rsa.py", "src/latin.py", "src/untracked.py", "ignored.py"];
    const text = await map(repo.path, `Change ${names.join()} in ${files.join()}.`);
    expect(shownIn(text)).toEqual(["file README.md", "definition in src/app.py"]);
    expect(text).toContain("src/binary.py\nsrc/id_rsa.py\nsrc/large.py\nsrc/latin.py\nsrc/link.py\nvendor/lib.py\n");
    expect(text).not.toMatch(/from_|ignored\.py|module\.py|untracked/);
  } finally {
    repo.remove();
  }
});

test("a folder without git is mapped as it is, without leaving it", async () => {
  const place = join(folder.path, "plain");
  writeFiles(place, {
    "app/README.md": "# Plain\n",
    "app/src/a.py": "def run(): pass\n",
    "outside.py": "def outside(): pass\n",
  });
  symlinkSync("../../outside.py", join(place, "app/src/link.py"));
  const text = await map(join(place, "app"), "Change run(), outside() and src/link.py. Keep a.py small.");
  expect(shownIn(text)).toEqual(["file README.md", "definition in src/a.py", "file src/a.py"]);
  expect(text).toContain("# Plain");
});
