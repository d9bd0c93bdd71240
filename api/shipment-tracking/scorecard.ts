import type { Knex } from 'knex'
import { can, rolesHolding } from '../../resources/capabilities.ts'
import { addDays } from '../../resources/define/dates.ts'
import { RECORD_DAYS } from '../../resources/dispatches/lane-record.ts'
import { arrivedStatuses, onTimePct } from '../../resources/dispatches/on-time.ts'
import { POD_DUE_DAYS } from '../../resources/dispatches/scorecard.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import type { Scorecard } from '../../resources/shipment-tracking/commands/lanes.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { today } from '../platform/clock.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import { recordsOf } from './records-of.ts'

/**
 * How a transporter did in the last 90 days, for those who may compare transporters and for the transporter itself. Throws
 * 404 for one out of reach of the person.
 */
export async function scorecard(db: Knex, id: number, person: Person): Promise<Scorecard> {
  const [transporterId] = await restrict(
    db('transporter').where('transporter.id', id),
    db,
    transporter,
    person,
    'read',
  ).pluck('transporter.id')
  if (transporterId === undefined) throw notFound()
  if (!can(person, 'compareTransporters') && !can(person, 'seeOwnScorecard'))
    throw forbidden(
      `How transporters do is shown to ${rolesHolding('compareTransporters').join(', ')}, and to the transporter`,
    )
  const range = { from: addDays(today(), -RECORD_DAYS), to: today() }
  const { due, kept, damaged, podDays } = (await recordsOf(db, [id], range)).get(id)!
  const [sent] = await db('lr')
    .where('transporterId', id)
    .whereBetween('lrDate', [range.from, range.to])
    .whereNot('deliveryStatus', 'CANCELLED')
    .select(
      db.raw('count(*) as dispatched'),
      sumOf(db, "deliveryStatus = 'LOST'", 'lost'),
      sumOf(db, "deliveryStatus = 'RETURNED'", 'returned'),
      sumOf(db, `deliveryStatus in (${arrivedStatuses.map(status => `'${status}'`).join(', ')})`, 'delivered'),
      db.raw(
        "coalesce(sum(case when deliveredOn < ? and podStatus in ('NONE', 'REJECTED') then 1 else 0 end), 0) as ??",
        [addDays(today(), -POD_DUE_DAYS), 'podOverdue'],
      ),
    )
  const onTime = { due, kept }
  return {
    ...range,
    ...onTime,
    late: onTime.due - onTime.kept,
    pct: onTimePct(onTime),
    dispatched: Number(sent.dispatched),
    lost: Number(sent.lost),
    returned: Number(sent.returned),
    delivered: Number(sent.delivered),
    podOverdue: Number(sent.podOverdue),
    podDelay: podDays,
    damaged,
  }
}

const sumOf = (db: Knex, condition: string, name: string) =>
  db.raw(`coalesce(sum(case when ${condition} then 1 else 0 end), 0) as ??`, [name])
