export { isReport } from "./frame/document.ts";
export { reportPage } from "./page/report-page.ts";
