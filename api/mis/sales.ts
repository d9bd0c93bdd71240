import type { ReportQuery } from '../derive/extend.ts'

/** One row for each line that counts as a sale, and one more for its cancellation. */
export const salesQuery: ReportQuery = db =>
  db('sale_fact').select(
    'id',
    ...['day', 'invoiceId', 'kind', 'soldToId', 'endCustomerId', 'sbuId', 'zoneId', 'zoneAreaId', 'clusterCode'],
    ...['customerSegmentId', 'salesEmployeeId', 'plantId', 'productId', 'qty', 'uom', 'value as netSales'],
  )
