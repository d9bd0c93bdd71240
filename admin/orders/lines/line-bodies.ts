import type { LineBody } from '../../../resources/orders/order-input.ts'
import { isBlank, type PadColumn, type PadFault, type PadLine } from './line-store.ts'

/** The rows that can be priced, in the API's form, and the pad key of each. */
export function sendableLines(lines: readonly PadLine[]): { keys: string[]; bodies: LineBody[] } {
  const keys: string[] = []
  const bodies: LineBody[] = []
  for (const { key, product, qty, manualDiscountPct, extras } of lines) {
    if (!product || typeof qty !== 'number' || qty <= 0 || typeof manualDiscountPct === 'string') continue
    keys.push(key)
    bodies.push({ productId: product.id, qty, manualDiscountPct: manualDiscountPct ?? 0, ...extras })
  }
  return { keys, bodies }
}

/** The errors of rows that cannot be sent at all, in the words of the pad: rows are counted from 1. */
export const unfinishedLineFaults = (lines: readonly PadLine[]): PadFault[] =>
  lines.flatMap((line, index) => (isBlank(line) ? [] : problemsOf(line, index + 1)))

function problemsOf({ key, typed, product, lookedUp, qty, manualDiscountPct }: PadLine, no: number): PadFault[] {
  const fault = (column: PadColumn, code: string, message: string): PadFault => ({
    key,
    column,
    code,
    field: column,
    message: `Row ${no}: ${message}`,
  })
  const problems: PadFault[] = []
  if (!product && lookedUp) {
    const text = `“${typed.trim()}”`
    problems.push(
      lookedUp === 'none'
        ? fault('product', 'UNKNOWN', `${text} is not a product this customer can order: correct it or remove the row`)
        : fault('product', 'SEVERAL', `${text} fits several products: choose one from the list`),
    )
  } else if (!product) {
    problems.push(
      fault(
        'product',
        'REQUIRED',
        typed.trim() ? `“${typed.trim()}” is not a product yet: choose one from the list` : 'enter a product code',
      ),
    )
  }
  if (qty === null) problems.push(fault('qty', 'REQUIRED', `enter a quantity${product ? ` of ${product.code}` : ''}`))
  else if (typeof qty === 'string')
    problems.push(fault('qty', 'TYPE', `“${qty}” is not a quantity: at most 3 decimals`))
  else if (qty <= 0) problems.push(fault('qty', 'QTY_MIN', 'enter a quantity above 0'))
  if (typeof manualDiscountPct === 'string') {
    problems.push(fault('discount', 'TYPE', `“${manualDiscountPct}” is not a percentage: at most 2 decimals`))
  }
  return problems
}

const columns: Record<string, PadColumn> = {
  qty: 'qty',
  schedules: 'qty',
  manualDiscountPct: 'discount',
  promoCode: 'discount',
}

/** Rewrites the line numbers in a server's sentence to the row numbers of the pad. */
export function withRowNumbers(sentence: string, keys: readonly string[], lines: readonly PadLine[]): string {
  const rowOf = (sent: number) => lines.findIndex(({ key }) => key === keys[sent]) + 1
  return sentence.replace(/\b([Ll])ine (\d+)/g, (mention, letter, no) => {
    const row = Number(no) % 10 === 0 ? rowOf(Number(no) / 10 - 1) : 0
    return row > 0 ? `${letter === 'L' ? 'Row' : 'row'} ${row}` : mention
  })
}

/** Assigns the server's faults to their rows: it numbers the sent lines 10, 20, …; the pad counts every row from 1. */
export function placeFaults(
  faults: readonly Omit<PadFault, 'key' | 'column'>[],
  keys: readonly string[],
  lines: readonly PadLine[],
): PadFault[] {
  // Where the cart is split into several orders, each reports the same faults of the header.
  const once = [...new Map(faults.map(fault => [`${fault.field} ${fault.message}`, fault])).values()]
  return once.map(fault => {
    const message = withRowNumbers(fault.message, keys, lines)
    const [, index, name = ''] = /^lines\[(\d+)\](?:\.(\w+))?/.exec(fault.field) ?? []
    if (index === undefined) return { ...fault, message, key: null, column: null }
    return { ...fault, message, key: keys[Number(index)] ?? null, column: columns[name] ?? 'product' }
  })
}
