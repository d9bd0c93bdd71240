import type { Knex } from 'knex'
import type { Resource } from '../../resources/define/resource.ts'
import type { Reader } from '../derive/list/reader.ts'
import { actsOnAll, restrict } from '../derive/rights/conditions.ts'

/**
 * The SQL of the numbers of the orders or invoices on an LR, as far as the reader may read these; those of the sister
 * business (`besides`) have no rows.
 */
export function numbersOnLr(db: Knex, { person }: Reader, of: Resource, column: string, besides?: string): Knex.Raw {
  const rows = db('lr_line')
    .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
    .leftJoin('order', 'order.id', 'invoice.orderId')
    .leftJoin('sbu', 'sbu.id', 'invoice.sbuId')
    .whereRaw('?? = ??', ['lr_line.lrId', 'lr.id'])
    .select(
      besides
        ? db.raw('group_concat(distinct coalesce(??, ??))', [column, besides])
        : db.raw('group_concat(distinct ??)', [column]),
    )
  const reads = person?.ability.can('read', of.path)
  // An empty condition would be left out of an «or», and with it every row that it lets through.
  if (person && !(reads && actsOnAll(of, person, 'read'))) {
    rows.where(any => {
      if (besides) any.whereNotNull(besides)
      if (reads) any.orWhere(own => restrict(own, db, of, person, 'read', true))
      else if (!besides) any.whereRaw('1 = 0')
    })
  }
  return db.raw('(?)', [rows])
}
