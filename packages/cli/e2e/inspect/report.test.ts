import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createScene } from "../scene.ts";

describe("llmch report", () => {
  const KEY = "sk-canary-0123456789abcdefghij";

  it("writes the newest run as one file, over an earlier report and over nothing else", async () => {
    const scene = createScene({
      files: { "scripts/verify.sh": "grep -q Hello greet.js\n", "greet.js": `'Good day ${KEY}'\n` },
    });
    scene.order({ preconditions: [], acceptance_commands: ["node --check greet.js"] });
    scene.answers({
      "WO-01/attempt-1": scene.answer({ "greet.js": "'Goodbye'" }),
      "WO-01/attempt-2": scene.answer({ "greet.js": "'Hello <b>'" }),
    });
    expect((await scene.run(["--branch", "work"])).code).toBe(0);
    const [run = ""] = scene.runs();
    const at = ["--artifacts-dir", join(run, "../..")];

    const written = await scene.llmch(["report", ...at], { env: { OPENAI_API_KEY: KEY } });
    const file = join(run, "../../reports", `${basename(run)}.html`);
    expect(written).toMatchObject({ code: 0, stdout: `${file}\n` });
    const page = readFileSync(file, "utf8");
    expect(page.slice(0, 15)).toBe("<!doctype html>");
    // The proposal is compared with the repo's files, and each attempt with the one before.
    expect(page).toMatch(/<del>-.*Good.*day/);
    expect(page).toContain("Since attempt 1");
    expect(page).toContain("&lt;b&gt;");
    expect(page).toMatch(/is-retried">.* 2 attempts/);
    // What git says of the commit, and how to merge it.
    expect(page).toMatch(/1 file, \+1 -1 on <code>work<\/code>/);
    expect(page).toMatch(/<ins>\+&#39;Hello &lt;b&gt;&#39;/);
    expect(page).toMatch(/<code>git -C \S+ merge work<\/code> merges it into what is checked out/);
    // The repo's files may hold a key: the report does not.
    expect(page).toContain("[redacted by llmch]");
    expect(page).not.toContain(KEY);

    // The journal's end is torn off: the report shows what can be read.
    appendFileSync(join(run, "events.jsonl"), '{"seq":99,"ts":"20');
    const again = await scene.llmch(["report", basename(run).slice(0, 20), ...at, "--out", file, "--json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, run_id: basename(run), paths: { report: file } });

    const foreign = join(scene.root, "notes.html");
    writeFileSync(foreign, "<p>mine</p>");
    const refused = await scene.llmch(["report", ...at, "--out", foreign]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("llmch did not write it: name another file");
    expect(readFileSync(foreign, "utf8")).toBe("<p>mine</p>");
  });
});
