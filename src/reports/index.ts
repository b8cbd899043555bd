// What the other folders may use of reports.
export { createReport, type Report, type ReportDependencies } from './operations/create-report.ts'
export {
  type ReportParameter,
  type ReportRequest,
  readReportRequest,
  reportParameters,
} from './operations/read-report-request.ts'
export {
  type DataAge,
  type DelayedReads,
  dataAgeHeaders,
  type ReadNeeds,
  type ReadSource,
} from './ports/delayed-reads.ts'
export type { ReportingPasswords } from './ports/reports.ts'
