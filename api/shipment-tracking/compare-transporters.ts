import type { Knex } from 'knex'
import { addDays } from '../../resources/define/dates.ts'
import type { ComparedTransporter } from '../../resources/dispatches/commands/trips.ts'
import { RECORD_DAYS } from '../../resources/dispatches/lane-record.ts'
import { onTimePct } from '../../resources/dispatches/on-time.ts'
import { trip } from '../../resources/dispatches/trips/trip.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { readableRow } from '../derive/rights/readable-row.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { today } from '../platform/clock.ts'
import { recordsOf } from './records-of.ts'

/** The transporters that may be asked for a trip by road, those that keep their dates first. */
export async function compareTransporters(db: Knex, tripId: number, person: Person): Promise<ComparedTransporter[]> {
  await readableRow(db, trip, tripId, person)
  const all = await rowsOf(db, transporter, rows =>
    restrict(rows.where('transporter.isActive', 1), db, transporter, person, 'read'),
  )
  const byRoad = all.filter(({ transModes }) => transModes.includes('SURFACE'))
  const asked: number[] = await db('trip_offer')
    .where({ tripId })
    .whereIn('status', ['ASKED', 'OFFERED'])
    .pluck('transporterId')
  const records = await recordsOf(
    db,
    byRoad.map(({ id }) => id),
    { from: addDays(today(), -RECORD_DAYS), to: today() },
  )
  return byRoad
    .map(({ id, code, name }) => {
      const { due, kept, damaged, podDays, billedRight } = records.get(id)!
      return {
        id,
        code,
        name,
        isAsked: asked.includes(id),
        due,
        onTimePct: onTimePct({ due, kept }),
        damaged,
        podDays,
        billedRight,
      }
    })
    .sort((a, b) => (b.onTimePct ?? -1) - (a.onTimePct ?? -1) || a.code.localeCompare(b.code))
}
