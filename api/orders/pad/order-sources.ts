import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { customerAnnexure } from '../../../resources/masters/customer-annexure.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderTemplate } from '../../../resources/orders/order-template.ts'
import type { LineSources, SourceLines, showSourceLines } from '../../../resources/orders/pad/commands.ts'
import { MOST_EARLIER, type OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { fittingQty } from '../../../resources/orders/quote/checks-lines.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { catalogue, OFFERED_COLUMNS } from './order-catalogue.ts'
import { customerToOrderFor } from './order-customers.ts'

const UNSENT = ['DRAFT', 'DELETED', 'DEAD']

interface SourceLine {
  productId: number
  /** In thousandths; null where the source has no quantity for one order. */
  qty: number | null
}

/** What lines can be copied from: earlier orders, annexures, saved lists and the person's other open carts. */
export async function sourcesOf(db: Knex, person: Person, customerId: number): Promise<LineSources> {
  await customerToOrderFor(db, person, customerId)
  const orders = (shown: 'orderDate' | 'updatedAt') =>
    restrict(db('order').where({ 'order.customerId': customerId }), db, order, person, 'read')
      .orderBy('order.id', 'desc')
      .limit(MOST_EARLIER)
      .select('order.id', 'order.orderNo', `order.${shown}`, lineCount(db))
  const templates = await rowsOf(db, orderTemplate, rows =>
    rows.where({ userId: person.id, customerId }).orderBy('name'),
  )
  return {
    orders: await orders('orderDate').whereNotIn('order.status', UNSENT),
    carts: await orders('updatedAt')
      .where({ 'order.status': 'DRAFT', 'order.placedById': person.id })
      .select('order.submittedAt'),
    annexures: await annexures(db, person, customerId).select('customer_annexure.id', 'annexureNo', 'validTo'),
    templates: templates.map(({ id, name, lines }) => ({ id, name, lines: lines.length })),
  }
}

const lineCount = (db: Knex) => db('order_line').where('order_line.orderId', db.ref('order.id')).count('*').as('lines')

const annexures = (db: Knex, person: Person, customerId: number) =>
  whereValidOn(
    restrict(
      db('customer_annexure').where({ 'customer_annexure.customerId': customerId }),
      db,
      customerAnnexure,
      person,
      'read',
    ),
    today(),
    'customer_annexure',
  )
    .whereIn('customer_annexure.status', ['ISSUED', 'ACCEPTED'])
    .orderBy('customer_annexure.annexureNo')

/**
 * The products of an earlier order, an annexure or a saved list that may be ordered now, each with a quantity that fits its
 * pack; `gone` lists the others.
 */
export async function linesOfSource(
  db: Knex,
  person: Person,
  source: BodyOf<typeof showSourceLines>,
): Promise<SourceLines> {
  const { customerId } = source
  await customerToOrderFor(db, person, customerId)
  const sourceLines = await sourceLinesOf(db, person, source)
  const ids = sourceLines.map(({ productId }) => productId)
  const offered: OfferedProduct[] = await catalogue(db, customerId, person)
    .whereIn('products.id', ids)
    .select(OFFERED_COLUMNS)
  const byId = new Map(offered.map(product => [product.id, product]))
  const unavailable = ids.filter(each => !byId.has(each))
  return {
    lines: sourceLines.flatMap(({ productId, qty }) => {
      const product = byId.get(productId)
      return product ? [{ product, qty: fittingQty(qty ?? 1, product) }] : []
    }),
    gone: unavailable.length > 0 ? await db('products').whereIn('id', unavailable).select('code', 'name') : [],
  }
}

async function sourceLinesOf(
  db: Knex,
  person: Person,
  { customerId, from, id }: BodyOf<typeof showSourceLines>,
): Promise<SourceLine[]> {
  if (from === 'order') {
    const readableOrders = restrict(
      db('order').where({ 'order.id': id, customerId }),
      db,
      order,
      person,
      'read',
    ).select('order.id')
    return demandLines(
      await db('order_line')
        .whereIn('orderId', readableOrders)
        .whereNotIn('lineStatus', ['DELETED'])
        .orderBy('lineNo')
        .select('productId', 'qty'),
    )
  }
  if (from === 'annexure') {
    const own = annexures(db, person, customerId).where('customer_annexure.id', id).select('customer_annexure.id')
    const lines: { productId: number }[] = await db('customer_annexure_line')
      .whereIn('customerAnnexureId', own)
      .orderBy('lineNo')
      .select('productId')
    // The quantities of an annexure are for a year.
    return demandLines(lines.map(({ productId }) => ({ productId, qty: null })))
  }
  const [template] = await rowsOf(db, orderTemplate, rows => rows.where({ id, userId: person.id, customerId }))
  return demandLines(template?.lines ?? [])
}

function demandLines(lines: SourceLine[]): SourceLine[] {
  if (lines.length === 0) throw notFound()
  return lines
}
