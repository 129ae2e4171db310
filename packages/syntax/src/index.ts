export { SYNTAX_READERS } from "./syntax-readers.ts";
