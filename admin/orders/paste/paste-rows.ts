import { quantityText } from '../../../resources/define/show.ts'
import type { Matched } from '../../../resources/orders/order-matches.ts'
import type { OfferedProduct } from '../../../resources/orders/order-products.ts'
import { type PastedRow, readPasted } from '../../../resources/orders/pad/paste.ts'
import { qtySold, type Unit, unitText } from '../../../resources/orders/pad/units.ts'
import { type PadFault, type PadLine, padLine } from '../lines/line-store.ts'

/** A pasted row that waits for a person: as it came, why, what it may mean, and what may be put right. Quantity in thousandths. */
export interface TrayRow {
  key: string
  text: string
  reason: string
  /** The products it is most like, the best first. */
  matches: readonly OfferedProduct[]
  code: string
  qty: number | string | null
  /** What may be remembered as the customer's own code of the product that is chosen. */
  said: string | null
  /** In which unit it was written, while nobody has said of which product. */
  unit: Unit | null
}

/** What a pasted text came to: rows of the pad, and rows to be looked at. */
export interface PastedLines {
  lines: PadLine[]
  tray: TrayRow[]
}

let made = 0
/** A row of the tray with a key of its own, also where a copy brings the key of a row that is there. */
export const trayRow = (row: Omit<TrayRow, 'key'>): TrayRow => ({ ...row, key: `t${++made}` })

/** Whether pasted text is a list rather than a word for the box it is pasted into. */
export const isList = (text: string) => /[\t\n\r]/.test(text.trim())

export const notSold = (code: string) => `${code} is not among the products this customer can order`

/** Sorts pasted text into rows of the pad and rows that a person must look at; every row with text in it is in one of them. */
export async function pasteRows(
  text: string,
  match: (rows: Pick<PastedRow, 'code' | 'cas' | 'words'>[]) => Promise<Matched[]>,
): Promise<PastedLines> {
  const { rows } = readPasted(text)
  const found = rows.length > 0 ? await match(rows.map(({ code, cas, words }) => ({ code, cas, words }))) : []
  const lines: PadLine[] = []
  const tray: TrayRow[] = []
  for (const [index, row] of rows.entries()) {
    const { product, by, matches } = found[index]!
    const sold = product && row.qty !== null ? qtySold(row.qty, row.unit, product) : { qty: row.qty, sure: true }
    const reason = row.doubt ?? reasonOf(row, found[index]!, sold)
    if (reason === null) {
      lines.push(padLine({ product, typed: product!.code, qty: sold.qty, readAs: readAs(row, by) }))
    } else {
      const code = product?.code ?? (matches.length === 0 ? (row.code ?? '') : '')
      const said = product ? null : saidIn(row)
      const unit = product ? null : row.unit
      tray.push(trayRow({ text: row.text, reason, matches, code, qty: sold.qty ?? row.qty, said, unit }))
    }
  }
  return { lines, tray }
}

/** The longest code of his own that a customer may have. */
const LONGEST = 40

/** What a customer called a product in a row of his, where it is short enough to be a code or a name. */
function saidIn({ code, words }: PastedRow): string | null {
  const said = code ?? words.trim()
  return said !== '' && said.length <= LONGEST ? said : null
}

/** How the product of a row was known; nothing where our own code said so. */
function readAs(row: PastedRow, by: Matched['by']): string | null {
  const how = { itemCode: 'the customer’s own code', learned: 'learned', cas: 'CAS number', name: 'name' }
  if (by === null || by === 'code') return null
  return `«${by === 'cas' ? row.cas : (saidIn(row) ?? row.text.trim())}»: ${how[by]}`
}

/** Why a row that reads well still cannot stand on the order; null when it can. */
function reasonOf(
  row: PastedRow,
  { product, matches }: Matched,
  sold: { qty: number | null; sure: boolean },
): string | null {
  if (!product) {
    if (matches.length > 0) return 'Which of these is meant?'
    return row.code ? notSold(row.code) : 'No product that this customer can order has such a name'
  }
  if (sold.sure) return null
  const said = `${quantityText(row.qty!)} ${unitText(row.unit!)}`
  if (sold.qty === null) return `${said}: ${product.code} is sold by ${product.uom}, so how much is it?`
  return `${said} would be ${quantityText(sold.qty)} ${product.uom}: a pack holds ${quantityText(product.packQty)}`
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
