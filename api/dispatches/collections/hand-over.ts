import { timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { MOST_CODE_TRIES } from '../../../resources/dispatches/collections/pwc-process.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { updateRow } from '../../derive/save/write.ts'
import { deliverOrder, dispatchOrder } from '../../orders/dispatch-order.ts'
import { ordersOfInvoices } from '../../orders/invoices-of-orders.ts'
import { now } from '../../platform/clock.ts'
import { invalidField, refused } from '../../platform/errors.ts'
import { lockInvoice } from './collected-invoice.ts'
import { codeHash } from './collection-mails.ts'
import type { PwcCommand } from './pwc-command.ts'
import { releaseFaultsOf } from './release-facts.ts'

/** A wrong code, and how many tries are left. */
export interface Wrong {
  triesLeft: number
}

/**
 * Hands the goods over for the right code, after another look at licences, e-way bill and vehicle: the invoice is
 * COLLECTED, and its orders dispatched and delivered. A wrong code is counted and answered; after five only a new one
 * helps.
 */
export async function handOver(trx: Knex, command: PwcCommand<'collect'>): Promise<Wrong | null> {
  const { row, person, author, secret, asked } = command
  const code = asked.code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code))
    throw invalidField('code', 'FORMAT', 'Code must be the six digits that the collector was sent')
  if (row.otpTries >= MOST_CODE_TRIES || row.otpHash === null)
    throw refused([{ field: 'code', code: 'CODE_USED_UP', message: 'The code was wrong five times: send a new one' }])
  if (!timingSafeEqual(Buffer.from(codeHash(secret, row.id, code)), Buffer.from(row.otpHash))) {
    const otpTries = row.otpTries + 1
    await trx('pwc_collection').where({ id: row.id }).update({ otpTries })
    return { triesLeft: MOST_CODE_TRIES - otpTries }
  }
  const goods = await lockInvoice(trx, row.invoiceId, person)
  const vehicleNo = asked.vehicleNo ?? row.vehicleNo
  const faults = await releaseFaultsOf(trx, goods, vehicleNo)
  if (faults.length > 0) throw refused(faults)
  await updateRow(trx, invoice, goods, { dispatchStatus: 'COLLECTED' }, author)
  const done = { status: 'COLLECTED', collectedAt: now(), otpVerified: true, otpHash: null, vehicleNo } as const
  await updateRow(trx, pwcCollection, row, done, author)
  for (const { orderId } of await ordersOfInvoices(trx, [goods.id])) {
    await dispatchOrder(trx, orderId, `Gate pass ${row.gatepassNo}`, author)
    await deliverOrder(trx, orderId, `Gate pass ${row.gatepassNo}`, author)
  }
  return null
}
