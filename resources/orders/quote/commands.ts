import { command, may } from '../../define/command.ts'
import { integer } from '../../define/fields.ts'
import { many } from '../../define/shape.ts'
import { order } from '../order.ts'
import { MOST_LINES, sampleOrder, sentOrder } from '../sent-order.ts'
import { quoteAnswer } from './quote.ts'

export const quoteOrder = command('POST quotes', {
  room: 'Quotes',
  summary: 'The prices, sources, faults and approvals of an order that is not saved',
  who: may(order, 'create'),
  does: 'reads',
  body: {
    ...sentOrder,
    explain: many(integer({ min: 0 }), {
      most: MOST_LINES,
      optional: true,
      hint: 'The lines, counted from 0, whose traces and promised dates are explained; without it the traces of all',
    }),
  },
  answer: quoteAnswer,
  example: { ...sampleOrder, explain: [0] },
})
