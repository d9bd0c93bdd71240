import type { ReportQuery } from '../derive/extend.ts'
import { countedComplaints } from './batch-radar.ts'

/** Selects one row per invoice line that names a batch, of invoices that were not cancelled. */
export const batchReceiversQuery: ReportQuery = db =>
  db('invoice_line')
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .leftJoin('order', 'order.id', 'invoice.orderId')
    .where({ 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 })
    .whereNotNull('invoice_line.batchNo')
    .select(
      'invoice_line.id',
      'invoice_line.productId',
      'invoice_line.batchNo',
      'invoice.soldToId as customerId',
      'order.customerId as receiverId',
      'invoice.shipToId',
      'invoice_line.invoiceId',
      'invoice.invoiceDate',
      'invoice_line.lineNo',
      'invoice_line.qty',
      'invoice_line.uom',
      'invoice.dispatchStatus',
      db.raw('case when exists ? then 1 else 0 end as ??', [
        countedComplaints(db)
          .where('complaint.productId', db.ref('invoice_line.productId'))
          .where('complaint.batchNo', db.ref('invoice_line.batchNo'))
          .where(any =>
            any
              .where('complaint.customerId', db.ref('invoice.soldToId'))
              .orWhere('complaint.customerId', db.ref('order.customerId')),
          )
          .select('complaint.id'),
        'hasComplained',
      ]),
    )
