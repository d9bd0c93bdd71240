import { dayText, quantityText, shortPercentText } from '../../../resources/define/show.ts'
import type { PadFault, PadLine, QuotedRow } from './line-store.ts'

/** A change of a row that takes back what is wrong with it. */
export interface Repair {
  label: string
  change: Partial<Pick<PadLine, 'qty' | 'manualDiscountPct'>>
  /** Another product instead, by its code. */
  instead?: string
  /** The row of the same product, which takes the quantity. */
  onto?: string
  withoutPromo?: true
  /** The day of a delivery, counted from 0. */
  delivery?: { index: number; day: string }
}

/** «Take 03-10» */
export const takeDay = (day: string) => `Take ${dayText(day).slice(0, 5)}`

const take = (qty: number): Repair => ({ label: `Take ${quantityText(qty)}`, change: { qty } })

/** What is said of a fault in a row: its server's sentence without the number of the row, or a shorter one. */
export function faultText({ code, message }: PadFault, { product }: PadLine): string {
  if (code === 'QTY_MULTIPLE' && product)
    return `Sold in packs of ${quantityText(product.packQty)}${product.uom ? ` ${product.uom}` : ''}.`
  const sentence = message.replace(/^Row \d+(?: \([^)]*\))?:? /, '').replace(/^./, letter => letter.toUpperCase())
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
}

/** The repairs that the pad can offer for a fault. */
export function repairsOf(fault: PadFault, line: PadLine, lines: readonly PadLine[]): Repair[] {
  const { product, qty } = line
  const delivery = /schedules\[(\d+)\]/.exec(fault.field)
  if (fault.day && delivery)
    return [{ label: takeDay(fault.day), change: {}, delivery: { index: Number(delivery[1]), day: fault.day } }]
  const instead = fault.substitute
    ? [{ label: `Take ${fault.substitute.code}`, change: {}, instead: fault.substitute.code }]
    : []
  if (!product || typeof qty !== 'number') return instead
  const pack = Math.max(product.packQty, 1)
  const up = (least: number) => Math.ceil(least / pack) * pack
  switch (fault.code) {
    case 'QTY_MULTIPLE':
      return [up(qty) - pack, up(qty)].filter(each => each > 0).map(take)
    case 'QTY_MIN':
      return product.minOrderQty > 0 ? [take(up(product.minOrderQty))] : []
    case 'QTY_MAX':
      return product.maxOrderQty ? [take(product.maxOrderQty - (product.maxOrderQty % pack))] : []
    case 'DISCOUNT_NOT_ALLOWED':
    case 'DISCOUNT_OVER_CAP':
      return [{ label: 'Take no discount', change: { manualDiscountPct: null } }]
    case 'PROMO_NOT_VALID':
      return [{ label: 'Take no promo code', change: {}, withoutPromo: true }]
    case 'PRODUCT_TWICE': {
      const at = lines.findIndex(other => other.product?.id === product.id)
      const other = lines[at]
      return other && other.key !== line.key ? [{ label: `Add to line ${at + 1}`, change: {}, onto: other.key }] : []
    }
    default:
      return instead
  }
}

/** The discount by hand that, on top of the standing one, comes to at most the limit. */
export function discountWithin(limit: number, { defaultDiscountPct }: Pick<QuotedRow, 'defaultDiscountPct'>): Repair {
  const left = 10_000 - (defaultDiscountPct ?? 0)
  const own = Math.max(0, Math.floor(10_000 - ((10_000 - limit) * 10_000) / left))
  return { label: `Take ${shortPercentText(limit)}`, change: { manualDiscountPct: own || null } }
}
