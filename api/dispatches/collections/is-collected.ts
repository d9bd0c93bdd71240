import type { ComputedColumn } from '../../derive/extend.ts'

/** Whether the party collects the goods of an invoice: as was chosen for it, else as its order says. */
export const isCollected: ComputedColumn = (db, of) =>
  db.raw("case when coalesce(?, (?)) = 'PWC' then 1 else 0 end", [
    of('transMode'),
    db('order as bought').where('bought.id', of('orderId')).select('bought.transMode'),
  ])
