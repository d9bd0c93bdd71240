import { choice, instant, integer, text } from '../../../resources/define/fields.ts'
import { type MyReportFile, reportFile } from '../../../resources/mis/report-file.ts'
import { answerOf, anything, bodyOf, listOf, maybe, orNull, type Routes } from '../../derive/docs/route.ts'

const TAG = 'Reports'

const file = answerOf<MyReportFile>({
  id: integer(),
  report: text(),
  fileName: text(),
  status: reportFile.fields.status,
  rowsTotal: integer(),
  rowsDone: integer(),
  errorText: orNull(text()),
  expiresAt: orNull(instant()),
  createdAt: instant(),
})

/** Files of reports with more rows than somebody would wait for. */
export const reportFileRoutes: Routes = {
  'GET my-report-files': {
    tag: TAG,
    summary: 'The files of reports that the caller has in the making or made, newest first',
    answer: listOf(file),
  },
  'POST my-report-files': {
    tag: TAG,
    summary: 'Asks for a file of a report that is made in the background; a mail tells when it is ready',
    body: bodyOf({
      report: text({ max: 80, hint: 'Its path, such as mis/orders' }),
      format: choice(['xlsx', 'csv']),
      columns: maybe(text({ max: 4000, hint: 'Names of columns, separated by commas' })),
      filters: maybe(anything('The filters and the sort, as the list of the report takes them')),
    }),
    answer: file,
    refusals: { 422: 'TOO_MANY: three files of the caller are in the making' },
    examples: { body: { report: 'mis/orders', format: 'csv', filters: {} } },
  },
  'DELETE my-report-files/{id}': {
    tag: TAG,
    summary: 'Cancels a file in the making, or removes one that is made',
    answer: answerOf({ id: integer() }),
  },
  'GET my-report-files/{id}/file': {
    tag: TAG,
    summary: 'The file, for the person who asked for it and still has the rights with which it was made',
    media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
    refusals: { 404: 'NOT_FOUND: the file is not made yet, or its time is over' },
  },
}
