import { describe, expect, test } from "vitest";
import { tellingFiles } from "./telling-files.ts";

describe("tellingFiles", () => {
  test("lists manifests, the verify script and the root's README, shallow ones first", () => {
    expect(
      tellingFiles(
        [
          "src/a.js",
          "README.md",
          "docs/README.md",
          "packages/b/package.json",
          "packages/a/package.json",
          "Cargo.toml",
          "package.json",
          "my-package.json",
          "scripts/verify.sh",
          "x/scripts/verify.sh",
        ],
        12,
      ),
    ).toEqual([
      "package.json",
      "Cargo.toml",
      "packages/a/package.json",
      "packages/b/package.json",
      "README.md",
      "scripts/verify.sh",
    ]);
  });

  test("lists at most twelve, always including README and verify script", () => {
    const many = Array.from({ length: 50 }, (_, index) => `p${index}/package.json`);
    const wanted = tellingFiles([...many, "README.md", "scripts/verify.sh"], 12);
    expect(wanted).toHaveLength(12);
    expect(wanted).toEqual(expect.arrayContaining(["README.md", "scripts/verify.sh"]));
  });

  test.each([0, 1, 2, 3])("lists at most %i if that is the bound", (most) => {
    const wanted = tellingFiles(["package.json", "README.md", "scripts/verify.sh"], most);
    expect(wanted).toEqual(
      [["README.md"], ["README.md", "scripts/verify.sh"], ["package.json", "README.md", "scripts/verify.sh"]][
        most - 1
      ] ?? [],
    );
  });

  test.each(["README.md", "Readme.md", "readme.rst", "README", "ReadMe.markdown", "readme.TXT"])(
    "recognises %s as a README",
    (name) => {
      expect(tellingFiles([name, `docs/${name}`, "readme-first.md", "Readme_zh-CN.md"], 12)).toEqual([name]);
    },
  );

  test("omits the manifests of examples, docs, fixtures and vendored code", () => {
    const others = [
      "examples/a/pyproject.toml",
      "docs/requirements.txt",
      "tests/fixtures/x/package.json",
      "vendor/y/go.mod",
    ];
    expect(tellingFiles([...others, "packages/core/pyproject.toml"], 12)).toEqual(["packages/core/pyproject.toml"]);
    expect(tellingFiles(others, 12)).toHaveLength(4);
  });

  test("lists none that look like secrets", () => {
    const secrets = [
      ".env",
      "README.md.key",
      "package.json.pem",
      "a/credentials.json",
      "config/.env/Makefile.key",
      ".npmrc",
    ];
    expect(tellingFiles(secrets, 12)).toEqual([]);
  });
});
