import { date, flag, integer, quantity, text } from '../../../resources/define/fields.ts'
import { type LaneRecord, laneRecordFields } from '../../../resources/dispatches/lane-record.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { mayTakeStep } from '../../../resources/orders/order-process.ts'
import type { LineDocuments, Quote, QuoteFault, QuoteLine, QuoteTotals } from '../../../resources/orders/quote/quote.ts'
import { answerOf, anything, bodyOf, columnsOf, listOf, maybe, orNull, type Routes } from '../../derive/docs/route.ts'
import { ORDER_EXAMPLE, sentOrder } from '../order-routes.ts'

const TAG = 'Quotes'

const trace = anything('How the rule decided: each candidate, why it lost, and the row that won')

const documents = answerOf<LineDocuments>({
  needed: flag(),
  status: orderLine.fields.eudStatus,
  types: listOf(anything('A document that the line needs')),
  onFile: flag(),
  documentId: orNull(integer()),
  blocked: flag(),
})

/** What a line tells besides its type, for who reads it. */
const more = { priceProblem: orNull(text()), sourceProblem: orNull(text()), freightWarning: orNull(text()) }

const line = answerOf<QuoteLine>({
  ...more,
  ...columnsOf(
    orderLine,
    'productId',
    'qty',
    'priceUnit',
    'listPrice',
    'netPrice',
    'priceSource',
    'defaultDiscountPct',
    'manualDiscountPct',
    'discountPct',
    'promoDiscountValue',
    'netValue',
    'freightValue',
    'taxableValue',
    'grossValue',
    'sourceRule',
    'shippingInstruction',
    'singleBatchRequired',
    'gstRate',
    'cgst',
    'sgst',
    'igst',
    'priceSourceId',
    'sourceRowId',
    'promoCodeId',
    'plantId',
    'limitPrice',
    'limitGapPct',
    'asp',
    'aspGapPct',
    'uom',
    'lineStatus',
  ),
  taxReason: text(),
  index: integer({ hint: 'Its place among the lines that were sent, from 0' }),
  code: text(),
  name: text(),
  soldVia: orNull(text()),
  plant: orNull(text()),
  plantState: orNull(text()),
  backOrder: flag(),
  stock: orNull(quantity()),
  promiseDate: orNull(date()),
  laneRecord: orNull(answerOf<LaneRecord>(laneRecordFields)),
  mends: maybe(anything('The forms that close what the rules found nothing for')),
  promise: maybe(orNull(anything('How the promised day was found; of the lines to explain only'))),
  eud: documents,
  sourceTrace: maybe(trace),
  priceTrace: maybe(trace),
})

const totals = answerOf<QuoteTotals>(
  columnsOf(
    order,
    'listValue',
    'discountValue',
    'freightValue',
    'taxableValue',
    'cgst',
    'sgst',
    'igst',
    'grossValue',
    'maxDiscountPct',
  ),
)

const fault = answerOf<QuoteFault>({
  rule: maybe(text()),
  title: maybe(text()),
  code: text(),
  field: text(),
  message: text(),
  substitute: maybe(anything('A product that can be ordered instead')),
  block: maybe(answerOf({ id: integer(), blockNo: text() })),
  row: maybe(anything('The row that stops it')),
  mends: maybe(anything('The forms that close what the rule found nothing for')),
})

/** What a quote tells; a simulation adds to it. */
export const quoteProperties = {
  lines: listOf(line),
  totals: orNull(totals),
  orders: listOf(
    answerOf<Quote['orders'][number]>({
      sbu: text(),
      soldVia: orNull(text()),
      lines: integer(),
      totals: orNull(totals),
    }),
  ),
  faults: listOf(fault),
  warnings: listOf(fault),
}

export const approvalAhead = {
  sbu: text(),
  step: text(),
  title: text(),
  reason: text(),
  measuredValue: orNull(integer()),
  over: integer(),
  lineNos: listOf(integer()),
  people: listOf(text()),
  missing: flag(),
  trace,
}

/** What other programs may ask of prices before an order is saved. */
export const quoteRoutes: Routes = {
  'POST quotes': {
    tag: TAG,
    summary: 'The prices, sources, faults and approvals of an order that is not saved',
    body: bodyOf({ ...sentOrder, explain: maybe(listOf(integer({ min: 0 }))) }),
    answer: answerOf({ ...quoteProperties, approvals: listOf(answerOf({ ...approvalAhead, sbuId: integer() })) }),
    isFor: person => mayTakeStep(person, 'create'),
    examples: { body: { ...ORDER_EXAMPLE, explain: [0] } },
  },
}
