import { quantityText } from '../../../resources/define/show.ts'
import { tonesIn } from '../../../resources/define/state-tones.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import type { Tone } from '../../derive/record/record-header.ts'
import { optionText } from '../../derive/value-text.ts'
import type { OrderLineRow } from '../order-rows.ts'

const tones = tonesIn(orderLine.fields.lineStatus)!

/** How far a line has come: invoiced goods wait for dispatch. */
export function lineState({ lineStatus, invoicedQty, dispatchedQty, qty }: OrderLineRow): { tone: Tone; word: string } {
  const tone = tones[lineStatus]!
  if (lineStatus === 'OPEN') return invoicedQty > 0 ? { tone, word: 'Invoiced' } : { tone: 'end', word: 'Open' }
  if (lineStatus === 'PARTIALLY_DISPATCHED')
    return { tone, word: `${quantityText(dispatchedQty)} of ${quantityText(qty)} dispatched` }
  return { tone, word: optionText(lineStatus) }
}
