import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { sum } from '../../resources/define/amounts.ts'
import { addDays, daysBetween, nextWorkingDay } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import { products } from '../../resources/masters/products.ts'
import { type Order, order as orders } from '../../resources/orders/order.ts'
import { type LineInput, type OrderInput, termNames } from '../../resources/orders/order-input.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { isOrderable } from '../../resources/orders/quote/checks-lines.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { updateRow } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import type { StepCommand } from './approvals/decide.ts'
import { officeHolidays } from './approvals/office-holidays.ts'
import { inputOfOrder } from './order-as-input.ts'
import { loadOrderFacts, type OrderFacts } from './quote/order-facts.ts'
import { type QuotedLine, quoteLine } from './quote/quote-line.ts'
import { createDraft } from './save-order.ts'
import type { Taken } from './step-fields.ts'
import { withOwnTerms } from './terms/own-terms.ts'

/**
 * Makes a new draft from an ended order, at today's prices; without rejected and deleted lines, unless all are. What
 * cannot be kept today is left out, and said.
 */
export async function copyOrder(trx: Knex, order: Order, { person, author }: StepCommand): Promise<Taken> {
  const all = await rowsOf(trx, orderLine, rows => rows.where({ orderId: order.id }).orderBy('lineNo'))
  const left = all.filter(line => line.lineStatus !== 'REJECTED' && line.deletedAt === order.deletedAt)
  const saved = await inputOfOrder(trx, order, left.length > 0 ? left : all)
  const copied = withOwnTerms(saved, person)
  const notKept: string[] = []
  const say = (sentence: string) => void notKept.push(sentence)
  if (termNames.some(name => saved[name] !== copied[name]))
    say('Its freight and payment terms were for that order only: they are as agreed with you.')
  for (const { lineNo } of left.length > 0 ? all.filter(line => line.lineStatus === 'REJECTED') : [])
    say(`Line ${lineNo} is left out: an approver refused it on the copied order.`)
  const soonest = nextWorkingDay(addDays(today(), 1), await officeHolidays(trx))
  const ordered = await orderableLines(trx, copied.lines, say)
  const input = await withTransporter(
    trx,
    onDaysFrom(soonest, { ...copied, lines: ordered.lines }, ordered.codes, say),
    say,
  )
  const facts = await loadOrderFacts(trx, input, today())
  const kept = input.lines.map((line, index) => keepableLine(facts, input, line, index, person, say))
  const draft = await createDraft(trx, { ...input, lines: kept }, person, author)
  return { orders: [await updateRow(trx, orders, draft, { replacesOrderId: order.id }, author)], notKept }
}

type Say = (sentence: string) => void
type Codes = ReadonlyMap<number, string>

/** The lines whose products can be ordered; all of them where none can, for the draft to show what is wrong. */
async function orderableLines(db: Knex, lines: LineInput[], say: Say): Promise<{ lines: LineInput[]; codes: Codes }> {
  const ids = lines.map(({ productId }) => productId)
  const copied = await rowsOf(db, products, rows => rows.whereIn('id', ids))
  const codes = new Map(copied.map(({ id, code }) => [id, code]))
  const gone = copied.filter(product => !isOrderable(product, today()) || product.toComplete !== null)
  const orderable = lines.filter(({ productId }) => !gone.some(({ id }) => id === productId))
  if (orderable.length === 0) return { lines, codes }
  for (const { code } of gone) say(`${code} is left out: it can no longer be ordered.`)
  return { lines: orderable, codes }
}

/** The order for a day from `soonest` on, with its deliveries moved by as many days. */
function onDaysFrom(soonest: string, input: OrderInput, codes: Codes, say: Say): OrderInput {
  const { requestedDeliveryDate: before } = input
  const requestedDeliveryDate = before > soonest ? before : soonest
  const days = daysBetween(before, requestedDeliveryDate)
  if (days > 0) say(`It is wanted by ${dayText(requestedDeliveryDate)}, as ${dayText(before)} is past or too soon.`)
  const moved = (line: LineInput): LineInput => {
    const schedules = line.schedules.map(one => ({ ...one, requestedDate: addDays(one.requestedDate, days) }))
    const isPast = schedules.some(({ requestedDate }) => requestedDate < soonest)
    if (!isPast && (schedules.length === 0 || sum(schedules.map(({ qty }) => qty)) === line.qty))
      return { ...line, schedules }
    const why = isPast ? 'one of their days is past' : 'they do not come to its quantity'
    say(`${codes.get(line.productId)}: its deliveries are left out, as ${why}.`)
    return { ...line, schedules: [] }
  }
  return { ...input, requestedDeliveryDate, lines: input.lines.map(moved) }
}

async function withTransporter(db: Knex, input: OrderInput, say: Say): Promise<OrderInput> {
  const id = input.preferredTransporterId
  if (id === null || (await db('transporter').where({ id, isActive: 1 }).first('id'))) return input
  say('The preferred transporter is left out: they are no longer active.')
  return { ...input, preferredTransporterId: null }
}

/** A line without what rules refuse of it today. */
function keepableLine(
  facts: OrderFacts,
  input: OrderInput,
  copied: LineInput,
  index: number,
  person: Person,
  say: Say,
): LineInput {
  const { code } = facts.products.get(copied.productId)!
  // One at a time: a discount that is refused hides whether the promo code would be.
  const without = (line: LineInput): LineInput => {
    const quoted = quoteLine(facts, line, input, index)
    const found = refusals.find(({ refuses }) => refuses(line, quoted, person))
    if (!found) return line
    say(`${code}: ${found.says(line, person)}.`)
    return without({ ...line, ...found.instead })
  }
  return without(copied)
}

interface Refused {
  refuses: (line: LineInput, quoted: QuotedLine, person: Person) => boolean
  says: (line: LineInput, person: Person) => string
  instead: Partial<LineInput>
}

const refusals: readonly Refused[] = [
  {
    refuses: ({ plantId }, { sourceRule }, person) =>
      plantId !== null && (!can(person, 'choosePlant') || sourceRule !== 'MANUAL'),
    says: (_, person) =>
      `its plant is left out, as ${can(person, 'choosePlant') ? 'it cannot supply this order today' : 'only CSC agents choose one'}`,
    instead: { plantId: null },
  },
  {
    refuses: (_, { priceProblem }) => priceProblem === 'DISCOUNT_OVER_CAP',
    says: () => 'its discount is left out, as it is above the cap of today',
    instead: { manualDiscountPct: 0 },
  },
  {
    refuses: (_, { priceProblem }) => priceProblem === 'DISCOUNT_NOT_ALLOWED',
    says: () => 'its discount is left out, as the order type allows none',
    instead: { manualDiscountPct: 0 },
  },
  {
    refuses: (_, { priceProblem }) => priceProblem === 'PROMO_NOT_VALID',
    says: ({ promoCode }) => `promo code ${promoCode} is left out, as it does not apply today`,
    instead: { promoCode: null },
  },
  {
    refuses: ({ eudDocumentId }, { eud }) =>
      eudDocumentId !== null && !eud.needs.some(({ documentId }) => documentId === eudDocumentId),
    says: () => 'its end-user document is left out, as it does not count for a new order',
    instead: { eudDocumentId: null },
  },
]
