import type { Knex } from 'knex'
import { fittingQty } from '../../resources/orders/checks-lines.ts'
import { validOn } from '../derive/rows-of.ts'
import type { Call } from '../derive/service.ts'
import { blockedProducts } from '../masters/frequently-purchased-items.ts'
import { today } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { needPerson } from '../platform/need-person.ts'
import type { Person } from '../platform/person.ts'
import { mayOrderFor } from './order-customers.ts'
import { beginning, readCustomerId, readTyped } from './pad-query.ts'

const MOST_CODES = 1000
/** What is pinned may come on top of the fifty that are counted. */
const MOST_FREQUENT = 100

/**
 * Products a customer may buy: those orderable, of the SBUs whose departments are mapped to him. A distributor who is
 * mapped to products is offered these and no others (M21).
 */
function catalogue(db: Knex, customerId: number, { roles }: Person): Knex.QueryBuilder {
  const open = db('customer_department_map')
    .join('department', 'department.id', 'customer_department_map.departmentId')
    .where({
      'customer_department_map.customerId': customerId,
      'customer_department_map.isActive': 1,
      'department.isActive': 1,
    })
    .select('department.sbuId')
  const offered = db('products')
    .join('sbu', 'sbu.id', 'products.sbuId')
    .where({ 'products.isActive': 1, 'products.isOrderable': 1 })
    .whereNull('products.sapSalesStatus')
    .whereIn('products.sbuId', open)
  if (!roles.includes('DISTRIBUTOR')) return offered
  const mapped = () => validOn(db('distributor_product_map').where({ distributorId: customerId }), today())
  return offered.where(any =>
    any.whereIn('products.id', mapped().select('productId')).orWhereNotExists(mapped().select('id')),
  )
}

const COLUMNS = [
  'products.id',
  'products.code',
  'products.name',
  'products.packSize',
  'products.uom',
  'products.packQty',
  'products.minOrderQty',
  'products.maxOrderQty',
  'products.hsnCode',
  'products.casNo',
  'products.sbuId',
  'sbu.code as sbu',
]

/** `GET /api/order-products?customerId=&q=` is the type-ahead of the order pad; `POST { customerId, codes }` resolves many. */
export const orderProducts = (db: Knex) => ({
  async find(call: Call) {
    const person = needPerson(call)
    const customerId = readCustomerId(call.query?.customerId)
    const q = readTyped(call.query?.q)
    await mayOrderFor(db, person, customerId)
    return catalogue(db, customerId, person)
      .where(any =>
        any
          .whereRaw("?? like ? escape '!'", ['products.code', beginning(q)])
          .orWhereRaw("?? like ? escape '!'", ['products.name', `%${beginning(q)}`])
          .orWhere('products.casNo', q),
      )
      .orderByRaw("case when ?? = ? then 0 when ?? like ? escape '!' then 1 else 2 end", [
        'products.code',
        q.toUpperCase(),
        'products.code',
        beginning(q),
      ])
      .orderBy('products.code')
      .limit(20)
      .select(COLUMNS)
  },

  async create(body: Record<string, unknown>, call: Call) {
    const person = needPerson(call)
    const customerId = readCustomerId(body.customerId)
    const { codes } = body
    if (!Array.isArray(codes) || codes.length > MOST_CODES || !codes.every(code => typeof code === 'string')) {
      throw invalidField('codes', 'TYPE', `codes must be a list of at most ${MOST_CODES} product codes`)
    }
    await mayOrderFor(db, person, customerId)
    const wanted = [...new Set(codes.map(code => code.trim().toUpperCase().slice(0, 40)))]
    return catalogue(db, customerId, person).whereIn('products.code', wanted).select(COLUMNS)
  },
})

interface Frequent {
  defaultQty: number
  packQty: number
  minOrderQty: number
}

/**
 * `GET /api/order-frequent-items?customerId=`: what the customer orders again and again and may order now (M41), the
 * pinned first, each with a quantity that fits its pack.
 */
export const orderFrequentItems = (db: Knex) => ({
  async find(call: Call) {
    const person = needPerson(call)
    const customerId = readCustomerId(call.query?.customerId)
    await mayOrderFor(db, person, customerId)
    const found: Frequent[] = await catalogue(db, customerId, person)
      .join('frequently_purchased_items as item', 'item.productId', 'products.id')
      .where({ 'item.customerId': customerId, 'item.isActive': 1 })
      .whereNotIn('products.id', blockedProducts(db, today()))
      .orderBy(['item.sortNo', { column: 'item.orderCount180d', order: 'desc' }, 'products.code'])
      .limit(MOST_FREQUENT)
      .select(...COLUMNS, 'item.defaultQty', 'item.source')
    return found.map(({ defaultQty, ...row }) => ({ ...row, qty: fittingQty(defaultQty, row) }))
  },
})
