import { type AnswerOf, type BodyOf, command, holds, may, ofType } from '../../define/command.ts'
import { choice, date, flag, instant, integer, money, percent, text } from '../../define/fields.ts'
import { formulaPart } from '../../define/formula.ts'
import { either, group, many, maybe, open, type Read } from '../../define/shape.ts'
import { orderStates } from '../../trade.ts'
import { foundCustomer, MOST_FOUND, MOST_ROWS, offeredProduct, orderContext } from '../pad/offers.ts'
import { ruleGap } from '../rule-gap.ts'
import { sampleOrder, sentOrder } from '../sent-order.ts'
import { coverageMap } from './coverage.ts'
import { simulation } from './simulation.ts'
import { mastersOf, placers } from './simulators.ts'
import type { LineOutcome } from './what-if.ts'

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
  summary: 'When the masters were last checked for missing rules',
  who: may(ruleGap, 'read'),
  answer: { checkedAt: maybe(instant()) },
})

export const checkGaps = command('POST hole-checks', {
  room,
  summary: 'Checks the masters for missing rules now, or one missing rule again',
  who: may(ruleGap, 'read'),
  does: 'each',
  body: { id: integer({ min: 1, optional: true, hint: 'The gap to check again; all without it' }) },
  answer: open('What was found, and when'),
  refusals: { STILL_RUNNING: [409, 'a check is running already'] },
})

export const simulateOrder = command('POST simulations', {
  room,
  summary: 'Quotes an order of any day, in the name of the caller, the customer or the account owner',
  who,
  // An order of a past day is quoted in a transaction that is taken back.
  does: 'reads',
  body: {
    ...sentOrder,
    orderDate: date(),
    placedBy: choice(placers),
    masters: choice(mastersOf, { default: 'THEN' }),
  },
  answer: simulation,
  example: { ...sampleOrder, orderDate: '2026-03-31', placedBy: placers[0], masters: mastersOf[0] },
})
export type OrderToSimulate = BodyOf<typeof simulateOrder>

const id = integer({ min: 1 })
const resource = text({ max: 60, hint: 'The path of a price, limit or sourcing master' })
const asSent = 'What would be changed, as it would be sent to the master itself'
const row = open(asSent)
const why = text({ max: 500, optional: true })
const ids = { most: 5_000, optional: true } as const
const count = integer({ min: 0 })
const outcome = open<LineOutcome>('What the masters give a line')
const names = { most: 100 } as const

export const previewChange = command('POST what-if', {
  room,
  summary: 'What a change of a price, limit or sourcing master would do to open orders and drafts',
  who: ofType('EMPLOYEE'),
  // The change is tried in transactions that are taken back.
  does: 'each',
  body: either(
    { resource, id: maybe(id), row },
    {
      resource,
      ids: many(id, ids),
      filter: maybe(row),
      expected: integer(),
      change: maybe(row),
      ...{ formula: formulaPart, from: date({ optional: true }) },
      leaveOut: many(id, ids),
      // What a bulk change says besides; the question does not need it.
      ...{ confirm: text({ max: 10, optional: true }), preview: flag(), why },
    },
    {
      resource,
      action: text(),
      rows: many({ id, rowVersion: integer() }, { most: 1_000 }),
      asked: maybe(row),
      why,
    },
  ),
  answer: {
    day: date(),
    waits: flag({ hint: 'It counts only once a second person has confirmed it' }),
    looked: group({ orders: count, lines: count }),
    named: count,
    lines: count,
    orders: count,
    drafts: count,
    value: money(),
    change: money(),
    newly: count,
    stops: count,
    fates: group({ STANDS: count, REPRICED: count, ASKED: count, STOPS: count }),
    touched: many(
      {
        id,
        orderNo: text({ max: 14 }),
        status: choice(orderStates),
        customer: text(),
        isDraft: flag(),
        lines: many({ lineNo: integer(), before: outcome, after: outcome }, { most: 1_000 }),
        value: money(),
        change: money(),
        newly: many(text({ max: 1_000 }), names),
        noLonger: many(text(), names),
        others: many(text({ max: 1_000 }), names),
        stops: flag(),
        fate: group(
          { kind: choice(['STANDS', 'REPRICED', 'ASKED', 'STOPS']), text: text({ max: 1_000 }) },
          { optional: true, hint: 'The result for an order that waits for a decision and uses a row' },
        ),
      },
      names,
    ),
  },
  example: { resource: 'masters/product-price', id: 7, row: { rowVersion: 1, price: 98_000 } },
})
export type ChangeToPreview = BodyOf<typeof previewChange>

export const showCoverage = command('GET rule-coverage', {
  room,
  summary: 'The price, plant and approvers of each group of customers and class of products of an SBU',
  who: may(ruleGap, 'read'),
  body: { sbuId: id, discountPct: percent({ default: 0 }) },
  answer: coverageMap,
})
