import { expect, test } from "vitest";
import { commandEnvironment } from "./command-environment.ts";

const KEY = "sk-canary-0123456789";

test("the environment of commands is an allow-list without any key", () => {
  const given = {
    PATH: "/usr/bin:.::relative:/bin",
    HOME: "/home/me",
    LC_TIME: "de_DE.UTF-8",
    PYENV_ROOT: "/opt/pyenv",
    NVM_DIR: "/opt/nvm",
    CARGO_HOME: "/opt/cargo",
    XDG_CACHE_HOME: "/cache",
    VIRTUAL_ENV: "/venv",
    HTTPS_PROXY: "http://proxy:3128",
    OPENAI_API_KEY: KEY,
    ANTHROPIC_API_KEY: "sk-other-0123456789",
    GITHUB_TOKEN: "ghp_0123456789",
    MISE_GITHUB_TOKEN: "ghp_0123456789",
    AWS_SECRET_ACCESS_KEY: "aws-0123456789",
    TERM: `xterm-${KEY}`,
    http_proxy: "http://user:password@proxy:3128",
    GIT_DIR: "/elsewhere",
    NODE_OPTIONS: "--require ./evil.js",
    LD_PRELOAD: "/evil.so",
    BASH_ENV: "/evil.sh",
    PYTEST_ADDOPTS: "--cov",
    UNHEARD_OF: "x",
    LANG: undefined,
  };
  expect(commandEnvironment(given)).toEqual({
    PATH: "/usr/bin:/bin",
    HOME: "/home/me",
    LC_TIME: "de_DE.UTF-8",
    PYENV_ROOT: "/opt/pyenv",
    NVM_DIR: "/opt/nvm",
    CARGO_HOME: "/opt/cargo",
    XDG_CACHE_HOME: "/cache",
    VIRTUAL_ENV: "/venv",
    HTTPS_PROXY: "http://proxy:3128",
    PYTHONDONTWRITEBYTECODE: "1",
    PYTEST_ADDOPTS: "-o cache_dir=$TMPDIR/.pytest_cache",
  });
});

test("without a PATH the system's default is used", () => {
  expect(commandEnvironment({}).PATH).toBe("/usr/local/bin:/usr/bin:/bin");
});
