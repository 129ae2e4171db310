import { expect, test } from "vitest";
import { symbolsIn } from "./symbols-in.fixture.ts";

test.each([
  ["functions", "#!/bin/bash\nfoo() { echo; }\nfunction bar { echo; }\n_own() { echo; }", ["foo()", "bar()"]],
  ["what is exported", "export KEY=secret B=2\nreadonly C=2\nD=3", ["export KEY", "export B"]],
])("%s", async (_, text, symbols) => expect(await symbolsIn("a.sh", text)).toEqual(symbols));
