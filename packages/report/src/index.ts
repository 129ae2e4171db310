export { isReport } from "./frame/document.ts";
export { type ReportFacts, reportInSteps } from "./page/report-page.ts";
