import type { Fault } from '../../../resources/define/validate.ts'
import type { LineInput } from '../../../resources/dispatches/commands/booking.ts'
import { remainingQty } from '../../../resources/dispatches/parts.ts'
import { invalid } from '../../platform/errors.ts'
import type { ForLr } from './goods-for-lr.ts'

/** Goods that are asked for, by the id of their line on the delivery; undefined for all that is left. */
type Asked = { goodsId: number; qty: number }[] | undefined

/**
 * The goods that are asked for of each line of an LR: by the line of the delivery, or by that of the invoice, whose goods
 * then go in their order. Throws 400 where they are no goods of it, are named twice, or are more than is left.
 */
export function demandItems(lines: readonly LineInput[], chosen: readonly ForLr[]): Asked[] {
  const faults: Fault[] = []
  const asked = lines.map(({ items }, index): Asked => {
    if (items === null) return undefined
    const { goods, sent, head, delivery } = chosen[index]!
    const left = remainingQty(goods, sent)
    const of = delivery ? `delivery ${head.invoiceNo}` : `invoice ${head.invoiceNo}`
    const taken = new Map<number, number>()
    for (const [place, { deliveryLineId, invoiceLineId, qty }] of items.entries()) {
      const name = deliveryLineId === null ? 'invoiceLineId' : 'deliveryLineId'
      const own = goods.filter(one =>
        deliveryLineId === null
          ? one.billed.some(line => line.invoiceLineId === invoiceLineId)
          : one.id === deliveryLineId,
      )
      const refuse = (field: string, code: string, message: string) =>
        faults.push({ field: `lines[${index}].items[${place}].${field}`, code, message })
      if (own.length === 0) {
        refuse(name, 'UNKNOWN_REF', `Goods must be lines of ${of}`)
        continue
      }
      if (items.slice(0, place).some(one => one[name] !== null && one[name] === items[place]![name])) {
        refuse(name, 'DUPLICATE', 'Goods are listed twice')
        continue
      }
      const most = own.map(one => {
        const billed = one.billed.find(line => line.invoiceLineId === invoiceLineId)
        const open = (left.get(one.id) ?? 0) - (taken.get(one.id) ?? 0)
        return { id: one.id, open: deliveryLineId === null ? Math.min(open, billed?.qty ?? 0) : open }
      })
      let rest = qty
      for (const { id, open } of most) {
        const part = Math.min(rest, open)
        if (part > 0) taken.set(id, (taken.get(id) ?? 0) + part)
        rest -= Math.max(0, part)
      }
      if (qty > 0 && rest === 0) continue
      const all = most.reduce((total, { open }) => total + Math.max(0, open), 0)
      const message = `Quantity of line ${own[0]!.lineNo} of ${of} must be more than 0 and at most ${all / 1000}`
      refuse('qty', 'RANGE', message)
    }
    return [...taken].map(([goodsId, qty]) => ({ goodsId, qty }))
  })
  if (faults.length > 0) throw invalid(faults)
  return asked
}
