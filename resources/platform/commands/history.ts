import { type AnswerOf, command, fileOf } from '../../define/command.ts'
import { changeKinds } from '../../define/compare.ts'
import { choice, date, integer, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { group, many, maybe, open } from '../../define/shape.ts'
import { auditEntry } from '../audit-entry.ts'
import { MOST_ENTRIES, type ShownChange } from '../history.ts'

const room = 'History'
const id = integer({ min: 1 })
const count = integer({ min: 0 })
const path = text({ max: 80, hint: 'The path of a list, such as masters/products' })
const entry = pick(auditEntry.fields, ['at', 'action', 'source', 'reason', 'requestId'])
const values = maybe(open('Values of the columns that the reader may see'))
const days = { from: date(), to: date() }

export const showHistory = command('GET history', {
  room,
  summary: 'What happened to a row, newest first',
  who: 'signed in',
  body: { resource: path, rowId: id },
  answer: {
    data: many(
      {
        id,
        actor: maybe(text({ hint: 'Who did it' })),
        ...entry,
        importJobId: maybe(integer({ min: 1, hint: 'For who may see imports' })),
        before: values,
        after: values,
        texts: open<ShownChange['texts']>('The texts of references before and after'),
      },
      { most: MOST_ENTRIES },
    ),
  },
})
/** A change of a row, as its history shows it. */
export type HistoryEntry = AnswerOf<typeof showHistory>['data'][number]

export const compareDays = command('GET compare/{path}', {
  room,
  summary: 'Which rows of a dated list hold on the second day and not on the first, and the other way round',
  who: 'signed in',
  reads: 'query',
  body: { path, ...days },
  filters: true,
  answer: {
    ...days,
    counts: group({ ADDED: count, CHANGED: count, ENDED: count }, { hint: 'How many of each kind' }),
    total: count,
    limit: count,
    skip: count,
    data: many({ kind: choice(changeKinds), before: values, after: values }, { most: 500 }),
  },
})

/** A page of the differences between two days. */
export type ComparisonPage = AnswerOf<typeof compareDays>

export const exportComparison = command('GET export/compare/{path}', {
  room,
  summary: 'The same comparison as a file',
  who: 'signed in',
  body: { path, ...days, format: choice(['xlsx', 'csv'], { optional: true }) },
  filters: true,
  answer: fileOf('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'),
  refusals: { RATE_LIMITED: [429, '200 files in ten minutes'] },
})
