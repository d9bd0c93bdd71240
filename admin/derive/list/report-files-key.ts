/** The key of the query for the files of reports that are in the making. */
export const REPORT_FILES = ['my-report-files']
