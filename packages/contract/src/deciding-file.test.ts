import { expect, test } from "vitest";
import { decidingFile } from "./deciding-file.ts";

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

test.each(
  words(`.github/workflows/ci.yml .GITHUB/Workflows/CI.yml .github/actions/x/run.sh action.yml .gitlab-ci.yml .circleci/config.yml
    .travis.yml azure-pipelines.yml azure-pipelines-nightly.yaml Jenkinsfile ci/Jenkinsfile.nightly .buildkite/pipeline.yml .drone.yml`),
)("%s is continuous integration", (path) => expect(decidingFile(path)).toBe("a file of continuous integration"));

test.each(words(".husky/pre-commit .githooks/pre-push .pre-commit-config.yaml lefthook.yml .lintstagedrc.json"))(
  "%s is a git hook",
  (path) => expect(decidingFile(path)).toBe("a git hook"),
);

test.each(
  words(`scripts/verify.sh llmch.config.json package.json packages/a/package.json Makefile GNUmakefile justfile pyproject.toml setup.cfg
    tox.ini pytest.ini conftest.py tests/conftest.py vitest.config.ts web/vite.config.mjs jest.config.js .mocharc.yml Cargo.toml build.rs
    go.mod pom.xml build.gradle build.gradle.kts CMakeLists.txt Rakefile .rspec phpunit.xml.dist mix.exs src/App/App.csproj
    pnpm-workspace.yaml turbo.json .npmrc deno.json composer.json meson.build bunfig.toml wdio.conf.ts vitest.setup.ts babel.config.js`),
)("%s decides what verifies", (path) => expect(decidingFile(path)).toBe("a file that decides what verifies the repo"));

test.each(
  words(`src/a.js README.md .github/CODEOWNERS .github/dependabot.yml docs/action.yml.md src/package.json.ts make.js verify.sh
    scripts/verify.ts src/config.ts src/vite-env.d.ts src/jest-utils.ts conftest.md cargo/toml.rs`),
)("%s decides nothing", (path) => expect(decidingFile(path)).toBeNull());
