import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import type { ReportQuery } from '../../derive/extend.ts'

/**
 * One row for each LR whose freight we pay and that was on no bill of the last day of the period, at most today; it is
 * accrued on that day and reversed on the next.
 */
export const freightAccrualsQuery: ReportQuery = (db, { until, day }) => {
  const accruedOn = until ?? day
  return db('lr')
    .where('lr.lrDate', '<=', accruedOn)
    .where('lr.businessLine', 'CORE')
    .whereIn('lr.freightTerms', ['FOR', 'BILLED'])
    .whereNot('lr.deliveryStatus', 'CANCELLED')
    .whereNotExists(billedBy(db, accruedOn))
    .select(
      ...[
        'lr.id',
        'lr.id as lrId',
        'lr.lrDate',
        'lr.transporterId',
        'lr.plantId',
        'lr.freightTerms',
        'lr.deliveryStatus',
      ],
      db.raw('? as ??', [accruedOn, 'accruedOn']),
      db.raw('? as ??', [addDays(accruedOn, 1), 'reversedOn']),
      db.raw(`${AGREED} as agreed`),
      db.raw('? as carting', [cartingBy(db, accruedOn)]),
      db.raw(`${AGREED} + ? as accrued`, [cartingBy(db, accruedOn)]),
    )
}

const AGREED = '(coalesce(lr.expectedFreight, lr.freightAmount) + coalesce(lr.expectedOther, lr.otherCharges))'

/** The live bill of a day that holds an LR; a bill of a later day is no bill yet. */
const billedBy = (db: Knex, day: string) =>
  db('transporter_bill_line as line')
    .join('transporter_bill as bill', 'bill.id', 'line.transporterBillId')
    .where('line.releasedNo', 0)
    .whereNot('bill.status', 'REJECTED')
    .where('bill.billDate', '<=', day)
    .whereRaw('?? = ??', ['line.lrId', 'lr.id'])
    .select(db.raw('1'))

/** Approved carting of an LR by a day, in paise. */
const cartingBy = (db: Knex, day: string) =>
  db.raw('coalesce((?), 0)', [
    db('carting_charge')
      .where('status', 'APPROVED')
      .where('voucherDate', '<=', day)
      .whereRaw('?? = ??', ['carting_charge.lrId', 'lr.id'])
      .sum('amount'),
  ])
