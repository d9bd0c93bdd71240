import type { Knex } from 'knex'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { dispatchStatusOf, isSent, type Travelled } from '../../../resources/dispatches/invoice-status.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach } from '../../derive/save/write.ts'
import { followGoods } from '../../orders/dispatch-order.ts'
import { ordersOfInvoices } from '../../orders/invoices-of-orders.ts'
import { now } from '../../platform/clock.ts'

/** The invoices on an LR, those that SAP has cancelled too. */
export const invoicesOnLr = (trx: Knex, lrId: number): Promise<Invoice[]> =>
  rowsOf(trx, invoice, rows =>
    rows.whereIn('id', trx('lr_line').where({ lrId }).whereNotNull('invoiceId').select('invoiceId')),
  )

/** The ids of the orders with goods on an LR. */
export const ordersOnLr = async (trx: Knex, lrId: number): Promise<number[]> => [
  ...new Set(
    (
      await ordersOfInvoices(
        trx,
        (await invoicesOnLr(trx, lrId)).map(({ id }) => id),
      )
    ).map(({ orderId }) => orderId),
  ),
]

/** What a step says of the invoices that the desk settled. */
type Settlement = Partial<Pick<Invoice, 'settlementReason' | 'settlementNoteNo'>>

/**
 * Brings invoices and their orders where the LRs that carry them are. An invoice is settled once no part of it is still
 * on its way and one of them was settled; `settlement` is what was said of it. `remark` names the reason, such as the LR.
 */
export async function followLrs(
  trx: Knex,
  invoices: readonly Invoice[],
  remark: string,
  author: Author,
  settlement: Settlement = {},
): Promise<void> {
  const ids = invoices.map(({ id }) => id)
  const parts = await partsOf(trx, ids)
  const changed = invoices.flatMap(before => {
    const own = parts.get(before.id) ?? []
    const dispatchStatus = dispatchStatusOf(before.packages, own)
    const isSettled = own.length > 0 && own.some(isSettledPart) && own.filter(isSent).every(isSettledOrThere)
    const settledAt = isSettled ? (before.settledAt ?? now()) : null
    const said = isSettled || dispatchStatus === 'DELIVERED' ? settlement : nothingSettled
    const asked = { dispatchStatus, settledAt, ...said }
    const isSame = (Object.keys(asked) as (keyof typeof asked)[]).every(name => asked[name] === before[name])
    return isSame ? [] : [{ before, asked }]
  })
  await updateEach(trx, invoice, changed, author)
  for (const orderId of new Set((await ordersOfInvoices(trx, ids)).map(row => row.orderId)))
    await followGoods(trx, orderId, remark, author)
}

const nothingSettled: Settlement = { settlementReason: null, settlementNoteNo: null }

const isSettledPart = ({ outcome }: Travelled) => outcome === 'SETTLED'
const isSettledOrThere = (part: Travelled) => part.status === 'DELIVERED' || isSettledPart(part)

async function partsOf(trx: Knex, ids: readonly number[]): Promise<Map<number, Travelled[]>> {
  const rows: (Travelled & { invoiceId: number })[] = await trx('lr_line')
    .join('lr', 'lr.id', 'lr_line.lrId')
    .whereIn('lr_line.invoiceId', [...ids])
    .select('lr_line.invoiceId', 'lr_line.packages', 'lr_line.outcome', 'lr.deliveryStatus as status')
  return Map.groupBy(rows, ({ invoiceId }) => invoiceId)
}
