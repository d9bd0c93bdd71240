import type { Knex } from 'knex'
import { products } from '../../../resources/masters/products.ts'
import type { FrequentProduct, OfferedProduct } from '../../../resources/orders/pad/order-products.ts'
import { fittingQty } from '../../../resources/orders/quote/checks-lines.ts'
import { requirePerson } from '../../derive/rights/require-person.ts'
import { among } from '../../derive/search/contains.ts'
import { askIndexes } from '../../derive/search/text-hits.ts'
import type { Call } from '../../derive/service.ts'
import { blockedProducts } from '../../masters/frequently-purchased-items.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { catalogue, itemCodes, OFFERED_COLUMNS } from './order-catalogue.ts'
import { type CustomerLookup, customerToOrderFor } from './order-customers.ts'
import { similarProducts } from './order-matches.ts'
import { prefixPattern, readCustomerId, readSearchText } from './pad-query.ts'

const MAX_CODES = 1000
/** More than the fifty that are counted, because pinned products come on top. */
const MAX_FREQUENT = 100

/**
 * `GET /api/order-products?customerId=&q=`: the type-ahead of the order pad, by code, name, CAS number or the
 * customer's own code, or by similarity where none of these matches. `POST { customerId, codes }` resolves many codes.
 */
export const orderProducts = (db: Knex, mayAsk: CustomerLookup = customerToOrderFor) => ({
  async find(call: Call): Promise<OfferedProduct[]> {
    const person = requirePerson(call)
    const customerId = readCustomerId(call.query?.customerId)
    const q = readSearchText(call.query?.q)
    await mayAsk(db, person, customerId)
    const own = (code: string) =>
      itemCodes(db, customerId).whereRaw("?? like ? escape '!'", ['own.itemCode', code]).select('own.productId')
    const cas = q.replace(/^cas[\s#:.]*(no\.?)?[\s#:.]*/i, '')
    const mayHold = await productsHolding(db, [...new Set([q, cas])])
    const found = catalogue(db, customerId, person)
    if (mayHold) among(found, db, 'products.id', [...mayHold, ...(await own(prefixPattern(q)).pluck('productId'))])
    const offered: OfferedProduct[] = await found
      .where(any =>
        any
          .whereRaw("?? like ? escape '!'", ['products.code', prefixPattern(q)])
          .orWhereRaw("?? like ? escape '!'", ['products.name', `%${prefixPattern(q)}`])
          .orWhereRaw("?? like ? escape '!'", ['products.casNo', prefixPattern(cas)])
          .orWhereIn('products.id', own(prefixPattern(q))),
      )
      .orderByRaw("case when ?? = ? then 0 when ?? = ? then 1 when ?? like ? escape '!' then 2 else 3 end", [
        'products.code',
        q.toUpperCase(),
        'products.casNo',
        cas,
        'products.code',
        prefixPattern(q),
      ])
      .orderBy('products.code')
      .limit(20)
      .select(OFFERED_COLUMNS)
    if (offered.length > 0 || q.length < 4) return offered
    const [similar] = await similarProducts(db, customerId, person, [q], 8)
    return similar!.matches
  },

  async create(body: Record<string, unknown>, call: Call): Promise<OfferedProduct[]> {
    const person = requirePerson(call)
    const customerId = readCustomerId(body.customerId)
    const { codes } = body
    if (!Array.isArray(codes) || codes.length > MAX_CODES || !codes.every(code => typeof code === 'string')) {
      throw invalidField('codes', 'TYPE', `codes must be a list of at most ${MAX_CODES} product codes`)
    }
    await mayAsk(db, person, customerId)
    const uniqueCodes = [...new Set(codes.map(code => code.trim().toUpperCase().slice(0, 40)))]
    return catalogue(db, customerId, person).whereIn('products.code', uniqueCodes).select(OFFERED_COLUMNS)
  },
})

/** The ids of the products that may contain one of the texts; undefined where the search index does not tell of each. */
async function productsHolding(db: Knex, texts: readonly string[]): Promise<number[] | undefined> {
  const held = await askIndexes(
    db,
    texts.map(text => ({ resource: products, text })),
  )
  const each = texts.map(text => held(products, text))
  return each.every(ids => ids !== undefined) ? each.flat() : undefined
}

/**
 * `GET /api/order-frequent-items?customerId=`: the products that the customer orders frequently and may order now,
 * pinned ones first, each with a quantity that fits its pack.
 */
export const orderFrequentItems = (db: Knex) => ({
  async find(call: Call): Promise<FrequentProduct[]> {
    const person = requirePerson(call)
    const customerId = readCustomerId(call.query?.customerId)
    await customerToOrderFor(db, person, customerId)
    const frequent: (Omit<FrequentProduct, 'qty'> & { defaultQty: number })[] = await catalogue(db, customerId, person)
      .join('frequently_purchased_items as item', 'item.productId', 'products.id')
      .where({ 'item.customerId': customerId, 'item.isActive': 1 })
      .whereNotIn('products.id', blockedProducts(db, today()))
      .orderBy(['item.sortNo', { column: 'item.orderCount180d', order: 'desc' }, 'products.code'])
      .limit(MAX_FREQUENT)
      .select(...OFFERED_COLUMNS, 'item.defaultQty', 'item.source')
    return frequent.map(({ defaultQty, ...row }) => ({ ...row, qty: fittingQty(defaultQty, row) }))
  },
})
