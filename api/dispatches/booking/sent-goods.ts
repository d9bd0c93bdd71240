import type { Knex } from 'knex'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { nothingSent, type Sent } from '../../../resources/dispatches/parts.ts'
import { rowsOf } from '../../derive/rows-of.ts'

/** What of these invoices is on LRs, without what came back to be sent again, by the id of the invoice; `except` leaves out one LR. */
export async function sentOf(db: Knex, invoiceIds: readonly number[], except = 0): Promise<Map<number, Sent>> {
  const cancelled = db('lr').where('deliveryStatus', 'CANCELLED').select('id')
  const lines = await rowsOf(db, lrLine, rows =>
    rows
      .whereIn('invoiceId', [...invoiceIds])
      .whereNot('lrId', except)
      .whereNot('outcome', 'SENT_AGAIN')
      .whereNotIn('lrId', cancelled),
  )
  if (lines.length === 0) return new Map()
  const lineIds = lines.map(({ id }) => id)
  const items = await rowsOf(db, lrLineItem, rows => rows.whereIn('lrLineId', lineIds))
  const sent = new Map<number, Sent>()
  for (const { id, invoiceId, packages, invoiceValue } of lines) {
    const before = sent.get(invoiceId!) ?? nothingSent
    sent.set(invoiceId!, {
      items: [...before.items, ...items.filter(({ lrLineId }) => lrLineId === id)],
      packages: before.packages + packages,
      value: before.value + invoiceValue,
      lrs: before.lrs + 1,
    })
  }
  return sent
}
