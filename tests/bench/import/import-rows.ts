import type { Knex } from 'knex'

/** The delivery addresses and products of agreed prices, by code and id. */
export interface PriceKeys {
  addresses: { id: number; code: string; customerId: number; customerCode: string }[]
  products: { id: number; code: string }[]
}

const ADDRESSES = 20

/** Creates enough delivery addresses as copies of an existing one. */
export async function makeAddresses(db: Knex): Promise<void> {
  const { id: _, ...known } = await db('ship_to').where('isActive', 1).first()
  for (let n = 0; n < ADDRESSES; n++) {
    const code = `BN${String(n).padStart(4, '0')}`
    await db('ship_to').insert({ ...known, code, naturalKey: `${known.customerId}|${code.toLowerCase()}` })
  }
}

export async function priceKeys(db: Knex): Promise<PriceKeys> {
  return {
    addresses: await db('ship_to')
      .join('customer', 'customer.id', 'ship_to.customerId')
      .where('ship_to.code', 'like', 'BN%')
      .orderBy('ship_to.id')
      .select('ship_to.id', 'ship_to.code', 'customerId', 'customer.code as customerCode'),
    products: await db('products')
      .where('isActive', 1)
      .where('code', 'like', 'BN-%')
      .orderBy('id')
      .select('id', 'code'),
  }
}

/** The n-th price: its address, product, price in paise and first day. */
export function priceAt({ addresses, products }: PriceKeys, n: number) {
  const address = addresses[n % addresses.length]!
  const each = Math.floor(n / addresses.length)
  const product = products[each % products.length]!
  const validFrom = `2026-12-${String(1 + Math.floor(each / products.length)).padStart(2, '0')}`
  return { address, product, netPrice: 10_000 + (n % 90_000), validFrom, validTo: validFrom }
}

/** A file of prices as a person sends it. */
export function fileText(keys: PriceKeys, from: number, rows: number): string {
  const lines = ['customer_code,ship_to_code,product_code,net_price,min_qty,approved_ref,valid_from,valid_to']
  for (let n = from; n < from + rows; n++) {
    const { address, product, netPrice, validFrom, validTo } = priceAt(keys, n)
    const price = `${Math.floor(netPrice / 100)}.${String(netPrice % 100).padStart(2, '0')}`
    lines.push(`${address.customerCode},${address.code},${product.code},${price},,REF-${n},${validFrom},${validTo}`)
  }
  return lines.join('\n')
}
