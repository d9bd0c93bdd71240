import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { pick } from '../../../resources/define/pick.ts'
import { laneFor } from '../../../resources/dispatches/expected-delivery.ts'
import { type LaneRecord, shownRecord } from '../../../resources/dispatches/lane-record.ts'
import { order } from '../../../resources/orders/order.ts'
import { type OrderInput, termNames } from '../../../resources/orders/order-input.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import type { Finding } from '../../../resources/orders/quote/check-facts.ts'
import type { quoteOrder } from '../../../resources/orders/quote/commands.ts'
import type { EudOfLine } from '../../../resources/orders/quote/eud.ts'
import { type PromiseExplanation, promiseWords } from '../../../resources/orders/quote/promise.ts'
import type {
  LineDocuments,
  OfferedTerms,
  Quote,
  QuoteFault,
  QuoteLine,
} from '../../../resources/orders/quote/quote.ts'
import { orderInput } from '../../../resources/orders/sent-order.ts'
import { sourceForBuyer } from '../../../resources/orders/terms/agreed-terms.ts'
import { addTotals } from '../../../resources/orders/totals.ts'
import { rowUsed } from '../../../resources/orders/trace.ts'
import type { GapFix } from '../../../resources/orders/what-if/fix-rule-gap.ts'
import { type LineMends, lineMends } from '../../../resources/orders/what-if/line-mends.ts'
import { expectedDeliveryDays } from '../../../resources/shipment-tracking/expected-delivery-days.ts'
import { demandOwnShipTo } from '../../access-control/own-ship-tos.ts'
import { readableBy } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { pickColumns } from '../../derive/save/write.ts'
import { contractErrorWarnings } from '../../masters/contract-error-warnings.ts'
import { today } from '../../platform/clock.ts'
import { demandAccounts } from '../account-sbus.ts'
import { approvalsAhead } from '../approvals/approvals-ahead.ts'
import { companyAhead } from '../approvals/company-yes.ts'
import { customerToOrderFor } from '../pad/order-customers.ts'
import { demandOwnTerms, withOwnTerms } from '../terms/own-terms.ts'
import { buyersWithoutAmounts } from './buyers-without-amounts.ts'
import { channelOf } from './customer-terms.ts'
import { lanesTo } from './lanes-to.ts'
import { loadOrderFacts, type OrderFacts } from './order-facts.ts'
import { findingsOfAll } from './order-findings.ts'
import { promiseDate, travelOf } from './promise-date.ts'
import { type QuotedOrder, quote } from './quote.ts'
import type { QuotedLine } from './quote-line.ts'
import type { QuoteReader } from './quote-reader.ts'

/** Only employees see the list of approvers and the rows behind a price. */
const seesApprovals = ({ userType }: Person) => userType === 'EMPLOYEE'

/** The prices, sources, faults and approvals of an order that is not saved. */
export async function quoteSent(
  db: Knex,
  { explain, ...sent }: BodyOf<typeof quoteOrder>,
  person: Person,
): Promise<Quote> {
  const asked = orderInput(sent, person)
  const input = withOwnTerms(asked, person)
  await customerToOrderFor(db, person, input.customerId)
  await demandOwnShipTo(db, person, input.shipToId)
  const facts = await loadOrderFacts(db, input, today())
  await demandAccounts(db, person, facts, input.lines)
  demandOwnTerms(facts, asked, person, quote(facts, input))
  const explained = explain ? new Set(explain) : undefined
  return answerQuote(db, facts, input, { person, placedBy: () => person, reads: readableBy, explained })
}

/** Quotes an order as of the day of the facts, with everything that the person may see. Writes nothing. */
export async function answerQuote(db: Knex, facts: OrderFacts, input: OrderInput, reader: QuoteReader): Promise<Quote> {
  const { person } = reader
  const quoted = quote(facts, input)
  const paidByOthers = await buyersWithoutAmounts(db, facts, input, person, quoted)
  const shown = quoted.filter(part => !paidByOthers.has(part.soldToId))
  const lines = quoted.flatMap(part => part.lines).sort((a, b) => a.index - b.index)
  const findings = findingsOfAll(facts, input, quoted, person.userType === 'EMPLOYEE')
  if (person.userType === 'EMPLOYEE') findings.push(...contractErrorWarnings(facts, input.lines))
  const records = await recordsOf(db, facts, input)
  const mends = seesApprovals(person) ? lines.map(line => mendsOf(facts, line)) : []
  const promiseOf = (line: QuotedLine) => ({
    promiseDate: promiseDate(facts, input, line),
    laneRecord: shownRecord(person, (line.plantId !== null && records.get(line.plantId)) || null),
    promise: reader.explained?.has(line.index)
      ? shownPromise(person, explainPromise(facts, input, line.plantId, records))
      : null,
  })
  return {
    lines: lines.map(line => ({
      ...answerLine(facts, line, reader, paidByOthers.has(line.soldToId)),
      ...promiseOf(line),
      mends: Object.keys(mends[line.index] ?? {}).length > 0 ? mends[line.index]! : null,
    })),
    totals: shown.length > 0 ? shownTotals(addTotals(shown.map(part => part.totals)), reader) : null,
    orders: quoted.map(part => ({
      sbu: facts.sbus.get(part.sbuId)!.code,
      soldVia: soldVia(facts, part.soldToId),
      lines: part.lines.length,
      totals: paidByOthers.has(part.soldToId) ? null : shownTotals(part.totals, reader),
      terms: shownTerms(part, facts, person),
    })),
    companyYes: await companyAhead(db, person, quoted, input.shipToId),
    faults: findings.filter(({ warns }) => !warns).map(shownFault(person, mends)),
    warnings: findings.filter(({ warns }) => warns).map(shownFault(person, mends)),
    approvals: seesApprovals(person) ? await approvalsAhead(db, facts, input, quoted, reader) : [],
  }
}

/** The terms of an order; where they come from is not told to the customer of a distributor. */
function shownTerms({ terms, soldToId }: QuotedOrder, { customer }: OrderFacts, person: Person): OfferedTerms {
  const { agreed, deviation, ...own } = terms
  const isStaff = seesApprovals(person)
  return {
    ...own,
    agreed: pick(agreed, termNames),
    says: isStaff ? agreed.says : sourceForBuyer(agreed, soldToId === customer.id),
    row: isStaff ? agreed.row : null,
    deviation: isStaff ? deviation : null,
  }
}

/** A finding as the person sees it; only employees see the rule and the row behind it, and where it is mended. */
const shownFault =
  (person: Person, mends: readonly LineMends[]) =>
  ({ rule, title, row, code, field, message, ...more }: Finding): QuoteFault => {
    const of = mends[Number(/^lines\[(\d+)\]/.exec(field)?.[1] ?? -1)]
    const isShown = seesApprovals(person) && row !== undefined
    return {
      ...{ code, field, message, substitute: more.substitute ?? null, block: more.block ?? null },
      day: more.day ?? null,
      rule: isShown ? rule : null,
      title: (isShown && title) || null,
      row: isShown ? row : null,
      mends: (of && mendedBy(of)[code]) ?? null,
    }
  }

const mendedBy = ({ price, source }: LineMends): Record<string, GapFix[] | undefined> => ({
  NO_PRICE: price,
  PRICE_UNIT: price,
  NO_SOURCE: source,
})

/** Where the masters are entered that the line lacks. */
function mendsOf(facts: OrderFacts, line: QuotedLine): LineMends {
  const { buyers, shipTo } = facts
  const channelId = channelOf(facts, buyers.get(line.soldToId)!, line.sbuId)
  return lineMends(
    { ...line, productId: line.input.productId },
    { channelId, sbuId: line.sbuId, stateId: shipTo.stateId },
  )
}

/** The totals that the person may see. */
const shownTotals = (totals: QuotedOrder['totals'], { person, reads }: QuoteReader) =>
  pickColumns(reads(person, order), totals)

/** The explanation of a promised date; only employees see the row behind it. */
const shownPromise = (person: Person, promise: PromiseExplanation | null) =>
  promise && {
    ...promise,
    row: seesApprovals(person) ? promise.row : null,
    record: shownRecord(person, promise.record),
  }

const recordsOf = (db: Knex, { shipTo, customer, day }: OrderFacts, { transMode }: OrderInput) =>
  lanesTo.ask(db, { toCityId: shipTo.cityId, transMode: transMode ?? customer.defaultTransMode }, day)

function answerLine(
  facts: OrderFacts,
  line: QuotedLine,
  reader: QuoteReader,
  withoutAmounts: boolean,
): Omit<QuoteLine, 'promiseDate' | 'laneRecord' | 'promise' | 'mends'> {
  const { person, reads, explained } = reader
  const { input, sbuId, soldToId, onlyThrough: _, shippingInstructionId: _id, problemWhy: _why, ...rest } = line
  const { stockAtEntry, priceTrace, sourceTrace, eud, ...decided } = rest
  const readable = reads(person, orderLine).filter(
    name => !withoutAmounts || orderLine.fields[name as keyof typeof orderLine.fields]?.nature !== 'amount',
  )
  const shownNames = Object.keys(decided).filter(name => !(name in orderLine.fields) || readable.includes(name))
  const plant = line.plantId === null ? null : facts.plants.get(line.plantId)!
  const product = facts.products.get(input.productId)!
  const isExplained = explained?.has(line.index) ?? true
  return {
    ...pickColumns(shownNames, decided),
    soldVia: soldVia(facts, soldToId),
    productId: input.productId,
    code: product.code,
    name: product.name,
    qty: input.qty,
    plant: plant && `${plant.code} · ${plant.name}`,
    plantState: plant && (facts.stateNames.get(plant.stateId) ?? null),
    backOrder: stockAtEntry !== null && stockAtEntry < input.qty,
    stock: readable.includes('stockAtEntry') ? stockAtEntry : null,
    eud: eudAnswer(eud),
    sourceTrace: isExplained && readable.includes('sourceTrace') ? sourceTrace : null,
    priceTrace: isExplained && seesApprovals(person) ? priceTrace : null,
  }
}

/** The end-user documents that a line needs; `documentId` is the document that covers it or waits for approval. */
const eudAnswer = ({ eudStatus, eudDocumentId, needs, stop }: EudOfLine): LineDocuments => ({
  needed: needs.length > 0,
  status: eudStatus,
  types: needs.map(({ rule: _, ...need }) => need),
  onFile: eudStatus === 'APPROVED',
  documentId: eudDocumentId,
  blocked: stop !== null,
})

/** The code and name of the distributor who buys for the customer, if any. */
function soldVia({ customer, buyers }: OrderFacts, soldToId: number): string | null {
  const { code, name } = buyers.get(soldToId)!
  return soldToId === customer.id ? null : `${code} · ${name}`
}

/** Explains the promised date of a line from a plant, with the delivery record of its lane; null without a plant. */
function explainPromise(
  facts: OrderFacts,
  input: OrderInput,
  plantId: number | null,
  records: ReadonlyMap<number, LaneRecord>,
): PromiseExplanation | null {
  if (plantId === null) return null
  const { transit, shipTo, settings } = facts
  const lane = laneFor(
    transit.lanes.filter(row => row.plantId === plantId),
    shipTo.cityId,
  )
  const { holidays } = transit
  const travel = travelOf(facts, plantId)
  const { requestedDeliveryDate: askedFor } = input
  return {
    words: promiseWords({ ...travel, lane, defaultDays: settings['edd.default_days'], askedFor, holidays }),
    row:
      lane &&
      rowUsed(expectedDeliveryDays.name, lane, ['plantId', 'stateId', 'cityId', 'transMode', 'days', 'dayType']),
    record: records.get(plantId) ?? null,
  }
}
