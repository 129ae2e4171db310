export { isReport } from "./frame/document.ts";
export { type ReportFacts, reportPage } from "./page/report-page.ts";
