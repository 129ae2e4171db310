import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, throwawayRepo, writeFiles } from "@llmch/testkit";
import { repoListing } from "@llmch/workspace";
import { afterAll, expect, test } from "vitest";
import { mapRepo } from "./repo-map.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const map = async (directory: string, artifactsRoot: string, limits = {}) => {
  const listing = await repoListing(directory, process.env);
  if (!listing.ok) throw new Error("not listed");
  const places = { env: process.env, artifactsRoot, spec: "" };
  return mapRepo({ directory, ...listing.value }, { mapTokens: 12_000, paths: 400, ...limits }, places);
};
const symbolsOf = (text: string): string => /--- begin public symbols.*?\n(.*?)\n--- end/s.exec(text)?.[1] ?? "";

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
    const { text } = await map(repo.path, join(folder.path, "none"), {});
    expect(symbolsOf(text)).toBe("src/app.py\n  def run(limit: int) -> int");
    expect(text).toContain("src/binary.py\nsrc/id_rsa.py\nsrc/large.py\nsrc/latin.py\nsrc/link.py\nvendor/lib.py\n");
    expect(text).not.toMatch(/from_|ignored\.py|module\.py|untracked/);
  } finally {
    repo.remove();
  }
});

test("what was read is cached for the next map, private to the user, and never below a root that came with the repo", async () => {
  const repo = throwawayRepo({ "a.py": "def one(): pass\n", "artifacts/.keep": "" });
  const root = join(repo.path, "artifacts");
  try {
    const first = await map(repo.path, root);
    expect(readdirSync(root)).toEqual([".keep"]);
    await first.keep();
    const [name = ""] = readdirSync(join(root, "repo-map"));
    const file = join(root, "repo-map", name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const known = readFileSync(file, "utf8");

    writeFileSync(file, known.replace("def one()", "def lie()"));
    expect(symbolsOf((await map(repo.path, root)).text)).toContain("def lie()");
    repo.commit("the cache");
    const again = await map(repo.path, root);
    expect(symbolsOf(again.text)).toBe("a.py\n  def one()");

    await again.keep();
    expect(readFileSync(file, "utf8")).toBe(known);
    writeFileSync(file, known.slice(0, -9));
    expect((await map(repo.path, root)).text).toBe(again.text);
  } finally {
    repo.remove();
  }
});

test("a folder without git is mapped as it is, without leaving it, and nothing is cached", async () => {
  const place = join(folder.path, "plain");
  writeFiles(place, {
    "app/README.md": "# Plain\n",
    "app/src/a.py": "def run(): pass\n",
    "outside.py": "def outside(): pass\n",
  });
  symlinkSync("../../outside.py", join(place, "app/src/link.py"));
  mkdirSync(join(place, "root"));
  const mapped = await map(join(place, "app"), join(place, "root"));
  expect(symbolsOf(mapped.text)).toBe("src/a.py\n  def run()");
  expect(mapped.text).toContain("# Plain");
  await mapped.keep();
  expect(readdirSync(join(place, "root"))).toEqual([]);
});
