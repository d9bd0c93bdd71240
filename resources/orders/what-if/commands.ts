import { type AnswerOf, command, holds, may, ofType } from '../../define/command.ts'
import { flag, instant, integer, text } from '../../define/fields.ts'
import { many, maybe, open, type Read } from '../../define/shape.ts'
import { foundCustomer, MOST_FOUND, MOST_ROWS, offeredProduct, orderContext } from '../pad/offers.ts'
import { ruleGap } from '../rule-gap.ts'

const room = 'What if'
const who = holds('simulateOrders')
const ofCustomer = { customerId: integer({ min: 1 }) }
const search = text({ max: 100, optional: true })

export const findCustomersToSimulate = command('GET simulation-customers', {
  room,
  summary: 'The customers for whom the person may simulate, by code, name or city',
  who,
  body: { q: search },
  answer: many(foundCustomer, { most: MOST_FOUND }),
})

export const showSimulationContext = command('GET simulation-context', {
  room,
  summary: 'The choices and defaults of a simulation for a customer',
  who,
  body: ofCustomer,
  answer: orderContext,
})

export const findProductsToSimulate = command('GET simulation-products', {
  room,
  summary: 'The products that the customer may order, by code, name, CAS number or their own code',
  who,
  body: { ...ofCustomer, q: search },
  answer: many(offeredProduct, { most: MOST_FOUND }),
})

export const listProductsToSimulate = command('POST simulation-products', {
  room,
  summary: 'The products with these codes, as far as the customer may order them',
  who,
  does: 'reads',
  body: { ...ofCustomer, codes: many(text({ max: 40 }), { most: MOST_ROWS }) },
  answer: many(offeredProduct, { most: MOST_ROWS }),
})

const rowNow = {
  ...{ resource: text(), id: integer({ min: 1 }), rowVersion: integer() },
  isActive: flag(),
  changedAt: text(),
  changedBy: maybe(text()),
}
/** The current state of a row that once decided something, for those who may read it. */
export type RowNow = Read<typeof rowNow>
/** More rows than any trace names. */
const MOST_USED = 200

export const showRowsUsed = command('POST rows-used', {
  room: 'Quotes',
  summary: 'The present versions of the rows behind a stored decision, and who changed them',
  who: ofType('EMPLOYEE'),
  does: 'reads',
  body: {
    rows: many(
      {
        resource: text({ max: 60 }),
        id: integer({ min: 1 }),
        changedById: integer({ optional: true, hint: 'Who had changed it when it decided' }),
      },
      { most: MOST_USED },
    ),
  },
  answer: {
    rows: many(rowNow, { most: MOST_USED, hint: 'Without those that the caller does not read' }),
    people: open<Record<number, string>>('Names by the id of the user'),
  },
  example: { rows: [{ resource: 'product-price', id: 7 }] },
})
export type RowsNow = AnswerOf<typeof showRowsUsed>

export const showGapCheck = command('GET hole-checks', {
  room,
  summary: 'When the masters were last checked for rule gaps',
  who: may(ruleGap, 'read'),
  answer: { checkedAt: maybe(instant()) },
})

export const checkGaps = command('POST hole-checks', {
  room,
  summary: 'Checks the masters for rule gaps now, or one gap again',
  who: may(ruleGap, 'read'),
  does: 'each',
  body: { id: integer({ min: 1, optional: true, hint: 'The gap to check again; all without it' }) },
  answer: open('What was found, and when'),
  refusals: { STILL_RUNNING: [409, 'a check is running already'] },
})
