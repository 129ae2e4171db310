import { describe, expect, test } from "vitest";
import { checkDirectory } from "./check-directory.ts";
import { noPython, order, plan } from "./plan.fixture.ts";

const options = { repoFiles: [], python: noPython };
const file = (number: number, text = JSON.stringify(order(number))) => ({ name: `WO-0${number}.json`, text });
const contract = { verify_contract: { command: "x", requires: [{ kind: "file_exists", path: "src/m2.js" }] } };
const manifest = { name: "WORK_ORDERS_MANIFEST.json", text: JSON.stringify(plan([], contract)) };

describe("checkDirectory", () => {
  test("judges the files as one plan", () => {
    expect(checkDirectory([file(1), file(2)], null, options)).toMatchObject({
      json: true,
      errors: [],
      verifyExempt: { "WO-01": false, "WO-02": false },
    });
    expect(checkDirectory([file(2)], null, options).errors.map(({ code }) => code)).toEqual(["E001", "E101"]);
  });

  test("under the verify contract of the manifest beside them, whose own orders do not count", () => {
    expect(checkDirectory([file(1), file(2)], manifest, options).verifyExempt).toEqual({
      "WO-01": true,
      "WO-02": false,
    });
    expect(checkDirectory([file(1)], manifest, options).errors.map(({ code }) => code)).toEqual(["E106"]);
    expect(checkDirectory([file(1)], { ...manifest, text: "5" }, options).errors).toEqual([]);
  });

  test("names the file that is not JSON", () => {
    const check = checkDirectory([file(1), file(2, "{")], manifest, options);
    expect(check.json).toBe(false);
    expect(check.errors).toHaveLength(1);
    expect(check.errors[0]).toMatchObject({ code: "E000", message: expect.stringMatching(/^WO-02.json is not JSON/) });
    expect(checkDirectory([file(1)], { ...manifest, text: "" }, options).errors[0]?.message).toMatch(
      /^WORK_ORDERS_MANIFEST/,
    );
  });
});
