import type { Knex } from 'knex'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import { numbersOnLr } from '../../dispatches/numbers-on-lr.ts'
import { daysBetween } from '../../platform/sql-words.ts'

/** Selects one row per LR, with the invoices on it that the reader may read. */
export const lrDetailsQuery: ReportQuery = (db, reader) =>
  db('lr')
    .leftJoin('shipment', 'shipment.lrId', 'lr.id')
    .select(
      'lr.id',
      'lr.id as lrId',
      'lr.lrNo',
      'lr.lrDate',
      'lr.plantId',
      'lr.transporterId',
      'lr.transMode',
      'lr.freightTerms',
      'lr.vehicleNo',
      'lr.businessLine',
      db.raw('? as ??', [
        numbersOnLr(db, reader, invoice, 'invoice.invoiceNo', 'carried.sigmaInvoiceNo'),
        'invoiceNos',
      ]),
      db.raw('? as ??', [numbersOnLr(db, reader, invoice, 'sbu.code'), 'sbuCodes']),
      'shipment.customerId',
      'shipment.sigmaCustomerId',
      'lr.toCityId',
      'lr.packages',
      'lr.actualWeightKg',
      'lr.chargedWeightKg',
      'lr.declaredValue',
      'lr.freightAmount',
      'lr.otherCharges',
      'lr.expectedDeliveryDate',
      'lr.deliveredOn',
      db.raw('? as ??', [delay(db, reader.day), 'delayDays']),
      'lr.deliveryStatus',
      'lr.podStatus',
      'lr.billStatus',
      db.raw('(?) as ??', [ewayBills(db), 'ewayBillNos']),
      'lr.consolidatedEwayNo',
    )

/** The days by which an LR came or is late; none for goods that came back, were lost or never went. */
function delay(db: Knex, day: string): Knex.Raw {
  const from = db.raw(daysBetween(db, 'coalesce(??, ?)', 'coalesce(??, ??)'), [
    'lr.deliveredOn',
    day,
    'lr.originalExpectedDate',
    'lr.expectedDeliveryDate',
  ])
  return db.raw("case when ?? in ('RETURNED', 'LOST', 'CANCELLED') then null when ? > 0 then ? else 0 end", [
    'lr.deliveryStatus',
    from,
    from,
  ])
}

const ewayBills = (db: Knex) =>
  db('lr_line')
    .whereRaw('?? = ??', ['lr_line.lrId', 'lr.id'])
    .select(db.raw('group_concat(distinct lr_line.ewayBillNo)'))
