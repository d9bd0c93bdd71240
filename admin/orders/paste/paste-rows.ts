import { quantityText } from '../../../resources/define/show.ts'
import type { Matched } from '../../../resources/orders/pad/order-matches.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/order-products.ts'
import { type PastedRow, readPasted } from '../../../resources/orders/pad/paste.ts'
import { toSalesUnit, type Unit, unitText } from '../../../resources/orders/pad/units.ts'
import { type PadFault, type PadLine, padLine } from '../lines/line-store.ts'

/**
 * A pasted row that needs a person: the original text, the reason, possible products, and the fields to correct.
 * Quantity in thousandths.
 */
export interface TrayRow {
  key: string
  text: string
  reason: string
  /** The most similar products, the best first. */
  matches: readonly OfferedProduct[]
  code: string
  qty: number | string | null
  /** The text that may be remembered as the customer's own code of the chosen product. */
  customerCode: string | null
  /** The unit it was written in, while the product is unknown. */
  unit: Unit | null
}

/** The result of pasting: rows of the pad, and rows to review. */
export interface PastedLines {
  lines: PadLine[]
  tray: TrayRow[]
}

let made = 0
/** A tray row with a new key, since a restored copy may bring a key that is already in use. */
export const trayRow = (row: Omit<TrayRow, 'key'>): TrayRow => ({ ...row, key: `t${++made}` })

/** Whether pasted text is a list rather than a value for one box. */
export const isList = (text: string) => /[\t\n\r]/.test(text.trim())

export const notSold = (code: string) => `${code} is not among the products this customer can order`

/**
 * Splits pasted text into rows of the pad and rows that a person must review; every row with text is in one of them.
 */
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
    const sold = product && row.qty !== null ? toSalesUnit(row.qty, row.unit, product) : { qty: row.qty, sure: true }
    const reason = row.doubt ?? reasonOf(row, found[index]!, sold)
    if (reason === null) {
      lines.push(padLine({ product, typed: product!.code, qty: sold.qty, recognisedAs: readAs(row, by) }))
    } else {
      const code = product?.code ?? (matches.length === 0 ? (row.code ?? '') : '')
      const customerCode = product ? null : customerCodeIn(row)
      const unit = product ? null : row.unit
      tray.push(trayRow({ text: row.text, reason, matches, code, qty: sold.qty ?? row.qty, customerCode, unit }))
    }
  }
  return { lines, tray }
}

/** The maximum length of a customer's own product code. */
const MAX_CODE_LENGTH = 40

/** What a customer called a product in a pasted row, where it is short enough to be a code or a name. */
function customerCodeIn({ code, words }: PastedRow): string | null {
  const text = code ?? words.trim()
  return text !== '' && text.length <= MAX_CODE_LENGTH ? text : null
}

/** How the product of a row was recognised; null for the company's own code. */
function readAs(row: PastedRow, by: Matched['by']): string | null {
  const how = { itemCode: 'the customer’s own code', learned: 'learned', cas: 'CAS number', name: 'name' }
  if (by === null || by === 'code') return null
  return `«${by === 'cas' ? row.cas : (customerCodeIn(row) ?? row.text.trim())}»: ${how[by]}`
}

/** Why a well-read row still cannot go on the order; null when it can. */
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
  const written = `${quantityText(row.qty!)} ${unitText(row.unit!)}`
  if (sold.qty === null) return `${written}: ${product.code} is sold by ${product.uom}, so how much is it?`
  return `${written} would be ${quantityText(sold.qty)} ${product.uom}: a pack holds ${quantityText(product.packQty)}`
}

/** Tray rows prevent the submit, so that none is forgotten. */
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
