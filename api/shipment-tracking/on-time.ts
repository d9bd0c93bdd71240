import type { Knex } from 'knex'
import { arrivedStatuses, consigneeCauses } from '../../resources/dispatches/on-time.ts'
import { today } from '../platform/clock.ts'

/**
 * The SQL of `keptItsDate` for rows of `lr`: 1 when an LR kept its date, 0 when it did not, null where it does not
 * count. `sum` and `count` of it are the LRs kept and due.
 */
export const keptItsDateSql = (db: Knex, day = today()): Knex.Raw =>
  db.raw(
    `case when ?? is null or ?? = 'CANCELLED' or ?? in (?) then null
      when ?? is not null and ?? in (${arrivedStatuses.map(() => '?').join(', ')}) then case when ?? <= ?? then 1 else 0 end
      when ?? < ? then 0 end`,
    [
      ORIGINAL,
      'lr.deliveryStatus',
      'lr.id',
      failedByConsignee(db),
      DELIVERED,
      'lr.deliveryStatus',
      ...arrivedStatuses,
      DELIVERED,
      ORIGINAL,
      ORIGINAL,
      day,
    ],
  )

const ORIGINAL = 'lr.originalExpectedDate'
const DELIVERED = 'lr.deliveredOn'

/** The ids of the LRs whose delivery failed because of the consignee, by events that count. */
const failedByConsignee = (db: Knex) =>
  db('tracking_event')
    .whereIn('reason', [...consigneeCauses])
    .whereNull('voidedAt')
    .whereNot('confirmation', 'DECLINED')
    .select('lrId')

/** The LRs that were due from one business day to another, both included. */
export const lrsDueIn = (db: Knex, { from, to }: { from: string; to: string }): Knex.QueryBuilder =>
  db('lr').whereBetween(ORIGINAL, [from, to])

/** How many of some LRs were due (`due`) and kept their date (`kept`), as columns of a select. */
export const onTimeColumns = (db: Knex, day = today()): Knex.Raw[] => [
  db.raw('count(?) as due', [keptItsDateSql(db, day)]),
  db.raw('coalesce(sum(?), 0) as kept', [keptItsDateSql(db, day)]),
]
