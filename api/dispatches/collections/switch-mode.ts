import type { Knex } from 'knex'
import type { ModeChoice } from '../../../resources/dispatches/commands/collections.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import type { TransMode } from '../../../resources/trade.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { demandWaiting, lockInvoice, modeOf } from './collected-invoice.ts'
import { mailModeChosen } from './collection-mails.ts'
import { sendingModes } from './sending-modes.ts'

/**
 * Chooses how the goods of an invoice go while they wait, and mails the buyer: `PWC` has them collected, any other mode
 * has them sent. Throws 404 out of scope, 400 for
 * a mode that no transporter offers there, and 409 once they wait no longer, somebody was faster or
 * a collector is named.
 */
export async function switchMode(
  trx: Knex,
  { invoiceId, rowVersion, transMode }: ModeChoice,
  person: Person,
  author: Author,
): Promise<Invoice> {
  const row = await lockInvoice(trx, invoiceId, person)
  demandWaiting(row)
  const mode = await modeOf(trx, row)
  if ((mode === 'PWC') === (transMode === 'PWC'))
    throw conflict(
      'NOT_NOW',
      transMode === 'PWC'
        ? `Invoice ${row.invoiceNo} is collected already`
        : `Invoice ${row.invoiceNo} is sent already`,
    )
  await demandSendingMode(trx, row, transMode)
  if (row.rowVersion !== rowVersion)
    throw conflict('STALE_ROW', `Invoice ${row.invoiceNo} changed meanwhile: review it`, {}, 'rowVersion')
  const held = await trx('pwc_collection').where({ heldInvoiceId: invoiceId }).first('gatepassNo')
  if (held)
    throw conflict(
      'COLLECTOR_NAMED',
      `A collector is named by gate pass ${held.gatepassNo}: cancel the collection first`,
    )
  const after = await updateRow(trx, invoice, row, { transMode }, author)
  await mailModeChosen(trx, after, transMode === 'PWC')
  return after
}

/** Throws 400 when no transporter takes the goods by this mode. */
async function demandSendingMode(trx: Knex, row: Invoice, transMode: TransMode) {
  if (transMode === 'PWC') return
  const modes = await sendingModes(trx, row)
  if (modes.includes(transMode)) return
  const message = `Mode of transport must be one that transporters offer from there: ${modes.join(', ') || 'none just now'}`
  throw invalidField('transMode', 'NOT_OFFERED', message)
}
