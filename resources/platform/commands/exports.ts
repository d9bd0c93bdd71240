import { command, fileOf } from '../../define/command.ts'
import { choice, flag, text } from '../../define/fields.ts'

const room = 'Exports and templates'
const path = text({ max: 80, hint: 'The path of a list, such as masters/products' })
const format = choice(['xlsx', 'csv'], { optional: true })
const sheets = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'] as const

export const exportList = command('GET export/{path}', {
  room,
  summary: 'The rows of a list as a file, with its filters and sort; an import accepts a sheet unchanged',
  who: 'signed in',
  body: {
    path,
    format: choice(['xlsx', 'csv', 'pdf'], { optional: true }),
    columns: text({ max: 4000, optional: true, hint: 'Names of columns, separated by commas' }),
    as: choice(['shown'], { optional: true, hint: 'The columns as the list shows them' }),
    about: flag({ hint: 'A CSV file of a report says below its rows which rows it holds, of when and for whom' }),
    check: flag({ hint: 'Answers only how many rows it would have' }),
  },
  filters: true,
  answer: fileOf(...sheets, 'application/pdf'),
  refusals: { RATE_LIMITED: [429, '200 files in ten minutes'] },
})

export const makeTemplate = command('GET templates/{path}', {
  room,
  summary: 'The headings of an import and an example row, which the import skips',
  who: 'signed in',
  body: { path, format },
  answer: fileOf(...sheets),
})
