import { command, fileOf, may } from '../../define/command.ts'
import { date, flag, instant, integer, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { many, maybe, open, type Read } from '../../define/shape.ts'
import { reportFile } from '../report-file.ts'
import { priceListReport } from '../sales/price-list-report.ts'

const room = 'Reports'
const id = integer({ min: 1 })

export const printPriceList = command('GET price-list-pdf', {
  room,
  summary: 'The price list of a day as a PDF, with the filters of its report',
  who: may(priceListReport, 'export'),
  body: {
    asOn: date({ optional: true, hint: 'The day whose prices are listed; today without it' }),
    check: flag({ hint: 'Answers only how many prices it would have' }),
  },
  filters: true,
  answer: fileOf('application/pdf'),
  refusals: { RANGE: [400, 'more than 2,500 prices'], RATE_LIMITED: [429, '200 files in ten minutes'] },
})

const myFile = {
  id,
  ...pick(reportFile.fields, ['report', 'fileName', 'status', 'rowsTotal', 'rowsDone', 'errorText', 'expiresAt']),
  createdAt: instant(),
}
/** A file in the making, or made, as whoever asked for it sees it. */
export type MyReportFile = Read<typeof myFile>

export const listFiles = command('GET my-report-files', {
  room,
  summary: 'The files of reports that the caller has in the making or made, newest first',
  who: 'signed in',
  answer: many(myFile, { most: 20 }),
})

export const askForFile = command('POST my-report-files', {
  room,
  summary: 'Asks for a file of a report that is made in the background; a mail tells when it is ready',
  who: 'signed in',
  // It is begun once its row is kept.
  does: 'each',
  body: {
    report: reportFile.fields.report,
    format: reportFile.fields.format,
    columns: maybe(text({ max: 4000, hint: 'Names of columns, separated by commas' })),
    filters: maybe(open('The filters and the sort, as the list of the report takes them')),
  },
  answer: myFile,
  refusals: { TOO_MANY: [422, 'three files of the caller are in the making'] },
  example: { report: 'mis/orders', format: 'csv', filters: {} },
})

export const dropFile = command('DELETE my-report-files/{id}', {
  room,
  summary: 'Cancels a file in the making, or removes one that is made',
  who: 'signed in',
  // What is stored goes after its row.
  does: 'each',
  body: { id },
  answer: { id },
})

export const downloadFile = command('GET my-report-files/{id}/file', {
  room,
  summary: 'The file, for the person who asked for it and still has the rights with which it was made',
  who: 'signed in',
  answer: fileOf('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'),
  refusals: { NOT_FOUND: [404, 'the file is not made yet, or its time is over'] },
})
