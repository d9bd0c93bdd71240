import type { Knex } from 'knex'
import { rupees } from '../../resources/define/show.ts'
import { type ProductUnits, pricePerSalesUnit } from '../../resources/orders/unit-conversion.ts'
import { addWarning, type Candidate } from '../derive/save/candidate.ts'
import { today } from '../platform/clock.ts'

/** With the units of its product, and `pricedIn`, the unit that it is for. */
interface ListPrice extends ProductUnits {
  pricedIn: string
  channelId: number
  productId: number
  listPrice: number
  priceUnit: number
  validFrom: string
  validTo: string
}

/**
 * The list prices of products, read in one query; looked up by channel, product and day, in paise a sales unit. Prices for
 * a unit that cannot be converted count as none.
 */
export async function readPriceList(db: Knex, productIds: readonly number[]) {
  const rows: ListPrice[] = await db('product_price as listed')
    .join('products', 'products.id', 'listed.productId')
    .where('listed.isActive', 1)
    .whereIn('listed.productId', [...new Set(productIds)])
    .select('channelId', 'productId', 'listPrice', 'priceUnit', 'validFrom', 'validTo', 'listed.uom as pricedIn')
    .select('products.uom', 'products.baseUom', 'products.uomNumerator', 'products.uomDenominator')
  const byProduct = Map.groupBy(rows, ({ productId }) => productId)
  /** The list price of a channel; of all channels, the lowest. */
  return (channelId: number | null, productId: number, day: string): number | undefined => {
    const counting = (byProduct.get(productId) ?? []).filter(
      row => (channelId === null || row.channelId === channelId) && row.validFrom <= day && day <= row.validTo,
    )
    const prices = counting
      .map(row => pricePerSalesUnit(row, { price: row.listPrice, per: row.priceUnit, unit: row.pricedIn }))
      .filter(price => price !== null)
    return prices.length === 0 ? undefined : Math.min(...prices)
  }
}

/** The first day, from today on, on which a dated row counts. */
export const firstDayOf = ({ row }: Candidate) => (String(row.validFrom) > today() ? String(row.validFrom) : today())

/** Warns of an agreed price above the list price of the channel in which the customer buys. */
export async function warnAboveList(db: Knex, candidates: readonly Candidate[]) {
  const sound = candidates.filter(({ faults }) => faults.length === 0)
  if (sound.length === 0) return
  const buyers: { id: number; channelId: number }[] = await db('customer')
    .whereIn('id', [...new Set(sound.map(({ row }) => row.customerId as number))])
    .select('id', 'channelId')
  const channelOf = new Map(buyers.map(({ id, channelId }) => [id, channelId]))
  const list = await readPriceList(
    db,
    sound.map(({ row }) => row.productId as number),
  )
  for (const candidate of sound) {
    const { customerId, productId, netPrice } = candidate.row as {
      customerId: number
      productId: number
      netPrice: number
    }
    const listed = list(channelOf.get(customerId)!, productId, firstDayOf(candidate))
    if (listed === undefined || netPrice <= listed) continue
    const message = `Net price ${rupees(netPrice)} is above the list price of ${rupees(listed)}`
    addWarning(candidate, { field: 'netPrice', code: 'ABOVE_LIST', message })
  }
}
