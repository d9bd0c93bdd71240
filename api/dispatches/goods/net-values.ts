import type { Knex } from 'knex'
import { mulDiv, shareOut, sum } from '../../../resources/define/amounts.ts'

interface Billed {
  invoiceLineId: number
  deliveryLineId: number
  qty: number
  netValue: number
}

/**
 * The net value in paise of a quantity of goods, in thousandths, by the valid invoices that bill them; 0 of goods that none
 * bills.
 */
export async function netValues(
  db: Knex,
  deliveryLineIds: readonly number[],
): Promise<(deliveryLineId: number, qty: number) => number> {
  const lines = db('invoice_line_goods')
    .whereIn('deliveryLineId', [...deliveryLineIds])
    .select('invoiceLineId')
  const rows: Billed[] = await db('invoice_line_goods as link')
    .join('invoice_line as line', 'line.id', 'link.invoiceLineId')
    .whereIn('link.invoiceLineId', lines)
    .orderBy('link.id')
    .select('link.invoiceLineId', 'link.deliveryLineId', 'link.qty', 'line.netValue')
  const shares = [...Map.groupBy(rows, ({ invoiceLineId }) => invoiceLineId).values()].flatMap(links => {
    const values = shareOut(
      Number(links[0]!.netValue),
      links.map(({ qty }) => Number(qty)),
    )
    return links.map(({ deliveryLineId, qty }, index) => ({ deliveryLineId, qty: Number(qty), value: values[index]! }))
  })
  const byGoods = Map.groupBy(shares, ({ deliveryLineId }) => deliveryLineId)
  return (deliveryLineId, qty) => {
    const own = byGoods.get(deliveryLineId) ?? []
    const billed = sum(own.map(one => one.qty))
    return billed === 0 ? 0 : mulDiv(sum(own.map(({ value }) => value)), qty, billed)
  }
}
