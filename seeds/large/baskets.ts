import type { Knex } from 'knex'
import { lessPercent, percentOf, priceTimes, sum } from '../../resources/define/amounts.ts'
import { seededNumbers } from './plan.ts'

/** How many different orders there are; each is placed again and again, by others and on other days. */
export const BASKETS = 6_000

/** A line of a basket, priced as an order prices it: amounts in paise, quantities in thousandths. */
interface BasketLine {
  basket: number
  lineNo: number
  sbuId: number
  productId: number
  uom: string
  qty: number
  listPrice: number
  defaultDiscountPct: number
  manualDiscountPct: number
  discountPct: number
  netPrice: number
  netValue: number
  gst: number
  grossValue: number
  weight: number
}

export interface Basket {
  basket: number
  sbuId: number
  listValue: number
  discountValue: number
  netValue: number
  gst: number
  grossValue: number
  weight: number
}

/** Baskets of one to ten lines of one SBU, four on average; a third of the products is in most of them. */
export async function makeBaskets(db: Knex, seed: number): Promise<{ baskets: Basket[]; lines: BasketLine[] }> {
  const random = seededNumbers(seed + 1)
  const integerBetween = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const sold: { id: number; sbuId: number; uom: string; gstRate: number; grossWeightKg: number }[] = await db(
    'products',
  )
    .where('isActive', 1)
    .whereNotNull('gstRate')
    .orderBy('id')
    .select('id', 'sbuId', 'uom', 'gstRate', 'grossWeightKg')
  const bySbu = [...Map.groupBy(sold, ({ sbuId }) => sbuId)]
  const priceOf = new Map(sold.map(({ id }) => [id, integerBetween(150, 40_000) * 100]))
  const lines: BasketLine[] = []
  const baskets = Array.from({ length: BASKETS }, (_, basket): Basket => {
    const [sbuId, range] = bySbu[basket % bySbu.length]!
    const own = Array.from(
      { length: Math.min(1 + Math.floor(random() ** 1.6 * 9.5), range.length) },
      (_, index): BasketLine => {
        const product = range[Math.floor(range.length * random() ** 2)]!
        const [qty, listPrice] = [integerBetween(1, 60) * 1000, priceOf.get(product.id)!]
        const [defaultDiscountPct, manualDiscountPct] = [
          integerBetween(0, 3) * 250,
          random() < 0.3 ? integerBetween(1, 8) * 100 : 0,
        ]
        const netPrice = lessPercent(lessPercent(listPrice, defaultDiscountPct), manualDiscountPct)
        const netValue = priceTimes(netPrice, qty)
        const gst = percentOf(netValue, product.gstRate)
        return {
          ...{ basket, lineNo: (index + 1) * 10, sbuId, productId: product.id, uom: product.uom, qty, listPrice },
          ...{ defaultDiscountPct, manualDiscountPct, netPrice, netValue, gst, grossValue: netValue + gst },
          discountPct: Math.round(((listPrice - netPrice) * 10_000) / listPrice),
          weight: Math.round((product.grossWeightKg * qty) / 1000),
        }
      },
    )
    lines.push(...own)
    const total = (name: 'netValue' | 'gst' | 'grossValue' | 'weight') => sum(own.map(line => line[name]))
    const listValue = sum(own.map(line => priceTimes(line.listPrice, line.qty)))
    const netValue = total('netValue')
    return {
      ...{ basket, sbuId, listValue, discountValue: listValue - netValue, netValue },
      ...{ gst: total('gst'), grossValue: total('grossValue'), weight: total('weight') },
    }
  })
  return { baskets, lines }
}
