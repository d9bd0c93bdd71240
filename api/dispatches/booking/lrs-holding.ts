import type { Knex } from 'knex'
import { dayText } from '../../../resources/define/show.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { ForLr } from './goods-for-lr.ts'

/** On which LRs the goods of an invoice or delivery are, as far as the person reads these: «on LR VRL7 of 20-11-2026 (Booked)». */
export async function lrsHolding(db: Knex, { goods }: Pick<ForLr, 'goods'>, person: Person | undefined) {
  const carrying = db('lr_line_item')
    .whereIn(
      'deliveryLineId',
      goods.map(({ id }) => id),
    )
    .select('lrId')
  const lrs = await rowsOf(db, lr, rows => {
    const held = rows.whereIn('lr.id', carrying).whereNot('lr.deliveryStatus', 'CANCELLED')
    return (person ? restrict(held, db, lr, person, 'read') : held).orderBy('lr.id', 'desc').limit(3)
  })
  const names = lrs.map(
    ({ lrNo, lrDate, deliveryStatus }) => `${lrNo} of ${dayText(lrDate)} (${statusLabels[deliveryStatus]})`,
  )
  return names.length === 0 ? undefined : `on LR ${names.join(', ')}`
}
