import type { Knex } from 'knex'
import { pick } from '../../../resources/define/pick.ts'
import type { OriginalLine } from '../../../resources/orders/line-change.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { givenTerms } from '../../../resources/orders/terms/given-terms.ts'
import { orderTerms } from '../../../resources/orders/terms/order-terms.ts'
import {
  changesOf,
  changeText,
  type NamedChange,
  type OrderTerms,
  orderTermsOf,
  pricedTerms,
  startsRound,
  type TermKind,
  type TermsChange,
  toAccept,
} from '../../../resources/orders/terms/terms.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { RowIn } from '../../derive/row-codec.ts'
import { readTogether, rowsOf, selectFrom } from '../../derive/rows-of.ts'
import { now } from '../../platform/clock.ts'
import { promiseDatesOf } from '../quote/promise-date.ts'

type Line = OrderLine
type Delivery = RowIn<typeof scheduleLine>

/** The terms of a saved order of which these rows are known. */
function termsOfRows(order: Order, lines: readonly Line[], deliveries: readonly Delivery[]): OrderTerms {
  const ofLine = Map.groupBy(deliveries, ({ orderLineId }) => orderLineId)
  const dated = lines.map(line => ({ ...line, dates: (ofLine.get(line.id) ?? []).map(each => each.requestedDate) }))
  return orderTermsOf(
    order,
    dated.toSorted((a, b) => a.lineNo - b.lineNo),
  )
}

const rowsOfOrder = (db: Knex, { id: orderId }: Order) =>
  readTogether(db, {
    terms: selectFrom(orderTerms, rows => rows.where({ orderId })),
    lines: selectFrom(orderLine, rows => rows.where({ orderId })),
    deliveries: selectFrom(scheduleLine, rows => rows.where({ orderId })),
  })

interface KeptTerms {
  seen: OrderTerms
  routed: OrderTerms
}

/** The terms of an order as they are; and those kept, of one from before they were by what its lines say of changes. */
async function termsOf(db: Knex, order: Order): Promise<KeptTerms & { terms: OrderTerms }> {
  const { terms: kept, lines, deliveries } = await rowsOfOrder(db, order)
  const terms = termsOfRows(order, lines, deliveries)
  if (kept[0]) return { ...(kept[0] as unknown as KeptTerms), terms }
  return { seen: termsBefore(order, lines, deliveries), routed: terms, terms }
}

/** The terms before approvers changed lines, which keep what they were. */
function termsBefore(order: Order, lines: readonly Line[], deliveries: readonly Delivery[]): OrderTerms {
  const before = lines.map((line): Line => {
    const original = line.originalJson as OriginalLine | null
    if (!original || !line.changedByApprover) return line
    return { ...line, ...pick(original, ['qty', 'netPrice', 'plantId']), lineStatus: 'OPEN' }
  })
  return termsOfRows(order, before, deliveries)
}

async function keepTerms(trx: Knex, orderId: number, terms: KeptTerms): Promise<void> {
  const at = now()
  const row = { seen: JSON.stringify(terms.seen), routed: JSON.stringify(terms.routed), updatedAt: at }
  await trx('order_terms')
    .insert({ orderId, rowVersion: 1, createdAt: at, ...row })
    .onConflict('orderId')
    .merge(row)
}

/**
 * Keeps the terms with which an order is submitted, and tells whether its approvals begin anew. Who placed it, and its
 * customer, give them; of others' corrections the customer knows nothing yet.
 */
export async function submitTerms(
  trx: Knex,
  order: Order,
  { id, userType }: Pick<Person, 'id' | 'userType'>,
): Promise<{ startsRound: boolean }> {
  const { terms, seen, routed } = await termsOf(trx, order)
  const given = () => (id === order.placedById ? givenTerms(seen, routed, terms) : seen)
  await keepTerms(trx, order.id, { seen: userType === 'EMPLOYEE' ? given() : terms, routed: terms })
  return { startsRound: startsRound(changesOf(routed, terms)) }
}

/** Keeps the terms of an order after a decision changed them; its customer has not seen them. */
export async function routeTerms(trx: Knex, order: Order): Promise<void> {
  const { terms, seen } = await termsOf(trx, order)
  await keepTerms(trx, order.id, { seen, routed: terms })
}

/** The customer accepts the terms of an order as they are. */
export async function acceptTerms(trx: Knex, order: Order): Promise<void> {
  const { terms } = await termsOf(trx, order)
  await keepTerms(trx, order.id, { seen: terms, routed: terms })
}

/** Lines were deleted for whoever gave them: they are no longer asked for. */
export async function dropTerms(
  trx: Knex,
  order: Order,
  dropped: readonly Pick<OrderLine, 'lineNo' | 'productId'>[],
): Promise<void> {
  const { terms, seen } = await termsOf(trx, order)
  const left = [...seen.lines]
  for (const { lineNo, productId } of dropped) {
    const alike = left.filter(line => line.productId === productId)
    const line = alike.find(line => line.lineNo === lineNo) ?? alike[0]
    if (line) left.splice(left.indexOf(line), 1)
  }
  await keepTerms(trx, order.id, { seen: { ...seen, lines: left }, routed: terms })
}

/** What differs from the terms that the customer of an order saw or gave last; `saved` are its rows. */
export async function unseenChanges(
  db: Knex,
  order: Order,
  saved: { terms: readonly { seen: unknown }[]; lines: readonly Line[]; deliveries: readonly Delivery[] },
): Promise<TermsChange[]> {
  const { lines, deliveries } = saved
  const now = termsOfRows(order, lines, deliveries)
  const seen = (saved.terms[0]?.seen as OrderTerms | undefined) ?? termsBefore(order, lines, deliveries)
  const plants = (of: OrderTerms) => of.lines.map(({ plantId }) => plantId).join()
  return changesOf(seen, now, plants(seen) === plants(now) ? undefined : await promiseDatesOf(db, order))
}

/** What the customer of an order is asked to accept, with the products' codes; without what things cost on demand. */
export async function changesToAccept(db: Knex, order: Order, withAmounts: boolean): Promise<NamedChange[]> {
  const changes = await unseenChanges(db, order, await rowsOfOrder(db, order))
  return named(
    db,
    toAccept(changes).filter(({ what }) => withAmounts || !pricedTerms.includes(what)),
  )
}

const COPIED: readonly TermKind[] = ['price', 'freightTerms', 'transMode', 'paymentTerms']

/** What a copy costs or agrees otherwise than its original, a sentence each; its lines may have ended in any state. */
export async function copyChanges(db: Knex, original: Order, copy: Order): Promise<string[]> {
  const lines = await rowsOf(db, orderLine, rows => rows.where({ orderId: original.id }))
  const was = termsOfRows(
    original,
    lines.map(line => ({ ...line, lineStatus: 'OPEN' })),
    [],
  )
  const changes = changesOf(was, (await termsOf(db, copy)).terms).filter(({ what }) => COPIED.includes(what))
  return (await named(db, changes)).map(change =>
    change.lineNo === null ? changeText(change) : `${change.product} ${change.was} → ${change.now}`,
  )
}

/** Differences with the codes of their products. */
async function named(db: Knex, changes: readonly TermsChange[]): Promise<NamedChange[]> {
  const products: { id: number; code: string }[] = await db('products')
    .whereIn('id', [...new Set(changes.flatMap(({ productId }) => productId ?? []))])
    .select('id', 'code')
  const codes = new Map(products.map(({ id, code }) => [id, code]))
  return changes.map(({ what, lineNo, productId, was, now }) => ({
    ...{ what, lineNo, was, now },
    product: codes.get(productId ?? 0) ?? null,
  }))
}
