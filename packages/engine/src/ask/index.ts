export { type AskEnding, type AskInputs, ask, prepareAsk } from "./ask.ts";
