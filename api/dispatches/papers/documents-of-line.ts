import type { ComputedColumn } from '../../derive/extend.ts'
import { billedGoodsOnLrs, invoiceNoOrCorrected } from '../../goods/billed-on-lrs.ts'

/** The invoices that bill the goods of a line of an LR now; that one is being corrected where none does yet. */
export const invoiceNos: ComputedColumn = (db, of) =>
  db.raw('(?)', [
    billedGoodsOnLrs(db)
      .whereRaw('?? = ?', ['carried.id', of('id')])
      .select(db.raw('group_concat(distinct ?)', [invoiceNoOrCorrected(db)])),
  ])

/** The number of the delivery that a line of an LR carries. */
export const deliveryNo: ComputedColumn = (db, of) =>
  db.raw('(?)', [db('sap_delivery').where('sap_delivery.id', of('deliveryId')).select('sap_delivery.deliveryNo')])
