import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { notifyDesk } from './desk-notes.ts'

const over: readonly Lr['deliveryStatus'][] = ['CANCELLED', 'RETURNED', 'LOST']
const author = systemAuthor('Goods of the LR in SAP')

/** Goods on LRs, with what SAP says of their delivery and who bills them now. */
interface Carried {
  lrId: number
  deliveryNo: string
  origin: string
  status: string
  goodsIssue: string
  invoiceNo: string | null
  isCancelled: number | null
  billedQty: number
}

/**
 * Says on LRs what a person must do about their goods, and rings the bell of the desk: their invoice was cancelled and no
 * other bills them yet, another bills them otherwise, or SAP took back that they left. Other tasks stay.
 */
export async function renewTasks(trx: Knex, lrIds: readonly number[]): Promise<void> {
  const lrs = await rowsOf(trx, lr, rows => rows.whereIn('id', [...lrIds]).orderBy('id'))
  const open = lrs.filter(({ deliveryStatus }) => !over.includes(deliveryStatus))
  const carried = await carriedBy(trx, open)
  const bills = await rebillTasks(trx, open)
  for (const row of open) {
    const tasks = [...tasksOf(row, carried.get(row.id) ?? []), ...(bills.get(row.id) ?? [])]
    const deskTask = tasks.length > 0 ? tasks.join('; ').slice(0, 255) : null
    if (deskTask === row.deskTask || (deskTask === null && !isOfGoods(row))) continue
    const flagged = await updateRow(trx, lr, row, { deskTask }, author)
    if (deskTask !== null)
      await notifyDesk(trx, flagged, { title: `LR ${row.lrNo}: its goods have changed in SAP`, body: deskTask })
  }
}

const isOfGoods = ({ deskTask }: Lr) => deskTask !== null && /^(Invoice|SAP) /.test(deskTask)

async function carriedBy(trx: Knex, lrs: readonly Lr[]): Promise<Map<number, Carried[]>> {
  const rows: Carried[] = await trx('lr_line_item as item')
    .join('lr_line as line', 'line.id', 'item.lrLineId')
    .join('sap_delivery_line as s', 's.id', 'item.deliveryLineId')
    .join('sap_delivery as d', 'd.id', 's.deliveryId')
    .leftJoin('invoice', 'invoice.id', 'line.invoiceId')
    .whereIn(
      'item.lrId',
      lrs.map(({ id }) => id),
    )
    .where('line.outcome', 'NONE')
    .orderBy(['d.deliveryNo', 'item.id'])
    .select('item.lrId', 'd.deliveryNo', 'd.origin', 'd.status', 's.goodsIssue', 's.billedQty')
    .select('invoice.invoiceNo', 'invoice.isCancelled')
  return Map.groupBy(rows, ({ lrId }) => lrId)
}

/** A delivery of which an invoice of an order told has no number of SAP. */
const isOfSap = (deliveryNo: string) => /^\d+$/.test(deliveryNo)

function tasksOf({ lrNo }: Lr, carried: readonly Carried[]): string[] {
  const tasks = carried.flatMap(goods => {
    const { deliveryNo, invoiceNo } = goods
    if (goods.status === 'DELETED') return [`SAP deleted delivery ${deliveryNo} while LR ${lrNo} travels`]
    if (goods.origin === 'SAP' && goods.goodsIssue === 'OPEN')
      return [`SAP took back the goods issue of delivery ${deliveryNo} while LR ${lrNo} travels`]
    if (goods.isCancelled && Number(goods.billedQty) === 0)
      return [
        `Invoice ${invoiceNo} is cancelled; ${isOfSap(deliveryNo) ? `delivery ${deliveryNo} waits` : 'its goods wait'} for a new one`,
      ]
    return []
  })
  return [...new Set(tasks)]
}

/** What is to be looked at of the invoices that now bill goods of these LRs, where it was booked under another. */
async function rebillTasks(trx: Knex, lrs: readonly Lr[]): Promise<Map<number, string[]>> {
  const rows: { lrId: number; deskTask: string }[] = await trx('lr_line_item as item')
    .join('lr_line as line', 'line.id', 'item.lrLineId')
    .join('invoice_line_goods as g', 'g.deliveryLineId', 'item.deliveryLineId')
    .join('invoice', 'invoice.id', 'g.invoiceId')
    .whereIn(
      'item.lrId',
      lrs.map(({ id }) => id),
    )
    .where('line.outcome', 'NONE')
    .whereNotNull('invoice.deskTask')
    .where(other => other.whereNull('line.invoiceId').orWhereRaw('line.invoiceId <> g.invoiceId'))
    .distinct()
    .orderBy('invoice.id')
    .select('item.lrId', 'invoice.deskTask', 'invoice.id')
  const byLr = Map.groupBy(rows, ({ lrId }) => lrId)
  return new Map([...byLr].map(([lrId, own]) => [lrId, own.map(({ deskTask }) => deskTask)]))
}
