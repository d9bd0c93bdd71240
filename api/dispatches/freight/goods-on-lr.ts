import type { Knex } from 'knex'
import { mulDiv } from '../../../resources/define/amounts.ts'
import { invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { type LrLineItem, lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { rowsOf } from '../../derive/rows-of.ts'

/** The weight and value by which a cost is shared. */
export const partOf = ({ weightKg, invoiceValue }: LrLine) => ({ weight: weightKg, value: invoiceValue })

interface Goods {
  item: LrLineItem
  part: { weight: number; value: number }
}

/** The invoices on an LR, and the goods of each with their weight and their part of the value of the invoice line. */
export async function goodsOn(trx: Knex, lrId: number): Promise<{ lines: LrLine[]; itemsOf(line: LrLine): Goods[] }> {
  const lines = await rowsOf(trx, lrLine, rows => rows.where({ lrId }).orderBy('id'))
  const items = await rowsOf(trx, lrLineItem, rows => rows.where({ lrId }).orderBy('id'))
  const invoiced = await rowsOf(trx, invoiceLine, rows =>
    rows.whereIn(
      'id',
      items.map(({ invoiceLineId }) => invoiceLineId),
    ),
  )
  const byId = new Map(invoiced.map(row => [row.id, row]))
  const goods = items.map((item): Goods => {
    const { qty, netValue } = byId.get(item.invoiceLineId)!
    return { item, part: { weight: item.weightKg, value: qty === 0 ? 0 : mulDiv(netValue, item.qty, qty) } }
  })
  return { lines, itemsOf: line => goods.filter(({ item }) => item.lrLineId === line.id) }
}
