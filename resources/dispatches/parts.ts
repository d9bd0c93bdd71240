import { mulDiv, sum } from '../define/amounts.ts'

/** Goods that a line of an invoice bills: quantity and weight in thousandths, their value with tax in paise. */
export interface BilledGoods {
  id: number
  qty: number
  grossWeightKg: number
  value: number
  /** Supplied without tax by law, so that an e-way bill of a mixed invoice does not count it. */
  isExempt: boolean
}

/** How much of these goods travels on an LR, in thousandths. */
export interface Item {
  goodsId: number
  qty: number
  weightKg: number
}

/** What of an invoice other LRs have taken: items, packages, and its value in paise. */
export interface Sent {
  items: readonly Item[]
  packages: number
  value: number
  /** On how many other LRs it is. */
  lrs: number
}

export const nothingSent: Sent = { items: [], packages: 0, value: 0, lrs: 0 }

/** A part of an invoice, or all of it. */
export interface Part {
  items: Item[]
  weightKg: number
  /** With tax, in paise. */
  value: number
  /** What an e-way bill of this part counts. */
  ewayValue: number
  /** Nothing remains after it. */
  completes: boolean
}

/** The quantity of all goods that have not left yet, in thousandths, by their id. */
export function remainingQty(lines: readonly BilledGoods[], { items }: Sent): Map<number, number> {
  const left = lines.map((line): [number, number] => [line.id, Math.max(0, line.qty - sumOf(items, line.id, 'qty'))])
  return new Map(left.filter(([, qty]) => qty > 0))
}

const sumOf = (items: readonly Item[], lineId: number, of: 'qty' | 'weightKg') =>
  sum(items.filter(({ goodsId }) => goodsId === lineId).map(item => item[of]))

/**
 * A part of an invoice with the asked quantities, or all that remains. The last part gets what the others left of weight
 * and value, so that the parts always add up to the invoice, whose value is `gross`.
 */
export function partOf(
  lines: readonly BilledGoods[],
  gross: number,
  sent: Sent,
  requestedItems?: readonly { goodsId: number; qty: number }[],
): Part {
  const left = remainingQty(lines, sent)
  const wanted = requestedItems ?? [...left].map(([goodsId, qty]) => ({ goodsId, qty }))
  const items = wanted.flatMap(({ goodsId, qty }) => {
    const line = lines.find(({ id }) => id === goodsId)!
    const unsentKg = Math.max(0, line.grossWeightKg - sumOf(sent.items, goodsId, 'weightKg'))
    // Parts that were rounded up must leave no less than nothing to the last one.
    const weightKg =
      qty === left.get(goodsId) ? unsentKg : Math.min(unsentKg, mulDiv(line.grossWeightKg, qty, line.qty))
    return qty > 0 ? [{ goodsId, qty, weightKg }] : []
  })
  const goes = new Map(items.map(item => [item.goodsId, item.qty]))
  const completes = [...left].every(([id, qty]) => goes.get(id) === qty)
  const value = worthOf(lines, gross, sent, items, completes)
  return {
    items,
    weightKg: sum(items.map(item => item.weightKg)),
    value,
    ewayValue: ewayValueOf(lines, items, value),
    completes,
  }
}

function worthOf(
  lines: readonly BilledGoods[],
  gross: number,
  sent: Sent,
  items: readonly Item[],
  completes: boolean,
): number {
  if (completes) return Math.max(0, gross - sent.value)
  const lineValues = sum(lines.map(({ value }) => value))
  if (lineValues <= 0) return 0
  return Math.min(Math.max(0, gross - sent.value), mulDiv(gross, valuesOf(lines, items), lineValues))
}

/**
 * What of the value of goods an e-way bill counts: without exempt goods where their invoice has both, all of it otherwise
 * (CGST Rules, rule 138(1), explanation 2).
 */
export function ewayValueOf(
  lines: readonly BilledGoods[],
  items: readonly Pick<Item, 'goodsId' | 'qty'>[],
  value: number,
): number {
  const isMixed = lines.some(({ isExempt }) => isExempt) && lines.some(({ isExempt }) => !isExempt)
  if (!isMixed) return value
  const taxable = lines.filter(({ isExempt }) => !isExempt)
  const all = valuesOf(lines, items)
  return all <= 0 ? value : mulDiv(value, valuesOf(taxable, items), all)
}

/** The value of these quantities in paise, as far as they are of these goods. */
export const valuesOf = (lines: readonly BilledGoods[], items: readonly Pick<Item, 'goodsId' | 'qty'>[]) =>
  sum(
    items.map(({ goodsId, qty }) => {
      const line = lines.find(({ id }) => id === goodsId)
      return line ? mulDiv(line.value, qty, line.qty) : 0
    }),
  )

/** At least as many packages as packs, both quantities in thousandths: a part of a pack is a package of its own. */
export const packsOf = (qty: number, packQty: number): number => Math.ceil(qty / (packQty || qty || 1))
