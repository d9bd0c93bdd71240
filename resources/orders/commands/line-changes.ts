import { type AnswerOf, type BodyOf, command, may } from '../../define/command.ts'
import { flag, integer, text } from '../../define/fields.ts'
import { columns, group, many, maybe } from '../../define/shape.ts'
import { order } from '../order.ts'
import { orderLine } from '../order-line.ts'
import { MOST_LINES } from '../sent-order.ts'
import { changedLine } from '../step-body.ts'

const lines = { most: MOST_LINES } as const
const price = columns(orderLine, 'netPrice', 'priceUnit', 'priceSource', 'manualDiscountPct', 'discountPct')
const totals = columns(order, 'taxableValue', 'grossValue')

export const previewLineChanges = command('POST line-change-previews', {
  room: 'Approvals',
  summary: 'What an approver’s changes make of the lines and totals of an order; it changes nothing',
  who: may(order, 'read'),
  does: 'reads',
  body: { orderId: integer({ min: 1 }), lines: many(changedLine, { ...lines, least: 1 }) },
  answer: {
    lines: many(
      {
        lineNo: integer({ min: 1 }),
        was: group({ ...columns(orderLine, 'qty'), ...price }),
        fresh: group(price, { hint: 'By the rules, for the new quantity and with the manual discount of the line' }),
        kept: group(price, { hint: 'The price of before, with what it is below the fresh one as manual discount' }),
        differs: flag({ hint: 'The fresh price is another than the price of before' }),
        why: maybe(text({ max: 2000 })),
        notKept: text({ max: 500, optional: true, hint: 'A promo code that does not apply to the new quantity' }),
      },
      lines,
    ),
    was: group(totals),
    now: group(totals, { optional: true, hint: 'Null where no line is left' }),
  },
  refusals: {
    TASK_NOT_YOURS: [403, 'the order waits for another person’s decision'],
    TASK_ALREADY_DONE: [409, 'the order is not waiting for a decision'],
    RULE: [422, 'the changes break a rule that the order did not break before'],
  },
})
export type LineChangesAsked = BodyOf<typeof previewLineChanges>
/** What these changes would make of an order; what the person may not read is absent. */
export type LineChangesPreview = AnswerOf<typeof previewLineChanges>
