import type { Knex } from 'knex'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import type { CertifiedBatch, Goods } from '../../resources/coa/commands.ts'
import { complaint } from '../../resources/complaints/complaint.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { tableOf } from '../../resources/define/resource.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { invoiceLine } from '../../resources/dispatches/invoice-line.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { sapDeliveryLine } from '../../resources/dispatches/sap-delivery-line.ts'
import { order } from '../../resources/orders/order.ts'
import { stockLevel } from '../../resources/settings/stock-level.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { billedGoodsOnLrs } from '../goods/billed-on-lrs.ts'
import { invalidField, notFound } from '../platform/errors.ts'

type GoodsKey = keyof Goods
type Batches = (db: Knex, person: Person, id: number) => Knex.QueryBuilder[]

/** What the batches are asked for by: a row that the person must read, and where its batches stand. */
const subjects: Record<GoodsKey, { resource: Resource; column: string; goods: Batches }> = {
  invoiceNo: { resource: invoice, column: 'invoiceNo', goods: ofInvoice },
  invoiceId: { resource: invoice, column: 'id', goods: ofInvoice },
  orderId: { resource: order, column: 'id', goods: ofOrder },
  lrId: { resource: lr, column: 'id', goods: ofLr },
  stockLevelId: { resource: stockLevel, column: 'id', goods: ofRow('stock_level') },
  complaintId: { resource: complaint, column: 'id', goods: ofRow('complaint') },
}

/** How many batches of one order or invoice are told. */
const MOST_BATCHES = 500

/**
 * The batches of an invoice, an order, an LR, a stock level or a complaint that the person reads, each with its certificate
 * where they may open it. Throws 404 for what is out of their reach.
 */
export async function certifiedGoods(db: Knex, person: Person, goods: Goods): Promise<CertifiedBatch[]> {
  const keys = Object.keys(subjects) as GoodsKey[]
  const [key, second] = keys.filter(name => goods[name] !== null)
  if (!key || second) throw invalidField('invoiceNo', 'REQUIRED', `Ask by one of ${keys.join(', ')}`)
  const id = await subjectId(db, person, key, goods[key]!)
  const [first, ...more] = subjects[key].goods(db, person, id)
  const batches: { productId: number; batchNo: string; code: string; name: string }[] = await db
    .from(first!.union(more).as('goods'))
    .join('products', 'products.id', 'goods.productId')
    .whereNotNull('goods.batchNo')
    .select('goods.productId', 'goods.batchNo', 'products.code', 'products.name')
    .orderBy(['products.code', 'goods.batchNo'])
    .limit(MOST_BATCHES)
  const certificates = await openable(db, person, batches)
  return batches.map(({ productId, batchNo, code, name }) => {
    const certificate = certificates.find(one => one.productId === productId && one.batchNo === batchNo)
    const product = `${code} · ${name}`
    return { productId, batchNo, product, certificateId: certificate?.id ?? null, coaNo: certificate?.coaNo ?? null }
  })
}

function ofInvoice(db: Knex, person: Person, id: number) {
  return [invoiced(db, person, rows => rows.where('invoice_line.invoiceId', id))]
}

function ofLr(db: Knex, person: Person, id: number) {
  const carried = billedGoodsOnLrs(db).where('carried.lrId', id).whereNotNull('invoice.id').select('invoice.id')
  return [invoiced(db, person, rows => rows.whereIn('invoice_line.invoiceId', carried))]
}

/** What was invoiced of an order, and what SAP has picked for it. */
function ofOrder(db: Knex, person: Person, id: number) {
  const goods = [
    invoiced(db, person, rows =>
      rows.where(any =>
        any
          .whereIn('invoice_line.invoiceId', db('invoice').where('orderId', id).select('id'))
          .orWhereIn('invoice_line.orderLineId', db('order_line').where('orderId', id).select('id')),
      ),
    ),
  ]
  if (person.ability.can('read', sapDeliveryLine.path))
    goods.push(
      restrict(
        db('sap_delivery_line').where({ 'sap_delivery_line.orderId': id, countsAs: 'GOODS' }),
        db,
        sapDeliveryLine,
        person,
        'read',
      )
        .select('sap_delivery_line.productId', 'sap_delivery_line.batchNo')
        .distinct(),
    )
  return goods
}

/** The product and batch of one row that the person was found to read. */
function ofRow(table: 'stock_level' | 'complaint'): Batches {
  return (db, _person, id) => [db(table).where({ id }).whereNotNull('productId').select('productId', 'batchNo')]
}

/** Lines of invoices whose batches the person reads. */
function invoiced(db: Knex, person: Person, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder) {
  return narrow(db('invoice_line'))
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .where('invoice.isCancelled', 0)
    .where(any =>
      any.whereIn('invoice_line.id', readableLines(db, person)).orWhereExists(readableCertificates(db, person)),
    )
    .distinct('invoice_line.productId', 'invoice_line.batchNo')
}

/** The invoice lines whose batches the person reads anyway; none where they read no invoice lines. */
const readableLines = (db: Knex, person: Person) =>
  person.ability.can('read', invoiceLine.path)
    ? restrict(db('invoice_line'), db, invoiceLine, person, 'read').select('invoice_line.id')
    : []

/** Certificates of a line's batch that are the person's to read: the end customer of a distributor reads no invoice. */
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

async function subjectId(db: Knex, person: Person, key: GoodsKey, value: string | number): Promise<number> {
  const { resource, column } = subjects[key]
  if (!person.ability.can('read', resource.path)) throw notFound()
  const table = tableOf(resource)
  const wanted = typeof value === 'number' ? value : value.toUpperCase().slice(0, 16)
  const rows = restrict(db(table).where(`${table}.${column}`, wanted), db, resource, person, 'read', true)
  const subject = await rows.first(`${table}.id`)
  if (!subject) throw notFound(key === 'invoiceNo' ? 'No invoice of yours has this number.' : undefined)
  return subject.id
}
