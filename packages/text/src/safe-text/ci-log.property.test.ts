import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { annotation } from "./annotation.ts";
import { ciLogText, createCiLogStream } from "./ci-log.ts";
import { columnText } from "./columns.ts";
import { htmlText } from "./html.ts";
import { harmlessJson } from "./json.ts";
import { onOneLine } from "./picture.ts";
import { commandsIn } from "./runner.fixture.ts";
import { visible } from "./signs.ts";
import { printable, printableText } from "./terminal.ts";

/** Pieces of commands, in any sequence. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...[
        "#",
        "##",
        "[",
        "##[",
        "##[set-output name=a]",
        "]",
        "vso",
        "teamcity",
        ":",
        "::",
        "::add-mask::",
        "warning",
        "=",
      ],
      ...[
        "%0A",
        "%",
        "\n",
        "\r",
        "\r\n",
        "\u2028",
        "\u0085",
        " ",
        "\t",
        "\u00a0",
        "\u3000",
        "\u200b",
        "\u001b[31m",
        "\u001b[0m",
      ],
      ...["\u0000", "<", '"', "\\", "x"],
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(""));

describe("the log of a CI system", () => {
  it("finds no command, whatever a text holds", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(commandsIn(ciLogText(text))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  it("finds no command in a text in pieces either, and gets the same text", () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 12 }), (pieces) => {
        const said = pieces.map(createCiLogStream()).join("");
        expect(commandsIn(said)).toEqual([]);
        expect(said.replaceAll(" ", "")).toBe(pieces.join("").replaceAll(" ", ""));
      }),
      { numRuns: 3000 },
    );
  });

  it("finds exactly one command in an annotation", () => {
    fc.assert(
      fc.property(hostile, hostile, (file, message) => {
        const line = annotation("error", { file, title: "E1" }, message);
        expect(line).toMatch(/^::error file=[^:,]*,title=E1::/);
        expect(commandsIn(line)).toHaveLength(1);
      }),
      { numRuns: 2000 },
    );
  });

  it("finds no command in JSON, which keeps its meaning", () => {
    fc.assert(
      fc.property(fc.dictionary(hostile, hostile), (value) => {
        const json = harmlessJson(JSON.stringify(value, null, 2));
        expect(commandsIn(json)).toEqual([]);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("every other destination", () => {
  it("gets neither control characters nor the text's markup", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
        const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028]/;
        for (const place of [printable, printableText, visible, onOneLine, columnText])
          expect(place(text)).not.toMatch(steering);
        for (const place of [printable, onOneLine]) expect(place(text)).not.toContain("\n");
        expect(htmlText(text)).not.toMatch(/[<>"']/);
      }),
    );
  });
});
