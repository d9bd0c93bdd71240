import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, today } from '../../platform/clock.ts'
import { refused } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { demandWaiting, lockInvoice } from './collected-invoice.ts'
import { codeHash, newCode, sendGateCode } from './collection-mails.ts'
import type { PwcCommand } from './pwc-command.ts'
import { releaseFaultsOf } from './release-facts.ts'

/**
 * Puts the goods at the gate, after a look at licences, e-way bill and vehicle, and sends the code. Throws 422 with a
 * sentence for whatever forbids it.
 */
export async function makeReady(trx: Knex, { row, person, author, secret, asked }: PwcCommand<'ready'>): Promise<null> {
  const waiting = await lockInvoice(trx, row.invoiceId, person)
  demandWaiting(waiting)
  const bill = {
    ewayBillNo: asked.ewayBillNo ?? waiting.ewayBillNo,
    ewayValidTo: asked.ewayBillNo === null ? waiting.ewayValidTo : asked.ewayValidTo,
  }
  const vehicleNo = asked.vehicleNo ?? row.vehicleNo
  const faults = await releaseFaultsOf(trx, { ...waiting, ...bill }, vehicleNo)
  if (faults.length > 0) throw refused(faults)
  await updateRow(trx, invoice, waiting, { ...bill, dispatchStatus: 'PWC_READY' }, author)
  const days = (await readSettings(trx))['pwc.expiry_days']
  const ready = { status: 'READY', readyAt: now(), expiresOn: addDays(today(), days), vehicleNo } as const
  await giveCode(trx, row, ready, secret, author)
  return null
}

/** Sends a new code; the one before counts no more, and the tries begin anew. */
export async function sendNewCode(trx: Knex, { row, secret, author }: PwcCommand<'sendCode'>): Promise<null> {
  await giveCode(trx, row, {}, secret, author)
  return null
}

async function giveCode(
  trx: Knex,
  row: PwcCollection,
  changes: Partial<PwcCollection>,
  secret: string,
  author: Author,
) {
  const code = newCode()
  const otpHash = codeHash(secret, row.id, code)
  const after = await updateRow(trx, pwcCollection, row, { ...changes, otpHash, otpTries: 0 }, author)
  await sendGateCode(trx, after, code)
}
