import { Argument, Command, Option } from "commander";
import { expect, test } from "vitest";
import { descriptionSection, manualPage, places } from "./manual.mjs";

const program = new Command("llmch").description("Does it.");
const plan = program
  .command("plan")
  .description("make a plan")
  .option("--json", "one document")
  .argument("[spec]", "the spec");
plan
  .addOption(new Option("--format <f>", "how\\it looks").choices(["a", "b"]))
  .addHelpText("after", "\nExamples:\n  .llmch plan x");
plan
  .command("show")
  .description("show it")
  .option("--json", "one document")
  .addArgument(new Argument("<dir>", "where"));

test("the manual has each command with its flags and examples, and the flags that all share", () => {
  expect(manualPage(program, "1.2").split("\n")).toEqual([
    '.TH LLMCH 1 "" "llmch 1.2" "User commands"',
    ".SH NAME",
    "llmch \\- Does it.",
    ".SH SYNOPSIS",
    ".B llmch",
    ".I command",
    "[\\fIoptions\\fR]",
    ...descriptionSection(),
    ".SH COMMANDS",
    ".SS llmch plan [spec]",
    "Make a plan.",
    ".TP",
    "\\fIspec\\fR",
    "The spec.",
    ".TP",
    "\\fB\\-\\-format <f>\\fR",
    'How\\eit looks (choices: "a", "b").',
    ".PP",
    ".nf",
    "Examples:",
    "  .llmch plan x",
    ".fi",
    ".SS llmch plan show <dir>",
    "Show it.",
    ".TP",
    "\\fIdir\\fR",
    "Where.",
    ".SH OPTIONS OF EVERY COMMAND",
    ".TP",
    "\\fB\\-\\-json\\fR",
    "One document.",
    ".TP",
    "\\fB\\-h, \\-\\-help\\fR",
    "Display help for command.",
    ...places().flat(),
    ".SH SEE ALSO",
    expect.stringContaining("https://"),
    "",
  ]);
});
