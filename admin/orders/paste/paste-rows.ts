import { quantityText } from '../../../resources/define/show.ts'
import type { Matched } from '../../../resources/orders/pad/commands.ts'
import { type PastedRow, readPasted } from '../../../resources/orders/pad/paste.ts'
import { toSalesUnit, unitText } from '../../../resources/orders/pad/units.ts'
import { type PadLine, padLine } from '../lines/line-store.ts'
import { notSold, type PastedLines, type TrayRow, trayRow } from './tray-rows.ts'

/**
 * Splits pasted text into rows of the pad and rows that a person must review; every row with text is in one of them.
 */
export async function pasteRows(
  text: string,
  match: (rows: Pick<PastedRow, 'code' | 'cas' | 'words'>[]) => Promise<Matched[]>,
): Promise<PastedLines> {
  const { rows } = readPasted(text)
  const matched = rows.length > 0 ? await match(rows.map(({ code, cas, words }) => ({ code, cas, words }))) : []
  const lines: PadLine[] = []
  const tray: TrayRow[] = []
  for (const [index, row] of rows.entries()) {
    const { product, by, matches } = matched[index]!
    const sold = soldAs(row, matched[index]!)
    const reason = row.doubt ?? reasonOf(row, matched[index]!, sold)
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

/** The quantity of a pasted row in the sales unit of its product, in thousandths, and whether that is sure. */
export const soldAs = ({ qty, unit }: PastedRow, { product }: Matched): { qty: number | null; sure: boolean } =>
  product && qty !== null ? toSalesUnit(qty, unit, product) : { qty, sure: true }

/** The maximum length of a customer's own product code. */
const MAX_CODE_LENGTH = 40

/** What a customer called a product in a pasted row, where it is short enough to be a code or a name. */
function customerCodeIn({ code, words }: PastedRow): string | null {
  const text = code ?? words.trim()
  return text !== '' && text.length <= MAX_CODE_LENGTH ? text : null
}

/** How the product of a row was recognised; null for the company's own code. */
export function readAs(row: PastedRow, by: Matched['by']): string | null {
  const how = { itemCode: 'the customer’s own code', learned: 'learned', cas: 'CAS number', name: 'name' }
  if (by === null || by === 'code') return null
  return `“${by === 'cas' ? row.cas : (customerCodeIn(row) ?? row.text.trim())}”: ${how[by]}`
}

/** Why a well-read row still cannot go on the order; null when it can. */
export function reasonOf(
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
