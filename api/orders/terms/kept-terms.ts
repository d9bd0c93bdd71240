import type { Knex } from 'knex'
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
import { rowsOf } from '../../derive/rows-of.ts'
import { now } from '../../platform/clock.ts'
import { promiseDatesOf } from '../quote/promise-date.ts'

type Line = OrderLine
type Delivery = RowIn<typeof scheduleLine>

/** The terms of a saved order of which these rows are known. */
export function termsOfRows(order: Order, lines: readonly Line[], deliveries: readonly Delivery[]): OrderTerms {
  const ofLine = Map.groupBy(deliveries, ({ orderLineId }) => orderLineId)
  const dated = lines.map(line => ({ ...line, dates: (ofLine.get(line.id) ?? []).map(each => each.requestedDate) }))
  return orderTermsOf(
    order,
    dated.toSorted((a, b) => a.lineNo - b.lineNo),
  )
}

/** The terms of a saved order. */
async function termsNow(db: Knex, order: Order): Promise<OrderTerms> {
  const lines = await rowsOf(db, orderLine, rows => rows.where({ orderId: order.id }))
  const deliveries = await rowsOf(db, scheduleLine, rows => rows.where({ orderId: order.id }))
  return termsOfRows(order, lines, deliveries)
}

interface KeptTerms {
  seen: OrderTerms
  routed: OrderTerms
}

async function keptTerms(db: Knex, orderId: number): Promise<KeptTerms | undefined> {
  const [row] = await rowsOf(db, orderTerms, rows => rows.where({ orderId }))
  return row as KeptTerms | undefined
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
  const terms = await termsNow(trx, order)
  const kept = await keptTerms(trx, order.id)
  if (!kept) {
    await keepTerms(trx, order.id, { seen: terms, routed: terms })
    return { startsRound: false }
  }
  const { seen, routed } = kept
  const given = () => (id === order.placedById ? givenTerms(seen, routed, terms) : seen)
  await keepTerms(trx, order.id, { seen: userType === 'EMPLOYEE' ? given() : terms, routed: terms })
  return { startsRound: startsRound(changesOf(routed, terms)) }
}

/** Keeps the terms of an order after a decision changed them; its customer has not seen them. */
export async function routeTerms(trx: Knex, order: Order): Promise<void> {
  const routed = await termsNow(trx, order)
  const kept = await keptTerms(trx, order.id)
  await keepTerms(trx, order.id, { seen: kept?.seen ?? routed, routed })
}

/** The customer accepts the terms of an order as they are. */
export async function acceptTerms(trx: Knex, order: Order): Promise<void> {
  const terms = await termsNow(trx, order)
  await keepTerms(trx, order.id, { seen: terms, routed: terms })
}

/** Lines were deleted for whoever gave them: they are no longer asked for. */
export async function dropTerms(trx: Knex, order: Order, lineNos: readonly number[]): Promise<void> {
  const kept = await keptTerms(trx, order.id)
  const routed = await termsNow(trx, order)
  const left = (terms: OrderTerms) => ({ ...terms, lines: terms.lines.filter(line => !lineNos.includes(line.lineNo)) })
  await keepTerms(trx, order.id, { seen: kept ? left(kept.seen) : routed, routed })
}

/** What differs from the terms that the customer of an order saw or gave last. */
export async function unseenChanges(
  db: Knex,
  order: Order,
  kept: { seen: unknown } | undefined,
  terms: OrderTerms,
): Promise<TermsChange[]> {
  const seen = kept?.seen as OrderTerms | undefined
  if (!seen) return []
  const plants = (of: OrderTerms) => of.lines.map(({ plantId }) => plantId).join()
  return changesOf(seen, terms, plants(seen) === plants(terms) ? undefined : await promiseDatesOf(db, order))
}

/** What the customer of an order is asked to accept, with the products' codes; without what things cost on demand. */
export async function changesToAccept(db: Knex, order: Order, withAmounts: boolean): Promise<NamedChange[]> {
  const changes = await unseenChanges(db, order, await keptTerms(db, order.id), await termsNow(db, order))
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
  const changes = changesOf(was, await termsNow(db, copy)).filter(({ what }) => COPIED.includes(what))
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
