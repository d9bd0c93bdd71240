import type { ReportQuery } from '../../derive/extend.ts'
import { mappedSelection } from '../mapped-selection.ts'

/** One row for each line that counts as a sale, and one more for its cancellation. */
export const salesQuery: ReportQuery = (db, reader) =>
  db('sale_fact').select(
    'id',
    ...['day', 'invoiceId', 'kind', 'soldToId', 'endCustomerId', 'sbuId', 'plantId', 'productId', 'qty', 'uom'],
    'value as netSales',
    ...mappedSelection(db, reader, 'sale_fact'),
  )
