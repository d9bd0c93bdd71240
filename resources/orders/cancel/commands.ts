import { type AnswerOf, type BodyOf, command, holds } from '../../define/command.ts'
import { choice, integer, text } from '../../define/fields.ts'
import { either, group, many } from '../../define/shape.ts'
import { orderStep } from '../order-step.ts'
import { cancelFilter, cancelRow, cancelRun } from './cancel-lines.ts'
import { MOST_CANCELLED } from './cancel-sheet.ts'

const room = 'Cancellations'
const who = holds('cancelManyOrders')
const most = { most: MOST_CANCELLED } as const
const rows = many(cancelRow, { ...most, least: 1 })
const sampleRows = [{ orderNo: 'OR2627000123', lineNo: 1 }]

export const previewCancellation = command('POST cancellation-previews', {
  room,
  summary: 'Which of these lines can be cancelled, and why others cannot; it changes nothing',
  who,
  does: 'reads',
  body: either({ rows }, { filter: group(cancelFilter) }),
  answer: cancelRun,
  example: { rows: sampleRows },
})

export const cancelLines = command('POST bulk-cancellations', {
  room,
  summary: 'Cancels those of these lines that can be cancelled, each order separately, with the result of each',
  who,
  does: 'each',
  body: {
    rows,
    reasonCodeId: integer({ optional: true, hint: 'The reason of rows that name none' }),
    remark: orderStep.fields.remark,
  },
  answer: many(
    {
      orderNo: text({ max: 14 }),
      lines: text({ max: 5_000 }),
      outcome: choice(['CANCELLED', 'ASKED', 'REFUSED']),
      message: text({ max: 10_000 }),
    },
    most,
  ),
  example: { rows: sampleRows, reasonCodeId: 3 },
})
export type LinesToCancel = BodyOf<typeof cancelLines>
/** The result for one order of a run. */
export type CancelResult = AnswerOf<typeof cancelLines>[number]
