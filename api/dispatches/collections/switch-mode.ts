import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { type TransMode, transModes } from '../../../resources/trade.ts'
import type { Person } from '../../derive/rights/person.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import { type Author, updateRow } from '../../derive/save/write.ts'
import { conflict, forbidden, invalidField, unknownField } from '../../platform/errors.ts'
import { demandWaiting, lockInvoice, modeOf } from './collected-invoice.ts'
import { mailModeChosen } from './collection-mails.ts'
import { sendingModes } from './sending-modes.ts'

/** What was asked: how the goods of an invoice go, seen in this version of it. */
export interface ModeChoice {
  invoiceId: number
  rowVersion: number
  transMode: TransMode
}

/**
 * Chooses how the goods of an invoice go while they wait, and mails the buyer: `PWC` has them collected, any other mode
 * has them sent. Throws 403 without the right, 404 out of scope, 400 for
 * a mode that no transporter offers there, and 409 once they wait no longer, somebody was faster or
 * a collector is named.
 */
export async function switchMode(trx: Knex, body: unknown, person: Person, author: Author): Promise<Invoice> {
  demandChoosing(person)
  const { invoiceId, rowVersion, transMode } = readChoice(body)
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

/** Throws 403 for whoever does not choose how goods go. */
export function demandChoosing(person: Person): void {
  if (!can(person, 'choosePartyWillCollect'))
    throw forbidden('Only the buyer and the dispatch desk choose whether goods are collected')
}

/** Throws 400 when no transporter takes the goods by this mode. */
async function demandSendingMode(trx: Knex, row: Invoice, transMode: TransMode) {
  if (transMode === 'PWC') return
  const modes = await sendingModes(trx, row)
  if (modes.includes(transMode)) return
  const message = `Mode of transport must be one that transporters offer from there: ${modes.join(', ') || 'none just now'}`
  throw invalidField('transMode', 'NOT_OFFERED', message)
}

function readChoice(body: unknown): ModeChoice {
  const { invoiceId, rowVersion, transMode, ...rest } = bodyObject(body, 'The choice')
  const [extra] = Object.keys(rest)
  if (extra) throw unknownField(extra)
  if (!Number.isSafeInteger(invoiceId) || (invoiceId as number) < 1)
    throw invalidField('invoiceId', 'TYPE', 'invoiceId must be the number of an invoice')
  if (!Number.isSafeInteger(rowVersion))
    throw invalidField('rowVersion', 'REQUIRED', 'rowVersion is required: the version of the invoice that you saw')
  if (!transModes.includes(transMode as TransMode))
    throw invalidField('transMode', 'ENUM', `Mode of transport must be one of ${transModes.join(', ')}`)
  return { invoiceId, rowVersion, transMode } as ModeChoice
}
