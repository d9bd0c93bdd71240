import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { order } from '../../../resources/orders/order.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import type { Finding } from '../../../resources/orders/quote/check-facts.ts'
import type { EudOfLine } from '../../../resources/orders/quote/eud.ts'
import type { PromiseTold } from '../../../resources/orders/quote/promise.ts'
import type { LineDocuments, Quote, QuoteFault, QuoteLine, QuoteTotals } from '../../../resources/orders/quote.ts'
import { addTotals } from '../../../resources/orders/totals.ts'
import type { Role } from '../../../resources/roles.ts'
import { readableBy } from '../../derive/rights/conditions.ts'
import { needPerson } from '../../derive/rights/need-person.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readableValues } from '../../derive/rights/readable-values.ts'
import { asObject } from '../../derive/save/read-body.ts'
import { only } from '../../derive/save/write.ts'
import type { Call } from '../../derive/service.ts'
import { contractErrorWarnings } from '../../masters/contract-error-warnings.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { demandAccounts } from '../account-sbus.ts'
import { approvalsAhead } from '../approvals/approvals-ahead.ts'
import { readOrderInput } from '../order-input.ts'
import { mayOrderFor } from '../pad/order-customers.ts'
import { explainPromise, laneRecords } from './explain-promise.ts'
import { loadFacts, type OrderFacts } from './order-facts.ts'
import { findingsOfAll } from './order-findings.ts'
import { promiseDate } from './promise-date.ts'
import { type QuotedOrder, quote } from './quote.ts'
import type { QuotedLine } from './quote-line.ts'

/** Roles that see no list of who would approve, nor the rows behind a price (§I.2, field rules). */
const seesApprovals = ({ userType }: Person) => userType === 'EMPLOYEE'

/**
 * `POST /api/quotes`: what an order would cost, where it would come from, what is wrong with it and who would approve it.
 * `explain` names the lines, counted from 0, whose decisions are told candidate by candidate, and where their promised
 * day comes from; without it the decisions of all lines are.
 */
export const quotes = (db: Knex) => ({
  async create(body: unknown, call: Call): Promise<Quote> {
    const person = needPerson(call)
    const { explain, ...order } = asObject(body, 'The order')
    const explained = readExplain(explain)
    const input = readOrderInput(order, person)
    await mayOrderFor(db, person, input.customerId)
    const facts = await loadFacts(db, input, today())
    await demandAccounts(db, person, facts, input.lines)
    return answerQuote(db, facts, input, { person, placedBy: () => person, reads: readableBy, explained })
  },
})

function readExplain(explain: unknown): ReadonlySet<number> | undefined {
  if (explain === undefined) return undefined
  if (Array.isArray(explain) && explain.every(Number.isInteger)) return new Set(explain)
  throw invalidField('explain', 'TYPE', 'explain must be a list of lines, counted from 0, such as [0, 4]')
}

/** Who asks, who would place each order of the cart, and which columns of an order the one who asks is told. */
export interface Asking {
  person: Person
  placedBy: (part: QuotedOrder) => { employeeId: number | null; roles: readonly Role[] }
  reads: (person: Person, resource: Resource) => readonly string[]
  /** The lines whose traces are told: those of 500 are four times as large as all the rest. Without it all are. */
  explained?: ReadonlySet<number> | undefined
}

/** What an order of the day of the facts would come to, as far as the person may see it; nothing is written. */
export async function answerQuote(db: Knex, facts: OrderFacts, input: OrderInput, asking: Asking): Promise<Quote> {
  const { person } = asking
  const quoted = quote(facts, input)
  const paidByOthers = await buyersWithoutAmounts(db, facts, input, person, quoted)
  const shown = quoted.filter(part => !paidByOthers.has(part.soldToId))
  const lines = quoted.flatMap(part => part.lines).sort((a, b) => a.index - b.index)
  const found = findingsOfAll(facts, input, quoted, person.userType === 'EMPLOYEE')
  if (person.userType === 'EMPLOYEE') found.push(...contractErrorWarnings(facts, input.lines))
  const records = asking.explained?.size ? await laneRecords(db, facts, input) : new Map()
  const promiseOf = (line: QuotedLine) => ({
    promiseDate: promiseDate(facts, input, line),
    ...(asking.explained?.has(line.index) && {
      promise: promiseTo(person, explainPromise(facts, input, line.plantId, records)),
    }),
  })
  return {
    lines: lines.map(line => ({
      ...answerLine(facts, line, asking, paidByOthers.has(line.soldToId)),
      ...promiseOf(line),
    })),
    totals: shown.length > 0 ? told(addTotals(shown.map(part => part.totals)), asking) : null,
    orders: quoted.map(part => ({
      sbu: facts.sbus.get(part.sbuId)!.code,
      soldVia: soldVia(facts, part.soldToId),
      lines: part.lines.length,
      totals: paidByOthers.has(part.soldToId) ? null : told(part.totals, asking),
    })),
    faults: found.filter(({ warns }) => !warns).map(saidTo(person)),
    warnings: found.filter(({ warns }) => warns).map(saidTo(person)),
    approvals: seesApprovals(person) ? await approvalsAhead(db, facts, input, quoted, asking) : [],
  }
}

/** The sold-tos of whose orders the person would not read the amounts, once these orders are saved. */
async function buyersWithoutAmounts(
  db: Knex,
  { customer, buyers }: OrderFacts,
  { shipToId }: OrderInput,
  person: Person,
  quoted: readonly QuotedOrder[],
): Promise<ReadonlySet<number>> {
  if (!person.roles.some(role => order.columnsWithin[role]?.amount)) return new Set()
  const judged = await readableValues(
    db,
    order,
    person,
    quoted.map(({ sbuId, soldToId }) => {
      const { channelId } = buyers.get(soldToId)!
      return { customerId: customer.id, soldToId, sbuId, shipToId, channelId }
    }),
  )
  const closed = quoted.filter((_, at) => !judged[at]!.reached || judged[at]!.closed.has('grossValue'))
  return new Set(closed.map(({ soldToId }) => soldToId))
}

/** What is wrong; with the rule and the row behind it for our own people only. */
const saidTo =
  (person: Person) =>
  ({ rule, title, row, warns: _, ...fault }: Finding): QuoteFault =>
    seesApprovals(person) && row ? { ...fault, rule, title, row } : fault

/** Totals as far as the person may see them of an order. */
const told = (totals: QuotedOrder['totals'], { person, reads }: Asking): QuoteTotals =>
  only(reads(person, order), totals)

/** Where a promised day comes from; the row behind it is for our own people only. */
const promiseTo = (person: Person, told: PromiseTold | null) =>
  told && { ...told, row: seesApprovals(person) ? told.row : null }

function answerLine(
  facts: OrderFacts,
  line: QuotedLine,
  asking: Asking,
  withoutAmounts: boolean,
): Omit<QuoteLine, 'promiseDate' | 'promise'> {
  const { person, reads, explained } = asking
  const { input, sbuId, soldToId, onlyThrough: _, stockAtEntry, priceTrace, sourceTrace, eud, ...decided } = line
  const readable = reads(person, orderLine).filter(
    name => !withoutAmounts || orderLine.fields[name as keyof typeof orderLine.fields]?.nature !== 'amount',
  )
  const seen = Object.keys(decided).filter(name => !(name in orderLine.fields) || readable.includes(name))
  const plant = line.plantId === null ? null : facts.plants.get(line.plantId)!
  const product = facts.products.get(input.productId)!
  const tells = explained?.has(line.index) ?? true
  return {
    ...only(seen, decided),
    soldVia: soldVia(facts, soldToId),
    productId: input.productId,
    code: product.code,
    name: product.name,
    qty: input.qty,
    plant: plant && `${plant.code} · ${plant.name}`,
    backOrder: stockAtEntry !== null && stockAtEntry < input.qty,
    stock: readable.includes('stockAtEntry') ? stockAtEntry : null,
    eud: eudAnswer(eud),
    ...(tells && readable.includes('sourceTrace') && { sourceTrace }),
    ...(tells && seesApprovals(person) && { priceTrace }),
  }
}

/** What a line needs of the end user: `types` the documents, `documentId` the one that covers it, or waits to be looked at. */
const eudAnswer = ({ eudStatus, eudDocumentId, needs, stop }: EudOfLine): LineDocuments => ({
  needed: needs.length > 0,
  status: eudStatus,
  types: needs.map(({ rule: _, ...need }) => need),
  onFile: eudStatus === 'APPROVED',
  documentId: eudDocumentId,
  blocked: stop !== null,
})

/** The distributor who buys for the customer, by code and name. */
function soldVia({ customer, buyers }: OrderFacts, soldToId: number): string | null {
  const { code, name } = buyers.get(soldToId)!
  return soldToId === customer.id ? null : `${code} · ${name}`
}
