import { can } from '../../../resources/capabilities.ts'
import { choice, flag, integer, quantity, text } from '../../../resources/define/fields.ts'
import {
  type CancelLinePreview,
  type CancelResult,
  type CancelRow,
  type CancelRunPreview,
  MOST_CANCELLED,
} from '../../../resources/orders/cancel/cancel-sheet.ts'
import { answerOf, bodyOf, listOf, oneOf, orNull, type Routes } from '../../derive/docs/route.ts'
import type { Person } from '../../derive/rights/person.ts'
import { filterResource, rowResource } from './cancel-input.ts'

const TAG = 'Cancellations'

const toCancel = (person: Person) => can(person, 'cancelManyOrders')
const rows = listOf(bodyOf(rowResource.fields), MOST_CANCELLED)
const ROWS_EXAMPLE = [{ orderNo: 'OR2627000123', lineNo: 1 }]

const line = answerOf<CancelLinePreview>({
  id: integer(),
  orderId: integer(),
  orderNo: text(),
  orderStatus: text(),
  customer: text(),
  lineNo: integer(),
  product: text(),
  uom: text(),
  qty: quantity(),
  cancelQty: quantity(),
  why: orNull(text()),
  reasonCode: orNull(text()),
})

/** How lines of many orders are cancelled in one run. */
export const cancelRoutes: Routes = {
  'POST cancellation-previews': {
    tag: TAG,
    summary: 'Which of these lines can be cancelled, and why others cannot; it changes nothing',
    body: oneOf(bodyOf({ rows }), bodyOf({ filter: bodyOf(filterResource.fields) })),
    answer: answerOf<CancelRunPreview>({
      lines: listOf(line),
      more: flag(),
      unknown: listOf(text()),
      lineless: listOf(
        answerOf<CancelRow>({
          orderNo: text(),
          lineNo: orNull(integer()),
          cancelQty: orNull(quantity()),
          reasonCode: orNull(text()),
        }),
      ),
    }),
    isFor: toCancel,
    examples: { body: { rows: ROWS_EXAMPLE } },
  },
  'POST bulk-cancellations': {
    tag: TAG,
    summary: 'Cancels those of these lines that can be cancelled, each order separately, with the result of each',
    body: bodyOf({
      rows,
      reasonCodeId: integer({ optional: true, hint: 'The reason of rows that name none' }),
      remark: text({ max: 500, optional: true }),
    }),
    answer: listOf(
      answerOf<CancelResult>({
        orderNo: text(),
        lines: text(),
        outcome: choice(['CANCELLED', 'ASKED', 'REFUSED']),
        message: text(),
      }),
    ),
    isIdempotent: 'may',
    refusals: { 404: 'NOT_FOUND: one of the orders is not in scope, and nothing was cancelled' },
    isFor: toCancel,
    examples: { body: { rows: ROWS_EXAMPLE, reasonCodeId: 3 } },
  },
}
