import type { Knex } from 'knex'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import { type CertifiedBatch, goodsKeys } from '../../resources/coa/found-certificate.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { tableOf } from '../../resources/define/resource.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { invoiceLine } from '../../resources/dispatches/invoice-line.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { order } from '../../resources/orders/order.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { invalidField, notFound } from '../platform/errors.ts'

type Query = Record<string, unknown>
type GoodsKey = (typeof goodsKeys)[number]

const subjects: Record<GoodsKey, { resource: Resource; column: string }> = {
  invoiceNo: { resource: invoice, column: 'invoiceNo' },
  invoiceId: { resource: invoice, column: 'id' },
  orderId: { resource: order, column: 'id' },
  lrId: { resource: lr, column: 'id' },
}

/** The invoice lines in which the goods of an invoice, an order or an LR are. */
const linesOf: Record<GoodsKey, (db: Knex, id: number) => Knex.QueryBuilder> = {
  invoiceNo: (db, id) => db('invoice_line').where('invoice_line.invoiceId', id),
  invoiceId: (db, id) => db('invoice_line').where('invoice_line.invoiceId', id),
  lrId: (db, id) =>
    db('invoice_line').whereIn(
      'invoice_line.invoiceId',
      db('lr_line').where('lrId', id).whereNotNull('invoiceId').select('invoiceId'),
    ),
  orderId: (db, id) =>
    db('invoice_line').where(any =>
      any
        .whereIn('invoice_line.invoiceId', db('invoice').where('orderId', id).select('id'))
        .orWhereIn('invoice_line.orderLineId', db('order_line').where('orderId', id).select('id')),
    ),
}

/**
 * The batches of an invoice, an order or an LR that the person reads, each with its certificate where they may open it.
 * Throws 404 for goods out of their reach.
 */
export async function certifiedGoods(db: Knex, person: Person, query: Query): Promise<CertifiedBatch[]> {
  requireRight(person, coaDocument, 'read')
  const given = Object.keys(query).filter(name => query[name] !== undefined)
  const [key] = given
  if (given.length !== 1 || !(goodsKeys as readonly string[]).includes(key!))
    throw invalidField('invoiceNo', 'REQUIRED', `Ask by one of ${goodsKeys.join(', ')}`)
  const id = await subjectId(db, person, key as GoodsKey, query[key!])
  const batches: { productId: number; batchNo: string; code: string; name: string }[] = await linesOf[key as GoodsKey](
    db,
    id,
  )
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .join('products', 'products.id', 'invoice_line.productId')
    .where('invoice.isCancelled', 0)
    .where(any =>
      any.whereIn('invoice_line.id', readableLines(db, person)).orWhereExists(readableCertificates(db, person)),
    )
    .whereNotNull('invoice_line.batchNo')
    .distinct('invoice_line.productId', 'invoice_line.batchNo', 'products.code', 'products.name')
    .orderBy(['products.code', 'invoice_line.batchNo'])
    .limit(500)
  const certificates = await openable(db, person, batches)
  return batches.map(batch => {
    const found = certificates.find(one => one.productId === batch.productId && one.batchNo === batch.batchNo)
    const { productId, batchNo, code, name } = batch
    return {
      productId,
      batchNo,
      product: `${code} · ${name}`,
      certificateId: found?.id ?? null,
      coaNo: found?.coaNo ?? null,
    }
  })
}

/** The invoice lines whose batches the person reads anyway; none where they read no invoice lines. */
const readableLines = (db: Knex, person: Person) =>
  person.ability.can('read', invoiceLine.path)
    ? restrict(db('invoice_line'), db, invoiceLine, person, 'read').select('invoice_line.id')
    : []

/** Certificates of a line's batch that are the person's to read: the end customer of a dealer reads no invoice. */
const readableCertificates = (db: Knex, person: Person) =>
  restrict(db('coa_document'), db, coaDocument, person, 'read')
    .where('coa_document.productId', db.ref('invoice_line.productId'))
    .where('coa_document.batchNo', db.ref('invoice_line.batchNo'))
    .where('coa_document.status', 'ACTIVE')
    .select('coa_document.id')

/** The active certificates of batches that the person may open: those for everybody, and those they read. */
async function openable(db: Knex, person: Person, batches: readonly { productId: number; batchNo: string }[]) {
  const readable = restrict(db('coa_document'), db, coaDocument, person, 'read').select('coa_document.id')
  const rows: { id: number; coaNo: string; productId: number; batchNo: string }[] = await db('coa_document')
    .whereIn(
      'batchNo',
      batches.map(({ batchNo }) => batchNo),
    )
    .where('status', 'ACTIVE')
    .where(any => any.where('visibility', 'PUBLIC').orWhereIn('id', readable))
    .select('id', 'coaNo', 'productId', 'batchNo')
  return rows
}

async function subjectId(db: Knex, person: Person, key: GoodsKey, value: unknown): Promise<number> {
  const { resource, column } = subjects[key]
  if (!person.ability.can('read', resource.path)) throw notFound()
  const table = tableOf(resource)
  const wanted = column === 'id' ? readId(String(value)) : String(value).trim().toUpperCase().slice(0, 16)
  if (!wanted) throw notFound()
  const rows = restrict(db(table).where(`${table}.${column}`, wanted), db, resource, person, 'read', true)
  const found = await rows.first(`${table}.id`)
  if (!found) throw notFound(key === 'invoiceNo' ? 'No invoice of yours has this number.' : undefined)
  return found.id
}
