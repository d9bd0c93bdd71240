import type { Knex } from 'knex'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { lanesTo } from '../../../resources/dispatches/lane.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import { type CarriedMode, carriedModes } from '../../../resources/trade.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'

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
export async function sendingModes(
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
