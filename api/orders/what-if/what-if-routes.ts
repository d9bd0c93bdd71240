import { can } from '../../../resources/capabilities.ts'
import { choice, date, flag, integer, money, quantity, text } from '../../../resources/define/fields.ts'
import { ruleGap } from '../../../resources/orders/rule-gap.ts'
import type {
  Coverage,
  CoverageClass,
  CoverageGroup,
  CoverageMap,
} from '../../../resources/orders/what-if/rule-coverage.ts'
import { mastersOf, placers } from '../../../resources/orders/what-if/simulators.ts'
import { answerOf, anything, bodyOf, listOf, maybe, oneOf, orNull, type Routes, told } from '../../derive/docs/route.ts'
import type { Person } from '../../derive/rights/person.ts'
import { ORDER_EXAMPLE, sentOrder } from '../order-routes.ts'
import { approvalAhead, quoteProperties } from '../quote/quote-routes.ts'

const TAG = 'What if'

const toSimulate = (person: Person) => can(person, 'simulateOrders')
const toReadGaps = ({ ability }: Person) => ability.can('read', ruleGap.path)

const rowNamed = orNull(anything('A row of a master, by resource and id'))
const coverage = answerOf<Coverage>({
  productId: integer(),
  priceSource: orNull(text()),
  priceRow: rowNamed,
  plant: orNull(text()),
  sourceRule: orNull(text()),
  sourceRow: rowNamed,
  approvals: listOf(answerOf({ step: text(), title: text(), people: listOf(text()), missing: flag() })),
  overlaps: listOf(anything('A row that ranks equal to the one that decided')),
})

const why = text({ max: 500, optional: true })

/** What a bulk change says besides; the question does not need it. */
const asBulk = { confirm: maybe(text({ max: 10 })), preview: maybe(flag()), why: maybe(why) }

const changeQuestion = told('What would be changed, as it would be sent to the master itself', () => ({
  type: 'object',
}))
const master = text({ max: 60, hint: 'The path of a price, limit or sourcing master' })

/** What other programs may try without changing anything. */
export const whatIfRoutes: Routes = {
  'POST simulations': {
    tag: TAG,
    summary: 'Quotes an order of any day, in the name of the caller, the customer or the account owner',
    body: bodyOf({
      ...sentOrder,
      orderDate: date(),
      placedBy: choice(placers),
      masters: choice(mastersOf, { default: 'THEN' }),
    }),
    answer: answerOf({
      ...quoteProperties,
      orderDate: date(),
      masters: choice([...mastersOf, 'UNKNOWN']),
      changedSince: maybe(listOf(answerOf({ resource: text(), id: integer(), rowVersion: integer(), now: integer() }))),
      approvals: listOf(
        answerOf({ ...approvalAhead, usual: orNull(answerOf({ hours: integer(), tasks: integer() })) }),
      ),
    }),
    isFor: toSimulate,
    examples: { body: { ...ORDER_EXAMPLE, orderDate: '2026-03-31', placedBy: placers[0] } },
  },
  'POST what-if': {
    tag: TAG,
    summary: 'What a change of a price, limit or sourcing master would do to open orders and drafts',
    body: oneOf(
      bodyOf({ resource: master, id: integer({ optional: true }), row: changeQuestion }),
      bodyOf({
        resource: master,
        ids: maybe(listOf(integer({ min: 1 }), 5000)),
        filter: maybe(changeQuestion),
        expected: integer(),
        change: changeQuestion,
        leaveOut: maybe(listOf(integer({ min: 1 }))),
        ...asBulk,
      }),
      bodyOf({
        resource: master,
        action: text(),
        rows: listOf(answerOf({ id: integer(), rowVersion: integer() })),
        asked: maybe(changeQuestion),
        why: maybe(why),
      }),
    ),
    answer: answerOf({
      day: date(),
      touched: listOf(
        answerOf({
          id: integer(),
          orderNo: text(),
          status: text(),
          customer: text(),
          isDraft: flag(),
          lines: listOf(anything('A line before and after')),
          value: money(),
          change: money(),
          newly: listOf(text()),
          noLonger: listOf(text()),
          others: listOf(text()),
          stops: flag(),
        }),
      ),
    }),
    isFor: ({ userType }) => userType === 'EMPLOYEE',
    examples: { body: { resource: 'masters/product-price', id: 7, row: { rowVersion: 1, price: 98_000 } } },
  },
  'GET rule-coverage': {
    tag: TAG,
    summary: 'The price, plant and approvers of each group of customers and class of products of an SBU',
    query: { sbuId: integer({ min: 1 }), discountPct: integer({ min: 0, optional: true, hint: 'In hundredths' }) },
    answer: answerOf<CoverageMap>({
      day: date(),
      sbuId: integer(),
      discountPct: integer(),
      classes: listOf(
        answerOf<CoverageClass>({
          name: text(),
          products: integer(),
          sample: answerOf({ id: integer(), code: text(), name: text(), qty: quantity(), uom: text() }),
        }),
      ),
      groups: listOf(
        answerOf<CoverageGroup>({
          segment: text(),
          channel: text(),
          customers: integer(),
          sample: answerOf({ id: integer(), code: text(), name: text(), channelId: integer(), stateId: integer() }),
          cells: listOf(coverage),
        }),
      ),
      more: flag(),
    }),
    isFor: toReadGaps,
  },
}
