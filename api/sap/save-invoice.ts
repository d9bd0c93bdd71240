import type { Knex } from 'knex'
import { customer } from '../../resources/access-control/customer.ts'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import { addDays } from '../../resources/define/dates.ts'
import { type Invoice, invoice } from '../../resources/dispatches/invoice.ts'
import { type InvoiceLine, invoiceLine } from '../../resources/dispatches/invoice-line.ts'
import { type Product, products } from '../../resources/masters/products.ts'
import { type Order, order } from '../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import { unitsIn } from '../../resources/orders/unit-conversion.ts'
import { plant } from '../../resources/settings/plant.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { changesIn, insertRows, updateEach, updateRow } from '../derive/save/write.ts'
import { linkItemsTo } from '../masters/items-of-invoices.ts'
import { billedQuantities } from '../orders/billed-quantities.ts'
import { brokenBatches, mailBrokenBatches } from '../orders/mail/mail-broken-batch.ts'
import type { BillingDocument, BillingLine } from './billing-document.ts'
import { itemNo } from './odata.ts'
import { DocumentError, type Pull, type SaveOutcome } from './pull.ts'
import { sapAuthor } from './sap-author.ts'

/** Reads the invoices of SAP. */
export const invoicePull: Pull<BillingDocument> = {
  object: 'INVOICE',
  title: 'Billing document',
  since: (sap, instant, unreadable) => sap.billingDocumentsSince(instant, { unreadable }),
  numberOf: ({ sapBillingDoc }) => sapBillingDoc,
  save: saveInvoice,
}

/** Creates or updates one invoice with its lines, and the invoiced quantity of the order's lines. Throws RowError. */
async function saveInvoice(trx: Knex, document: BillingDocument): Promise<SaveOutcome> {
  const named = await rowsNamed(trx, document)
  demandUnits(document, named)
  const row = invoiceRow(document, named)
  const { invoiceNo, sapBillingDoc } = document
  const found = await rowsOf(trx, invoice, rows => rows.where({ invoiceNo }).orWhere({ sapBillingDoc }))
  const other = found.find(row => row.sapBillingDoc !== sapBillingDoc)
  if (other)
    throw new DocumentError(
      'invoiceNo',
      `Invoice ${invoiceNo} is known with the SAP document ${other.sapBillingDoc}`,
      'DUPLICATE_KEY',
    )
  const [known] = found
  const mixed = named.order ? await brokenBatches(trx, named.order.id) : new Map()
  const outcome = known ? await update(trx, known, row, document, named) : await create(trx, row, document, named)
  if (outcome === 'same') return outcome
  await countInvoiced(trx, named.lines)
  if (named.order) await mailBrokenBatches(trx, named.order.id, mixed)
  return outcome
}

interface NamedRows {
  soldTo: { id: number; paymentTermsDays: number }
  payerId: number
  shipToId: number | null
  plantId: number
  order: Order | null
  /** Lines of the order. */
  lines: OrderLine[]
  products: ReadonlyMap<string, Product>
}

async function rowsNamed(trx: Knex, document: BillingDocument): Promise<NamedRows> {
  const about = `Invoice ${document.invoiceNo}`
  const [soldTo] = await rowsOf(trx, customer, rows => rows.where('code', document.soldTo))
  if (!soldTo) throw new DocumentError('soldToId', `${about}: the portal has no customer ${document.soldTo}`)
  const [site] = document.plant === null ? [] : await rowsOf(trx, plant, rows => rows.where('code', document.plant))
  if (!site)
    throw new DocumentError('plantId', `${about}: the portal has no plant ${document.plant ?? 'without a code'}`)
  const [bought] =
    document.sapOrderNo === null ? [] : await rowsOf(trx, order, rows => rows.where('sapOrderNo', document.sapOrderNo))
  return {
    soldTo,
    payerId: await payerOf(trx, document, bought?.payerId ?? soldTo.id),
    shipToId: await shipToOf(trx, document, bought?.shipToId ?? null, soldTo.id, about),
    plantId: site.id,
    order: bought ?? null,
    lines: bought ? await rowsOf(trx, orderLine, rows => rows.where('orderId', bought.id)) : [],
    products: await productsOf(trx, document.lines, about),
  }
}

/** Who owes the invoice: SAP's payer, or who would where the portal does not know them. */
async function payerOf(trx: Knex, { payer: code }: BillingDocument, otherwise: number): Promise<number> {
  const [payer] = code === null ? [] : await rowsOf(trx, customer, rows => rows.where('code', code))
  return payer?.id ?? otherwise
}

/** The order's own ship-to when SAP names it, for two customers may share a code; else the sold-to's of that code. */
async function shipToOf(
  trx: Knex,
  { shipTo: code }: BillingDocument,
  ordered: number | null,
  soldToId: number,
  about: string,
) {
  if (code === null) return ordered
  const found = await rowsOf(trx, shipTo, rows => rows.where('code', code))
  const own =
    found.find(({ id }) => id === ordered) ?? found.find(({ customerId }) => customerId === soldToId) ?? found[0]
  if (!own) throw new DocumentError('shipToId', `${about}: the portal has no ship-to ${code}`)
  return own.id
}

async function productsOf(trx: Knex, lines: BillingLine[], about: string) {
  const codes = [...new Set(lines.map(({ product }) => product))]
  const found = new Map((await rowsOf(trx, products, rows => rows.whereIn('code', codes))).map(row => [row.code, row]))
  const missing = codes.find(code => !found.has(code))
  if (missing !== undefined) throw new DocumentError('productId', `${about}: the portal has no product ${missing}`)
  if (codes.length === 0) throw new DocumentError('lineNo', `${about}: it has no lines`, 'REQUIRED')
  return found
}

function invoiceRow(document: BillingDocument, { soldTo, payerId, shipToId, plantId, order, products }: NamedRows) {
  const {
    lines,
    soldTo: _soldTo,
    payer: _payer,
    shipTo: _shipTo,
    plant: _plant,
    changedAt: _changedAt,
    ...own
  } = document
  return {
    ...own,
    dueDate: document.dueDate ?? addDays(document.invoiceDate, soldTo.paymentTermsDays),
    orderId: order?.id ?? null,
    soldToId: soldTo.id,
    payerId,
    shipToId,
    plantId,
    sbuId: order?.sbuId ?? products.get(lines[0]!.product)!.sbuId,
  }
}

const lineRow = (line: BillingLine, invoiceId: number, { lines, order, products }: NamedRows) => ({
  invoiceId,
  lineNo: line.lineNo,
  orderLineId: line.sapOrderNo === order?.sapOrderNo ? (orderLineOf(lines, line.sapItemNo)?.id ?? null) : null,
  productId: products.get(line.product)!.id,
  batchNo: line.batchNo,
  expiryDate: line.expiryDate,
  qty: line.qty,
  uom: line.uom,
  unitPrice: line.unitPrice,
  netValue: line.netValue,
  gstRate: line.gstRate,
  taxValue: line.taxValue,
  grossWeightKg: line.grossWeightKg,
})

/** Throws for a line that is billed in a unit which cannot be converted to the one it was ordered in. */
function demandUnits({ invoiceNo, lines: billed }: BillingDocument, { lines, order, products }: NamedRows) {
  for (const line of billed) {
    const ordered = line.sapOrderNo === order?.sapOrderNo ? orderLineOf(lines, line.sapItemNo) : undefined
    if (!ordered || unitsIn(products.get(line.product)!, line.uom, ordered.uom)) continue
    const message = `Invoice ${invoiceNo}: line ${line.lineNo} is billed in ${line.uom}, which cannot be converted to ${ordered.uom}, in which ${line.product} was ordered`
    throw new DocumentError('uom', message, 'UOM_MISMATCH')
  }
}

const orderLineOf = (lines: OrderLine[], sapItemNo: string | null) =>
  lines.find(line => sapItemNo !== null && (line.sapItemNo ?? itemNo(line.lineNo)) === sapItemNo)

async function create(
  trx: Knex,
  row: Partial<Invoice>,
  { lines }: BillingDocument,
  named: NamedRows,
): Promise<'created'> {
  const [made] = await insertRows(trx, invoice, [{ ...row, dispatchStatus: 'PENDING' }], sapAuthor)
  await linkItemsTo(trx, made!)
  await insertRows(
    trx,
    invoiceLine,
    lines.map(line => lineRow(line, made!.id, named)),
    sapAuthor,
  )
  return 'created'
}

/** What the portal added (dispatch status, e-way bill) stays; a line never leaves an invoice, it is cancelled whole. */
async function update(trx: Knex, before: Invoice, row: Partial<Invoice>, { lines }: BillingDocument, named: NamedRows) {
  const changes = changesIn(before, row)
  const changed = Object.keys(changes).length > 0
  if (changed) await linkItemsTo(trx, await updateRow(trx, invoice, before, changes, sapAuthor))
  const known = new Map(
    (await rowsOf(trx, invoiceLine, rows => rows.where('invoiceId', before.id))).map(line => [line.lineNo, line]),
  )
  const lineRows = lines.map(line => lineRow(line, before.id, named))
  const added = lineRows.filter(({ lineNo }) => !known.has(lineNo))
  const differing = lineRows.flatMap(line => {
    const stood = known.get(line.lineNo)
    const changes = stood ? changesIn<Partial<InvoiceLine>>(stood, line) : {}
    return stood && Object.keys(changes).length > 0 ? [{ before: stood, asked: changes }] : []
  })
  await insertRows(trx, invoiceLine, added, sapAuthor)
  await updateEach(trx, invoiceLine, differing, sapAuthor)
  return changed || added.length + differing.length > 0 ? 'updated' : 'same'
}

/** The quantity of each order line on valid invoices: counted afresh, so that reading twice changes nothing. */
async function countInvoiced(trx: Knex, lines: OrderLine[]) {
  const ids = lines.map(({ id }) => id)
  const invoiced = await billedQuantities(trx, rows => rows.whereIn('invoice_line.orderLineId', ids))
  const moved = lines.flatMap(before => {
    const invoicedQty = invoiced.get(before.id) ?? 0
    return invoicedQty === before.invoicedQty ? [] : [{ before, asked: { invoicedQty } }]
  })
  await updateEach(trx, orderLine, moved, sapAuthor)
}
