import { replaceEqualDeep } from '@tanstack/react-query'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import { sendableLines, unfinishedLineFaults } from '../lines/line-bodies.ts'
import type { LineStore, PadFault, PadLine, QuoteState } from '../lines/line-store.ts'

/** The fields without which an order is neither priced nor saved. */
const needed = {
  shipToId: 'Choose a ship-to address',
  orderTypeId: 'Choose an order type',
  requestedDeliveryDate: 'Enter a delivery date',
} as const

/** What the header lacks before the order can be priced at all. */
export const missingHeaderFaults = (header: HeaderBody): PadFault[] =>
  (Object.keys(needed) as (keyof typeof needed)[])
    .filter(field => header[field] === null)
    .map(field => ({ key: null, column: null, code: 'REQUIRED', field, message: needed[field] }))

const asked: Record<string, string> = {
  shipToId: 'Choose the ship-to',
  orderTypeId: 'Choose the order type',
  requestedDeliveryDate: 'Correct the day wanted',
  customerPoNo: 'Enter the PO number',
  customerPoDate: 'Correct the PO date',
  poAttachmentId: 'Attach the PO file',
  tray: 'Review the pasted rows',
}

/** What has to be corrected first, in a few words; undefined where nothing is wrong. */
export function correction(
  faults: readonly PadFault[],
  keys: readonly string[],
): { text: string; fault: PadFault } | undefined {
  const [first] = faults
  if (!first) return undefined
  const rows = [...new Set(faults.flatMap(({ key }) => (key ? keys.indexOf(key) + 1 : [])))].sort((a, b) => a - b)
  if (rows.length === 0) return { text: asked[first.field] ?? 'Read what stops the order', fault: first }
  const fault = faults.find(({ key }) => key === keys[rows[0]! - 1])!
  const [last, ...others] = rows.toReversed()
  const list = others.length > 0 ? `lines ${others.toReversed().join(', ')} and ${last}` : `line ${last}`
  return { text: rows.length > 4 ? `Correct ${rows.length} lines` : `Correct ${list}`, fault }
}

/** Rows that were priced and have no price, where no fault of the quote says so. */
export function unpricedFaults(lines: readonly PadLine[], { state, quote, request, faults }: QuoteState): PadFault[] {
  if (state !== 'known' || !quote || !request) return []
  const priced = new Set(quote.lines.filter(({ priceSource }) => priceSource !== null).map(({ index }) => index))
  return request.keys.flatMap((key, index) => {
    if (priced.has(index) || faults.some(fault => fault.key === key)) return []
    const no = lines.findIndex(line => line.key === key) + 1
    return [{ key, column: 'product', code: 'NO_PRICE', field: 'productId', message: `Row ${no}: it has no price` }]
  })
}

/**
 * Reads the issues of the rows: what they lack, and what has no price. Until a button was pressed, what the row in
 * hand still lacks is left out. Equal issues keep their identity, so that a keystroke renders its own row only.
 */
export function rowIssues(store: LineStore): (pressed: boolean) => readonly PadFault[] {
  let last: readonly PadFault[] = []
  let seen: unknown[] = []
  return pressed => {
    const now = [store.lines(), store.answer(), store.entering, pressed]
    if (now.every((each, place) => each === seen[place])) return last
    seen = now
    const unfinished = unfinishedLineFaults(store.lines()).filter(
      ({ key, code }) => pressed || key !== store.entering || code !== 'REQUIRED',
    )
    last = replaceEqualDeep(last, [...unfinished, ...unpricedFaults(store.lines(), store.answer())])
    return last
  }
}

/**
 * How far the pad is checked: `checked` only where every row is finished and the rules have answered for what the pad
 * holds now.
 */
export function checkOf(store: LineStore): 'checked' | 'checking' | 'unfinished' | 'failed' | 'none' {
  const { state } = store.answer()
  if (state === 'none' || store.count() === 0) return 'none'
  if (state === 'asking' || !store.isCurrent) return 'checking'
  if (sendableLines(store.lines()).keys.length < store.count()) return 'unfinished'
  return state === 'failed' ? 'failed' : 'checked'
}
