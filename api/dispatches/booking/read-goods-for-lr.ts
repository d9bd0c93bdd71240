import type { Knex } from 'knex'
import type { LineInput } from '../../../resources/dispatches/commands/booking.ts'
import type { Call } from '../../derive/call.ts'
import { invalidField } from '../../platform/errors.ts'
import { readFreeDeliveries } from './free-deliveries.ts'
import type { ForLr } from './goods-for-lr.ts'
import { readInvoicesForLr } from './invoices-to-dispatch.ts'

type Named = Pick<LineInput, 'invoiceId' | 'deliveryId'>

/**
 * What is to go on an LR, line by line: invoices, and deliveries that are never billed. Throws 400 when one is not in the
 * person's plants (or does not exist), 409 when all of one has left already. `ofLr` is an LR that holds them itself and
 * is being corrected.
 */
export async function readGoodsForLr(db: Knex, lines: readonly Named[], call: Call, ofLr?: number): Promise<ForLr[]> {
  const unclear = lines.findIndex(({ invoiceId, deliveryId }) => (invoiceId === null) === (deliveryId === null))
  if (unclear >= 0)
    throw invalidField(
      `lines[${unclear}].invoiceId`,
      'REQUIRED',
      'Invoice is required, or in its place a delivery that is never billed: choose one of them',
    )
  const invoices = await readInvoicesForLr(db, lines.flatMap(placed('invoiceId')), call, ofLr)
  const deliveries = await readFreeDeliveries(db, lines.flatMap(placed('deliveryId')), call, ofLr)
  return lines.map(
    ({ invoiceId, deliveryId }) =>
      [...invoices, ...deliveries].find(one =>
        invoiceId === null ? one.delivery?.id === deliveryId : one.invoice?.id === invoiceId,
      )!,
  )
}

const placed =
  (name: keyof Named) =>
  (line: Named, place: number): { id: number; place: number }[] => {
    const id = line[name]
    return id === null ? [] : [{ id, place }]
  }

/** Locks the goods of an LR, so that two that book parts of one invoice or delivery follow each other. */
export async function lockGoods(trx: Knex, lines: readonly Named[]): Promise<void> {
  const invoiceIds = lines.flatMap(({ invoiceId }) => invoiceId ?? [])
  const deliveryIds = lines.flatMap(({ deliveryId }) => deliveryId ?? [])
  await trx('invoice').whereIn('id', invoiceIds).orderBy('id').forUpdate().select('id')
  const billed: number[] = await trx('invoice_line_goods').whereIn('invoiceId', invoiceIds).pluck('deliveryLineId')
  const free: number[] = await trx('sap_delivery_line').whereIn('deliveryId', deliveryIds).pluck('id')
  await trx('sap_delivery_line')
    .whereIn('id', [...billed, ...free])
    .orderBy('id')
    .forUpdate()
    .select('id')
}
