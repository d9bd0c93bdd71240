import type { Knex } from 'knex'
import type { ModeChoice } from '../../../resources/dispatches/commands/collections.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { lanesTo } from '../../../resources/dispatches/lane.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import { type CarriedMode, carriedModes, type TransMode } from '../../../resources/trade.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { conflict, invalidField, notFound } from '../../platform/errors.ts'
import { demandWaiting, lockInvoice, modeOf } from './collected-invoice.ts'
import { mailModeChosen } from './collection-mails.ts'

/**
 * Chooses how the goods of an invoice go while they wait, and mails the buyer: `PWC` has them collected, any other mode
 * has them sent. Throws 404 out of scope, 400 for a mode that no transporter offers there, and 409 once they wait no
 * longer, somebody was faster or a collector is named.
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
        ? `Invoice ${row.invoiceNo} is to be collected already`
        : `Invoice ${row.invoiceNo} is to be sent by a transporter already`,
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

/** The modes by which the goods of an invoice that the person reads may be sent. Throws 404 for any other invoice. */
export async function modesForInvoice(db: Knex, id: number, person: Person): Promise<CarriedMode[]> {
  const [row] = await rowsOf(db, invoice, rows => restrict(rows.where('invoice.id', id), db, invoice, person, 'read'))
  if (!row) throw notFound()
  return sendingModes(db, row)
}

/**
 * The modes by which the goods of an invoice may be sent: those for which Transporter Mapping has a lane from its plant
 * to its ship-to today; where it has none, those of the active transporters.
 */
async function sendingModes(
  db: Knex,
  { plantId, shipToId }: Pick<Invoice, 'plantId' | 'shipToId'>,
): Promise<CarriedMode[]> {
  const to = await db('ship_to')
    .where({ id: shipToId ?? 0 })
    .first('stateId', 'cityId')
  const lanes = to
    ? await rowsOf(db, transporterMapping, rows => whereValidOn(rows, today()).where({ plantId, stateId: to.stateId }))
    : []
  const there = carriedModes.filter(
    mode =>
      lanesTo(
        lanes.filter(lane => lane.transMode === mode),
        to?.cityId,
      ).length > 0,
  )
  if (there.length > 0) return there
  const transporters = await rowsOf(db, transporter, rows => rows.where('isActive', 1))
  return carriedModes.filter(mode => transporters.some(({ transModes }) => transModes.includes(mode)))
}
