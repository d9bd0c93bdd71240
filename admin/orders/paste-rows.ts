import { quantityText } from '../../resources/define/show.ts'
import { readPasted } from '../../resources/orders/paste.ts'
import { type PadFault, type PadLine, padLine } from './line-store.ts'
import type { OfferedProduct } from './order-shapes.ts'

/** A pasted row that waits for a person: as it came, why, and what may be put right. Quantity in thousandths. */
export interface TrayRow {
  key: string
  text: string
  reason: string
  code: string
  qty: number | string | null
}

let made = 0

/** Whether pasted text is a list rather than a word for the box it is pasted into. */
export const isList = (text: string) => /[\t\n\r]/.test(text.trim())

export const notSold = (code: string) => `${code} is not among the products this customer can order`

/** Sorts pasted text into rows of the pad and rows that a person must look at; every row with text in it is in one of them. */
export async function pasteRows(
  text: string,
  productsOf: (codes: string[]) => Promise<Map<string, OfferedProduct>>,
): Promise<{ lines: PadLine[]; tray: TrayRow[] }> {
  const { lines: read, doubtful } = readPasted(text)
  const products = read.length > 0 ? await productsOf([...new Set(read.map(({ code }) => code))]) : new Map()
  const tray = doubtful.map(({ row, text, reason, guess }) => ({
    row,
    entry: { key: `t${++made}`, text, reason, code: guess.code ?? '', qty: guess.qty },
  }))
  const lines: PadLine[] = []
  for (const { row, code, qty } of read) {
    const product = products.get(code)
    if (product) lines.push(padLine({ product, typed: code, qty }))
    else
      tray.push({
        row,
        entry: { key: `t${++made}`, text: `${code}  ${quantityText(qty)}`, reason: notSold(code), code, qty },
      })
  }
  tray.sort((a, b) => a.row - b.row)
  return { lines, tray: tray.map(({ entry }) => entry) }
}

/** Rows of the tray keep an order from being submitted, so that none is forgotten. */
export const trayFault = (tray: readonly TrayRow[]): PadFault[] =>
  tray.length === 0
    ? []
    : [
        {
          key: null,
          column: null,
          field: 'tray',
          code: 'TRAY',
          message: `${tray.length === 1 ? 'A pasted row is' : `${tray.length} pasted rows are`} not on the order yet: add or discard them`,
        },
      ]
