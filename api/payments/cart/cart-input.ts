import type { RowValues } from '../../../resources/define/row-values.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { CartInput } from '../../../resources/payments/cart-answers.ts'
import { type CartLine, MOST_LINES } from '../../../resources/payments/cart-rules.ts'
import { paymentCartItem } from '../../../resources/payments/payment-cart-item.ts'
import { bodyObject, readBody } from '../../derive/save/read-body.ts'
import { invalid } from '../../platform/errors.ts'

const lineFields = ['itemId', 'payAmount', 'tdsAmount'] as const

/** Reads a cart from a request. Throws 400 that names every field which is wrong, unknown or not the client's to set. */
export function readCartInput(body: unknown): CartInput {
  const { items, rowVersion = null, ...others } = bodyObject(body, 'The cart')
  const faults: Fault[] = unknownFields(others)
  if (rowVersion !== null && !isVersion(rowVersion))
    faults.push({ field: 'rowVersion', code: 'TYPE', message: 'rowVersion must be that of the cart, or null' })
  const lines = readLines('items', items, faults)
  if (faults.length > 0) throw invalid(faults)
  return { rowVersion: rowVersion as number | null, items: lines }
}

export const isVersion = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** A fault for each of these fields, which nobody reads. */
export const unknownFields = (others: RowValues): Fault[] =>
  Object.keys(others).map(name => {
    const field = name.slice(0, 60)
    return { field, code: 'UNKNOWN_FIELD', message: `${field} is not read here: leave it out` }
  })

/** Reads the lines of a cart; adds a fault for each that is wrong, and where an item stands twice. */
export function readLines(name: string, given: unknown, faults: Fault[]): CartLine[] {
  if (!Array.isArray(given) || given.length > MOST_LINES) {
    const message = `${name} must be a list of at most ${MOST_LINES} lines: select fewer items`
    faults.push({ field: name, code: 'TYPE', message })
    return []
  }
  const lines = given.map((line, index) => {
    const at = `${name}[${index}]`
    return readBody(paymentCartItem, lineFields, bodyObject(line, `Line ${index + 1}`, at), faults, `${at}.`)
  })
  const seen = new Set<number>()
  for (const [index, { itemId }] of lines.entries()) {
    if (seen.has(itemId))
      faults.push({ field: `${name}[${index}].itemId`, code: 'DUPLICATE', message: 'This item is listed twice' })
    seen.add(itemId)
  }
  return lines
}
