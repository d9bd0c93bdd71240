import type { ReportQuery } from '../../derive/extend.ts'
import { indianDay } from '../../platform/sql-words.ts'
import { holidaysFor, officeHours } from './moments.ts'

/** One row for each document; who sent it again sent another one. */
export const eudReportQuery: ReportQuery = (db, reader) =>
  db('eud_document').select(
    'id',
    ...['eudNo', 'customerId', 'productId', 'documentType', 'documentRef', 'issueDate', 'validTo', 'permittedQty'],
    ...['usedQty', 'status', 'orderId', 'attachmentId', 'createdAt as submittedAt'],
    ...['actedById as decidedById', 'actedAt as decidedAt'],
    db.raw(`${indianDay(db, 'createdAt')} as ??`, ['submittedOn']),
    db.raw(
      `case when actedAt is not null then ${officeHours(db, holidaysFor(reader), 'createdAt', 'actedAt')} end as ??`,
      ['hours'],
    ),
  )
