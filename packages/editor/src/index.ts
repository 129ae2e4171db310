export { serveEditor } from "./serve-editor.ts";
