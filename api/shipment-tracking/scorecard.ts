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
import { daysBetween } from '../platform/sql-words.ts'
import { lrsDueIn, onTimeColumns } from './on-time.ts'

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
  const [due] = await lrsDueIn(db, range).where('lr.transporterId', id).select(onTimeColumns(db))
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
  const [proved] = await db('pod')
    .join('lr', 'lr.id', 'pod.lrId')
    .where('lr.transporterId', id)
    .whereBetween('lr.lrDate', [range.from, range.to])
    .whereIn('pod.status', ['UPLOADED', 'ACCEPTED'])
    .select(
      db.raw('count(distinct case when pod.shortagePackages + pod.damagePackages > 0 then pod.lrId end) as damaged'),
      db.raw(`avg(${daysBetween(db, 'substr(pod.createdAt, 1, 10)', 'pod.deliveredOn')}) as ??`, ['podDelay']),
    )
  const onTime = { due: Number(due.due), kept: Number(due.kept) }
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
    podDelay: proved.podDelay === null ? null : Math.round(Number(proved.podDelay) * 10),
    damaged: Number(proved.damaged),
  }
}

const sumOf = (db: Knex, condition: string, name: string) =>
  db.raw(`coalesce(sum(case when ${condition} then 1 else 0 end), 0) as ??`, [name])
