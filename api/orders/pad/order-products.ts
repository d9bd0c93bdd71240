import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { plainText, searchedTexts } from '../../../resources/define/sheet/signs.ts'
import { products } from '../../../resources/masters/products.ts'
import type { FrequentProduct, findProducts, listProducts } from '../../../resources/orders/pad/commands.ts'
import { MOST_FOUND, MOST_FREQUENT, type OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { fittingQty } from '../../../resources/orders/quote/checks-lines.ts'
import type { Person } from '../../derive/rights/person.ts'
import { among } from '../../derive/search/contains.ts'
import { askIndexes } from '../../derive/search/text-hits.ts'
import { blockedProducts } from '../../masters/frequently-purchased-items.ts'
import { today } from '../../platform/clock.ts'
import { catalogue, itemCodes, OFFERED_COLUMNS } from './order-catalogue.ts'
import { type CustomerLookup, customerToOrderFor, prefixPattern } from './order-customers.ts'
import { similarProducts } from './order-matches.ts'

/** The type-ahead of the order pad: by code, name, CAS number or the customer's own code, else by similarity. */
export async function productsLike(
  db: Knex,
  person: Person,
  { customerId, q: typed }: BodyOf<typeof findProducts>,
  mayAsk: CustomerLookup = customerToOrderFor,
): Promise<OfferedProduct[]> {
  const q = plainText(typed ?? '')
  await mayAsk(db, person, customerId)
  const productsOfCode = (code: string) =>
    itemCodes(db, customerId).whereRaw("?? like ? escape '!'", ['own.itemCode', code]).select('own.productId')
  const cas = q.replace(/^cas[\s#:.]*(no\.?)?[\s#:.]*/i, '')
  const mayHold = await productsHolding(db, [...new Set([q, cas, ...searchedTexts(typed ?? '')])])
  const catalogueRows = catalogue(db, customerId, person)
  if (mayHold)
    among(catalogueRows, db, 'products.id', [
      ...mayHold,
      ...(await productsOfCode(prefixPattern(q)).pluck('productId')),
    ])
  const offered: OfferedProduct[] = await catalogueRows
    .where(any =>
      any
        .whereRaw("?? like ? escape '!'", ['products.code', prefixPattern(q)])
        .modify(named => {
          for (const text of searchedTexts(typed ?? ''))
            named.orWhereRaw("?? like ? escape '!'", ['products.name', `%${prefixPattern(text)}`])
        })
        .orWhereRaw("?? like ? escape '!'", ['products.casNo', prefixPattern(cas)])
        .orWhereIn('products.id', productsOfCode(prefixPattern(q))),
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
    .limit(MOST_FOUND)
    .select(OFFERED_COLUMNS)
  if (offered.length > 0 || q.length < 4) return offered
  const [similar] = await similarProducts(db, customerId, person, [q], 8)
  return similar!.matches
}

/** The products with these codes, as far as the customer may order them. */
export async function productsNamed(
  db: Knex,
  person: Person,
  { customerId, codes }: BodyOf<typeof listProducts>,
  mayAsk: CustomerLookup = customerToOrderFor,
): Promise<OfferedProduct[]> {
  await mayAsk(db, person, customerId)
  const unique = [...new Set(codes.map(code => plainText(code).toUpperCase()))]
  return catalogue(db, customerId, person).whereIn('products.code', unique).select(OFFERED_COLUMNS)
}

/** The ids of the products that may contain one of the texts; undefined where the search index does not tell of each. */
async function productsHolding(db: Knex, texts: readonly string[]): Promise<number[] | undefined> {
  const held = await askIndexes(
    db,
    texts.map(text => ({ resource: products, text })),
  )
  const each = texts.map(text => held(products, text))
  return each.every(ids => ids !== undefined) ? each.flat() : undefined
}

/** The products that the customer orders often and may order now, pinned ones first, with a quantity that fits. */
export async function frequentProducts(db: Knex, person: Person, customerId: number): Promise<FrequentProduct[]> {
  await customerToOrderFor(db, person, customerId)
  const frequent: (Omit<FrequentProduct, 'qty'> & { defaultQty: number })[] = await catalogue(db, customerId, person)
    .join('frequently_purchased_items as item', 'item.productId', 'products.id')
    .where({ 'item.customerId': customerId, 'item.isActive': 1 })
    .whereNotIn('products.id', blockedProducts(db, today()))
    .orderBy(['item.sortNo', { column: 'item.orderCount180d', order: 'desc' }, 'products.code'])
    .limit(MOST_FREQUENT)
    .select(...OFFERED_COLUMNS, 'item.defaultQty', 'item.source')
  return frequent.map(({ defaultQty, ...row }) => ({ ...row, qty: fittingQty(defaultQty, row) }))
}
