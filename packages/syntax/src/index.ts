export { pythonReader } from "./python/python-reader.ts";
export { SYNTAX_READERS } from "./syntax-readers.ts";
