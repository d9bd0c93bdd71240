import type { Knex } from 'knex'
import { type SettingKey, settings } from '../../resources/settings/settings.ts'
import { indianDay, wholeQuotient } from '../platform/sql-words.ts'

/** Quality complaints that count against a batch: none that were withdrawn or not accepted. */
export const countedComplaints = (db: Knex) =>
  db('complaint')
    .where('complaint.complaintType', 'PRODUCT_QUALITY')
    .whereNot('complaint.status', 'CANCELLED')
    .where(any => any.whereNull('complaint.resolution').orWhereNot('complaint.resolution', 'REJECTED'))
    .whereNotNull('complaint.productId')
    .whereNotNull('complaint.batchNo')

/** Selects one row per product and batch with complaints; quantities are in the base unit, in thousandths. */
export const batchRadarQuery = (db: Knex): Knex.QueryBuilder => {
  const quotient = wholeQuotient(db, '?', '?')
  const inBase = db.raw(quotient, [
    // Products of quantities may pass 64 bits, which MariaDB refuses unless they are decimals.
    db.raw('cast(?? as decimal(20)) * coalesce(??, ??)', ['complaint.affectedQty', 'line.baseQty', 'line.qty']),
    db.raw('nullif(??, 0)', ['line.qty']),
  ])
  const batches = countedComplaints(db)
    .leftJoin('invoice_line as line', 'line.id', 'complaint.invoiceLineId')
    .groupBy('complaint.productId', 'complaint.batchNo')
    .select('complaint.productId', 'complaint.batchNo')
    .min({ id: 'complaint.id' })
    .count({ complaints: '*' })
    .countDistinct({ customers: 'complaint.customerId' })
    .max({ lastComplaintAt: 'complaint.createdAt' })
    .select(db.raw('coalesce(sum(?), 0) as ??', [inBase, 'affectedQty']))
  const measured = db
    .from(batches.as('batch'))
    .select('batch.*', db.raw('coalesce(?, 0) as ??', [shipped(db), 'shippedQty']))
    .select(db.raw('? as ??', [certificate(db, 'ACTIVE'), 'coaDocumentId']))
    .select(db.raw('? as ??', [certificate(db, 'WITHDRAWN'), 'withdrawnId']))
  const share = db.raw(quotient, [
    db.raw('?? * 10000', ['measured.affectedQty']),
    db.raw('nullif(??, 0)', ['measured.shippedQty']),
  ])
  const isPast = db.raw('(?? >= ? or coalesce(?, 0) >= ? * 100)', [
    'measured.complaints',
    setting(db, 'radar.complaints'),
    share,
    setting(db, 'radar.affected_pct'),
  ])
  return db.from(measured.as('measured')).select(
    'measured.id',
    'measured.productId',
    'measured.batchNo',
    'measured.complaints',
    'measured.customers',
    'measured.affectedQty',
    'measured.shippedQty',
    db.raw('? as ??', [share, 'affectedPct']),
    db.raw(`${indianDay(db, '??')} as ??`, ['measured.lastComplaintAt', 'lastComplaintOn']),
    'measured.coaDocumentId',
    db.raw(
      `case when ?? is null and ?? is not null then 'CERTIFICATE_WITHDRAWN' when not ? then 'WATCH'
        when ?? is null then 'NO_CERTIFICATE' else 'WITHDRAW_CERTIFICATE' end as ??`,
      ['measured.coaDocumentId', 'measured.withdrawnId', isPast, 'measured.coaDocumentId', 'proposal'],
    ),
  )
}

const ofBatch = (db: Knex, rows: Knex.QueryBuilder, table: string) =>
  rows.where(`${table}.productId`, db.ref('batch.productId')).where(`${table}.batchNo`, db.ref('batch.batchNo'))

const shipped = (db: Knex) =>
  ofBatch(db, db('invoice_line'), 'invoice_line')
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .where({ 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 })
    .select(db.raw('sum(coalesce(??, ??))', ['invoice_line.baseQty', 'invoice_line.qty']))

const certificate = (db: Knex, status: string) =>
  ofBatch(db, db('coa_document'), 'coa_document').where('coa_document.status', status).max('coa_document.id')

/** The value of a setting within a query; a setting is text, which both databases read as the number it begins with. */
const setting = (db: Knex, key: SettingKey) =>
  db.raw('coalesce(?, ?)', [
    db('app_setting')
      .where({ key, isActive: 1 })
      .select(db.raw('?? + 0', ['value'])),
    Number(settings[key].standard),
  ])
