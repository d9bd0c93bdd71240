import type { Knex } from 'knex'
import { daysBetween } from '../platform/sql-words.ts'
import { lrsDueIn, onTimeColumns } from './on-time.ts'

/** How a transporter did in a period: percent in hundredths, days in tenths; null where nothing counts. */
export interface TransporterRecord {
  due: number
  kept: number
  damaged: number
  podDays: number | null
  billedRight: number | null
}

/** How transporters did with the LRs of a period: dates kept, damage, days to the POD, lines billed as agreed. */
export async function recordsOf(
  db: Knex,
  ids: readonly number[],
  range: { from: string; to: string },
): Promise<Map<number, TransporterRecord>> {
  const due = await lrsDueIn(db, range)
    .whereIn('lr.transporterId', [...ids])
    .groupBy('lr.transporterId')
    .select('lr.transporterId as id', ...onTimeColumns(db))
  const proved = await db('pod')
    .join('lr', 'lr.id', 'pod.lrId')
    .whereIn('lr.transporterId', [...ids])
    .whereBetween('lr.lrDate', [range.from, range.to])
    .whereIn('pod.status', ['UPLOADED', 'ACCEPTED'])
    .groupBy('lr.transporterId')
    .select(
      'lr.transporterId as id',
      db.raw('count(distinct case when pod.shortagePackages + pod.damagePackages > 0 then pod.lrId end) as damaged'),
      db.raw(`avg(${daysBetween(db, 'substr(pod.createdAt, 1, 10)', 'pod.deliveredOn')}) as ??`, ['podDelay']),
    )
  const billed = await db('transporter_bill_line as line')
    .join('lr', 'lr.id', 'line.lrId')
    .whereIn('lr.transporterId', [...ids])
    .whereBetween('lr.lrDate', [range.from, range.to])
    .groupBy('lr.transporterId')
    .select(
      'lr.transporterId as id',
      db.raw('count(*) as ??', ['lines']),
      db.raw('sum(case when line.variance <= 0 then 1 else 0 end) as ??', ['agreed']),
    )
  const of = <Row extends { id: number }>(rows: readonly Row[], id: number) =>
    rows.find(row => Number(row.id) === id) as Record<string, unknown> | undefined
  return new Map(
    ids.map(id => {
      const [kept, pods, bills] = [of(due, id), of(proved, id), of(billed, id)]
      const delay = pods?.podDelay ?? null
      return [
        id,
        {
          due: Number(kept?.due ?? 0),
          kept: Number(kept?.kept ?? 0),
          damaged: Number(pods?.damaged ?? 0),
          podDays: delay === null ? null : Math.round(Number(delay) * 10),
          billedRight: bills ? Math.round((Number(bills.agreed) / Number(bills.lines)) * 10_000) : null,
        },
      ]
    }),
  )
}
