import type { Knex } from 'knex'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import type { TransMode } from '../../../resources/trade.ts'
import type { ComputedColumn } from '../../derive/extend.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { conflict, notFound } from '../../platform/errors.ts'

/** An invoice that the person may read, locked until the end of the transaction. Throws 404 for any other. */
export async function lockInvoice(trx: Knex, id: number, person: Person): Promise<Invoice> {
  const [row] = await rowsOf(trx, invoice, rows =>
    restrict(rows.where('invoice.id', id), trx, invoice, person, 'read').forUpdate(),
  )
  if (!row) throw notFound()
  return row
}

/** The mode of transport of an invoice: chosen for it, else that of its order; null where it has none. */
export async function modeOf(db: Knex, { transMode, orderId }: Pick<Invoice, 'transMode' | 'orderId'>) {
  if (transMode !== null || orderId === null) return transMode
  const order: { transMode: TransMode } | undefined = await db('order').where({ id: orderId }).first('transMode')
  return order?.transMode ?? null
}

/** Throws 409 with a sentence unless the goods of the invoice are still at the site, on their way to nobody. */
export function demandWaiting({ invoiceNo, invoiceType, isCancelled, dispatchStatus }: Invoice): void {
  const refusal =
    invoiceType !== 'INVOICE'
      ? `${invoiceNo} is a note without goods: choose an invoice`
      : isCancelled
        ? `Invoice ${invoiceNo} is cancelled in SAP: there is nothing to send or to collect`
        : TAKEN[dispatchStatus]
  if (refusal) throw conflict('NOT_WAITING', refusal.replace('{invoice}', `Invoice ${invoiceNo}`), {}, 'invoiceId')
}

const TAKEN: Partial<Record<Invoice['dispatchStatus'], string>> = {
  ON_LR: '{invoice} is on an LR already: ask the dispatch desk to take it off',
  PWC_READY: '{invoice} is ready for collection: cancel the collection first',
  COLLECTED: '{invoice} is collected already',
  PARTIAL: 'A part of {invoice} has left already: the rest must be sent, too',
  DELIVERED: '{invoice} is delivered already',
  RETURNED: '{invoice} came back: the dispatch desk must decide first whether it is sent again',
  LOST: '{invoice} is lost: the dispatch desk must decide first',
  SHIPPED_BY_OUR_SUPPLIER: '{invoice} is shipped by our supplier: there is nothing to collect here',
  NOTHING_TO_SEND: '{invoice} bills no goods: there is nothing to send or to collect',
}

/** Whether the party collects the goods of an invoice: as was chosen for it, else as its order says. */
export const isCollected: ComputedColumn = (db, of) =>
  db.raw("case when coalesce(?, (?)) = 'PWC' then 1 else 0 end", [
    of('transMode'),
    db('order as bought').where('bought.id', of('orderId')).select('bought.transMode'),
  ])
