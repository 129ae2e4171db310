import { expect, test } from "vitest";
import { unreachedRegistry } from "./unreached-registry.ts";

test.each<[string, string | null]>([
  [
    "npm error request to https://registry.npmjs.org/npm failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org",
    "registry.npmjs.org",
  ],
  [
    'error An unexpected error occurred: "https://registry.yarnpkg.com/left-pad: getaddrinfo ENOTFOUND registry.yarnpkg.com".',
    "registry.yarnpkg.com",
  ],
  [
    "error: Failed to fetch: `https://pypi.org/simple/left/`: failed to lookup address information: Temporary failure in name resolution",
    "pypi.org",
  ],
  [
    'go: example.org/x@v1: Get "https://proxy.golang.org/x/@v/v1.mod": dial tcp: lookup proxy.golang.org: no such host',
    "proxy.golang.org",
  ],
  ["    [6] Couldn't resolve host name (Could not resolve host: index.crates.io)", "index.crates.io"],
  ["java.net.UnknownHostException: services.gradle.org", "services.gradle.org"],
  ["npm warn audit request to https://registry.npmjs.org/x failed, reason: getaddrinfo EAI_AGAIN", null],
  ["WARNING: Retrying: Failed to resolve 'pypi.org' ([Errno -3] Temporary failure in name resolution)", null],
  ["npm error request to https://registry.npmjs.org/x: EAI_AGAIN\nsrc/a.ts(1,10): error TS2305: No member b.", null],
  ["Error: getaddrinfo ENOTFOUND api.example.org", null],
  ["npm notice see https://registry.npmjs.org/npm", null],
  ["see registry.npmjs.org\nError: connect ECONNREFUSED 127.0.0.1:80", null],
])("a command that fails with %j could not reach %j", (output, registry) => {
  expect(unreachedRegistry({ exitCode: 1, output })).toBe(registry);
  expect(unreachedRegistry({ exitCode: 0, output })).toBeNull();
});
