import type { Knex } from 'knex'
import type { Resource } from '../../resources/define/resource.ts'
import type { Reader } from '../derive/list/reader.ts'
import { actsOnAll, restrict } from '../derive/rights/conditions.ts'
import { billedGoodsOnLrs, invoiceNoOrCorrected } from '../goods/billed-on-lrs.ts'

/**
 * The SQL of the numbers of the orders or invoices of the goods on an LR, as far as the reader may read these; those of
 * the sister business (`besides`) have no rows. An invoice that is cancelled and not replaced yet reads as being corrected.
 */
export function numbersOnLr(db: Knex, { person }: Reader, of: Resource, column: string, besides?: string): Knex.Raw {
  const number = column === 'invoice.invoiceNo' ? invoiceNoOrCorrected(db) : db.ref(column)
  const rows = billedGoodsOnLrs(db)
    .joinRaw('left join ?? on ?? = coalesce(invoice.orderId, goods.orderId)', ['order', 'order.id'])
    .joinRaw('left join sbu on sbu.id = coalesce(invoice.sbuId, goods.sbuId)')
    .whereRaw('?? = ??', ['carried.lrId', 'lr.id'])
    .select(
      besides
        ? db.raw('group_concat(distinct coalesce(?, ??))', [number, besides])
        : db.raw('group_concat(distinct ?)', [number]),
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
