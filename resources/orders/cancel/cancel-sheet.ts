import { withoutGroups } from '../../define/sheet/sheet-number.ts'
import { plainText } from '../../define/sheet/signs.ts'

/**
 * A row of the cancellation sheet: the order, its line (null for the whole order), the quantity (null for all that is
 * open), and the reason.
 */
export interface CancelRow {
  orderNo: string
  lineNo: number | null
  /** In thousandths. */
  cancelQty: number | null
  reasonCode: string | null
}

/** The most lines of one run. */
export const MOST_CANCELLED = 500

/** Splits a run into parts of about so many rows each, so that progress can be shown; no order is in two of them. */
export function splitRun<R extends Pick<CancelRow, 'orderNo'>>(rows: readonly R[], about: number): R[][] {
  const parts: R[][] = []
  for (const [, of] of Map.groupBy(rows, ({ orderNo }) => orderNo)) {
    const last = parts.at(-1)
    if (last && last.length + of.length <= about) last.push(...of)
    else parts.push(of)
  }
  return parts
}

const columns = { orderno: 'orderNo', lineno: 'lineNo', cancelqty: 'cancelQty', reasoncode: 'reasonCode' } as const
type Column = (typeof columns)[keyof typeof columns]

/** An order number as it is stored, however it was typed. */
export const orderNoOf = (typed: string) => plainText(typed).replaceAll(/\s/g, '').toUpperCase()

/**
 * Reads the cells of a sheet by its heading; returns a sentence for every row that cannot be read, and the other rows.
 * Of a sheet without a heading, or with more rows than one run holds, no row is read.
 */
export function readCancelSheet(cells: readonly (readonly string[])[]): { rows: CancelRow[]; problems: string[] } {
  const [heading = [], ...body] = cells
  const names = heading.map(head => columns[head.toLowerCase().replaceAll(/[\s_]/g, '') as keyof typeof columns])
  if (!names.includes('orderNo'))
    return { rows: [], problems: ['The first row must name the columns, with order_no among them'] }
  const rows: CancelRow[] = []
  const problems: string[] = []
  body.forEach((row, index) => {
    if (row.every(cell => cell.trim() === '')) return
    const at = (name: Column) => plainText(row[names.indexOf(name)] ?? '')
    const read = readRow(at)
    if (typeof read === 'string') problems.push(`Row ${index + 2}: ${read}`)
    else rows.push(read)
  })
  if (rows.length <= MOST_CANCELLED) return { rows, problems }
  return {
    rows: [],
    problems: [`At most ${MOST_CANCELLED} lines are cancelled in one run, the file has ${rows.length}`],
  }
}

function readRow(at: (name: Column) => string): CancelRow | string {
  const orderNo = orderNoOf(at('orderNo'))
  if (orderNo === '') return 'order_no is missing'
  const lineNo = at('lineNo') === '' ? null : Number(at('lineNo'))
  if (lineNo !== null && !(/^[\d.]+$/.test(at('lineNo')) && Number.isSafeInteger(lineNo) && lineNo > 0))
    return 'line_no must be a whole number'
  const qty = withoutGroups(at('cancelQty'))
  if (qty !== '' && !/^\d{1,10}(\.\d{1,3})?$/.test(qty))
    return 'cancel_qty must be a number with at most three decimals'
  const cancelQty = qty === '' ? null : Math.round(Number(qty) * 1000)
  if (cancelQty === 0) return 'cancel_qty must be above 0'
  if (cancelQty !== null && lineNo === null) return 'cancel_qty needs a line_no'
  return { orderNo, lineNo, cancelQty, reasonCode: at('reasonCode').toUpperCase() || null }
}
