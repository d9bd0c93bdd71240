import { invoice } from '../../resources/dispatches/invoice.ts'
import { order } from '../../resources/orders/order.ts'
import type { ReportQuery } from '../derive/extend.ts'
import { numbersOnLr } from '../dispatches/numbers-on-lr.ts'
import { keptItsDateSql } from './on-time.ts'

/** Selects one row per shipment, with the numbers of the orders and invoices on it that the reader may read. */
export const searchShipmentsQuery: ReportQuery = (db, reader) =>
  db('shipment')
    .join('lr', 'lr.id', 'shipment.lrId')
    .select(
      'shipment.id',
      'shipment.shipmentNo',
      'shipment.lrId',
      'lr.lrNo',
      'lr.formerNos',
      'lr.lrDate',
      'shipment.businessLine',
      'shipment.customerId',
      'shipment.sigmaCustomerId',
      'lr.transporterId',
      'lr.plantId',
      'lr.sigmaPlantCode',
      'lr.fromCityId',
      'lr.toCityId',
      'lr.transMode',
      'lr.packages',
      'lr.deliveryStatus',
      'lr.expectedDeliveryDate',
      'lr.originalExpectedDate',
      'lr.deliveredOn',
      db.raw('1 - ? as ??', [keptItsDateSql(db, reader.day), 'isLate']),
      'lr.podStatus',
      db.raw('? as ??', [numbersOnLr(db, reader, order, 'order.orderNo'), 'orderNos']),
      db.raw('? as ??', [
        numbersOnLr(db, reader, invoice, 'invoice.invoiceNo', 'carried.sigmaInvoiceNo'),
        'invoiceNos',
      ]),
    )
