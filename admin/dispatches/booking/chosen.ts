import type { WaitingGroup, WaitingInvoice } from '../../../resources/dispatches/commands/booking-desk.ts'
import { waitingKey } from '../waiting-key.ts'

/** An invoice, or a delivery that is never billed, that is to go on the LR. */
export type Chosen = Pick<WaitingInvoice, 'id' | 'deliveryId' | 'invoiceNo' | 'weightKg' | 'value' | 'packages'>

type Named = Pick<Chosen, 'id' | 'deliveryId'>

export const keyOfWaiting = ({ id, deliveryId }: Named) => waitingKey({ invoiceId: id, deliveryId })

export const isAmong = (chosen: readonly Named[], one: Named) =>
  chosen.some(other => keyOfWaiting(other) === keyOfWaiting(one))

/** The same choice with more, each once. */
export const withMore = (chosen: readonly Chosen[], more: readonly Chosen[]): readonly Chosen[] => [
  ...chosen,
  ...more.filter(one => !isAmong(chosen, one)),
]

export const without = (chosen: readonly Chosen[], gone: readonly Named[]): readonly Chosen[] =>
  chosen.filter(one => !isAmong(gone, one))

/**
 * What of a search Enter takes: the invoice with that number, else of what is not chosen yet the one whose number ends in
 * it, has it in it, or comes first. `isOnly` where nothing else was found.
 */
export function firstHit(groups: readonly WaitingGroup[], typed: string, chosen: readonly Chosen[]) {
  const found = groups.flatMap(({ invoices }) => invoices)
  const text = typed.trim().toUpperCase()
  const exact = found.find(({ invoiceNo }) => invoiceNo.toUpperCase() === text)
  if (exact) return { hit: exact, isOnly: true, count: found.length }
  const rank = ({ invoiceNo, orderNo }: WaitingInvoice) => {
    const number = invoiceNo.toUpperCase()
    if (number.endsWith(text)) return 0
    return number.includes(text) ? 1 : orderNo?.toUpperCase().includes(text) ? 2 : 3
  }
  const [hit] = found.filter(one => !isAmong(chosen, one)).sort((a, b) => rank(a) - rank(b))
  return { hit, isOnly: found.length === 1, count: found.length }
}

/** Such as `3 invoices` or `one invoice and one delivery free of charge`. */
export function countText(of: readonly Named[]): string {
  const free = of.filter(({ id }) => id === null).length
  const counts = [
    counted(of.length - free, 'one invoice', 'invoices'),
    counted(free, 'one delivery free of charge', 'deliveries free of charge'),
  ]
  return counts.filter(Boolean).join(' and ')
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : count === 1 ? one : `${count} ${many}`
