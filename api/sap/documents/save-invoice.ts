import type { Knex } from 'knex'
import { percentOf, sum } from '../../../resources/define/amounts.ts'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { type InvoiceLine, invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { changesIn, insertRows, updateEach, updateRow } from '../../derive/save/write.ts'
import { dueDatesOf, linkItemsTo } from '../../masters/items-of-invoices.ts'
import { billedQuantities } from '../../orders/billed-quantities.ts'
import { brokenBatches, mailBrokenBatches } from '../../orders/mail/mail-broken-batch.ts'
import { salesStampsOf } from '../../orders/sales-stamps.ts'
import { type Pull, SapRowError, type SaveOutcome } from '../reading/pull.ts'
import { sapAuthor } from '../sap-author.ts'
import { awaitInvoice, settleInvoice } from './awaited-invoices.ts'
import type { BillingDocument, BillingNews, Cancellation } from './billing-document.ts'
import type { BillingLine } from './billing-line.ts'
import { documentCancelled, documentCreated, documentRead } from './document-news.ts'
import {
  type InvoiceReferences,
  onlyOrder,
  orderLineOf,
  type PostedDocument,
  referencesOf,
} from './invoice-references.ts'
import { sbuOfProduct } from './sbu-of-product.ts'

/** Reads the invoices and notes of SAP, and what cancels them. */
export const invoicePull: Pull<BillingNews> = {
  object: 'INVOICE',
  title: 'Invoice',
  since: (sap, instant, how) => sap.billingDocumentsSince(instant, how),
  numberOf: ({ sapBillingDoc }) => sapBillingDoc,
  save: (trx, news) => {
    if (news.kind === 'CANCELLATION') return cancelInvoice(trx, news)
    return news.kind === 'DOCUMENT' ? saveDocument(trx, news) : Promise.resolve('same')
  },
}

/** A document that was cancelled before it was posted never becomes an invoice; one not posted yet is awaited. */
async function saveDocument(trx: Knex, document: BillingDocument): Promise<SaveOutcome> {
  const { sapBillingDoc, invoiceNo, isCancelled } = document
  if (invoiceNo !== null || isCancelled) await settleInvoice(trx, sapBillingDoc)
  else await awaitInvoice(trx, sapBillingDoc)
  return invoiceNo === null ? 'same' : saveInvoice(trx, { ...document, invoiceNo })
}

/** Creates or updates one invoice with its lines, and the invoiced quantity of the orders' lines. Throws SapRowError. */
async function saveInvoice(trx: Knex, document: PostedDocument): Promise<SaveOutcome> {
  const named = await referencesOf(trx, document)
  const row = invoiceRow(document, named)
  const { invoiceNo, sapBillingDoc } = document
  const invoices = await rowsOf(trx, invoice, rows => rows.where({ invoiceNo }).orWhere({ sapBillingDoc }))
  const other = invoices.find(row => row.sapBillingDoc !== sapBillingDoc)
  if (other)
    throw new SapRowError(
      'invoiceNo',
      `Invoice ${invoiceNo} is known with the SAP document ${other.sapBillingDoc}`,
      'DUPLICATE_KEY',
    )
  const [existing] = invoices
  const mixed = new Map<number, Map<number, string[]>>()
  for (const { id } of named.orders) mixed.set(id, await brokenBatches(trx, id))
  const outcome = existing ? await update(trx, existing, row, document, named) : await create(trx, row, document, named)
  if (outcome === 'same') return outcome
  await countInvoiced(
    trx,
    named.lines.map(({ id }) => id),
  )
  for (const [id, before] of mixed) await mailBrokenBatches(trx, id, before)
  if (existing && !existing.isCancelled) await flagIfCancelled(trx, existing.id)
  return outcome
}

async function flagIfCancelled(trx: Knex, id: number) {
  const [cancelled] = await rowsOf(trx, invoice, rows => rows.where({ id, isCancelled: 1 }))
  if (!cancelled) return
  await documentCancelled.tell(trx, cancelled, sapAuthor)
}

/** Marks an invoice that SAP cancelled, on the day of the cancellation; its quantities are to be billed again. One not known yet is read by its number. */
async function cancelInvoice(trx: Knex, cancellation: Cancellation): Promise<SaveOutcome> {
  const { cancels, cancelledOn, cancelSeenOn, sapBillingDoc } = cancellation
  const [cancelledInvoice] = await rowsOf(trx, invoice, rows => rows.where({ sapBillingDoc: cancels }))
  if (!cancelledInvoice) {
    await awaitInvoice(trx, cancels)
    return 'same'
  }
  const changes = changesIn<Partial<Invoice>>(cancelledInvoice, {
    isCancelled: true,
    isCleared: false,
    cancelledOn,
    cancelSeenOn,
    cancellationDoc: sapBillingDoc,
  })
  if (Object.keys(changes).length === 0) return 'same'
  const cancelled = await updateRow(trx, invoice, cancelledInvoice, changes, sapAuthor)
  await documentRead.tell(trx, cancelledInvoice.id)
  // The invoice itself may have told of its cancellation before.
  if (cancelledInvoice.isCancelled) return 'updated'
  const billed = await trx('invoice_line')
    .where('invoiceId', cancelledInvoice.id)
    .whereNotNull('orderLineId')
    .pluck('orderLineId')
  await countInvoiced(trx, billed)
  await documentCancelled.tell(trx, cancelled, sapAuthor)
  return 'updated'
}

function invoiceRow(document: PostedDocument, named: InvoiceReferences) {
  const {
    lines,
    kind: _kind,
    soldTo: _soldTo,
    payer: _payer,
    shipTo: _shipTo,
    plant: _plant,
    changedAt: _changedAt,
    ...own
  } = document
  const { soldTo, payerId, shipToId, plantId, products } = named
  const order = onlyOrder(named, document)
  return {
    ...own,
    cancelledOn: document.isCancelled ? dayOf(document.changedAt) : null,
    dueDate: document.dueDate ?? addDays(document.invoiceDate, soldTo.paymentTermsDays),
    orderId: order?.id ?? null,
    soldToId: soldTo.id,
    payerId,
    shipToId,
    plantId,
    sbuId:
      named.orders[0]?.sbuId ??
      sbuOfProduct(products.get(lines[0]!.product)!, `Billing document ${document.sapBillingDoc}`),
    taxDifference: taxDifference(lines, products),
  }
}

/**
 * SAP's GST less what the rates of our products come to: SAP's counts, and a person may look at the difference. A product
 * whose rate is not known yet makes none.
 */
const taxDifference = (lines: readonly BillingLine[], products: InvoiceReferences['products']) =>
  sum(
    lines.map(({ product, netValue, freightValue, cgst, sgst, igst }) => {
      const { gstRate } = products.get(product)!
      return gstRate === null ? 0 : cgst + sgst + igst - percentOf(netValue + freightValue, gstRate)
    }),
  )

const lineRow = (line: BillingLine, invoiceId: number, named: InvoiceReferences) => ({
  invoiceId,
  lineNo: line.lineNo,
  orderLineId: orderLineOf(named, line)?.id ?? null,
  productId: named.products.get(line.product)!.id,
  batchNo: line.batchNo,
  expiryDate: line.expiryDate,
  qty: line.qty,
  uom: line.uom,
  baseQty: line.baseQty,
  baseUom: line.baseUom,
  sapDeliveryNo: line.sapDeliveryNo,
  refDoc: line.refDoc,
  refItem: line.refItem,
  refCategory: line.refCategory,
  suppliedAs: line.suppliedAs,
  unitPrice: line.unitPrice,
  netValue: line.netValue,
  gstRate: line.gstRate,
  taxValue: line.taxValue,
  grossWeightKg: line.grossWeightKg,
})

async function create(
  trx: Knex,
  row: Partial<Invoice>,
  { lines }: BillingDocument,
  named: InvoiceReferences,
): Promise<'created'> {
  const stamps = await salesStampsOf(trx, row, row.invoiceDate!, named.orders[0])
  const stamped = { ...row, ...stamps, dispatchStatus: 'PENDING' as const }
  const [newInvoice] = await insertRows(trx, invoice, [stamped], sapAuthor)
  await linkItemsTo(trx, newInvoice!)
  const dueDate = (await dueDatesOf(trx, [newInvoice!.id])).get(newInvoice!.id)
  if (dueDate && dueDate !== newInvoice!.dueDate) await updateRow(trx, invoice, newInvoice!, { dueDate }, sapAuthor)
  await insertRows(
    trx,
    invoiceLine,
    lines.map(line => lineRow(line, newInvoice!.id, named)),
    sapAuthor,
  )
  await documentRead.tell(trx, newInvoice!.id)
  await documentCreated.tell(trx, newInvoice!, sapAuthor)
  return 'created'
}

/** What the portal added (dispatch status, e-way bill) stays; a line never leaves an invoice, it is cancelled whole. */
async function update(
  trx: Knex,
  before: Invoice,
  row: Partial<Invoice>,
  { lines, changedAt }: BillingDocument,
  named: InvoiceReferences,
) {
  // SAP takes no cancellation back, whichever of the two documents tells of it.
  const isCancelled = row.isCancelled || before.isCancelled
  const cancelledOn = isCancelled ? (before.cancelledOn ?? dayOf(changedAt)) : null
  const dueDate = (await dueDatesOf(trx, [before.id])).get(before.id) ?? row.dueDate
  const isCleared = !isCancelled && row.isCleared!
  const changes = changesIn(before, { ...row, isCancelled, isCleared, cancelledOn, dueDate })
  const changed = Object.keys(changes).length > 0
  if (changed) await linkItemsTo(trx, await updateRow(trx, invoice, before, changes, sapAuthor))
  const linesByNo = new Map(
    (await rowsOf(trx, invoiceLine, rows => rows.where('invoiceId', before.id))).map(line => [line.lineNo, line]),
  )
  const lineRows = lines.map(line => lineRow(line, before.id, named))
  const added = lineRows.filter(({ lineNo }) => !linesByNo.has(lineNo))
  const differing = lineRows.flatMap(line => {
    const stood = linesByNo.get(line.lineNo)
    const changes = stood ? changesIn<Partial<InvoiceLine>>(stood, line) : {}
    return stood && Object.keys(changes).length > 0 ? [{ before: stood, asked: changes }] : []
  })
  await insertRows(trx, invoiceLine, added, sapAuthor)
  await updateEach(trx, invoiceLine, differing, sapAuthor)
  if (!changed && added.length + differing.length === 0) return 'same'
  await documentRead.tell(trx, before.id)
  return 'updated'
}

/** The quantity of each order line on valid invoices: counted afresh, so that reading twice changes nothing. */
async function countInvoiced(trx: Knex, ids: readonly number[]) {
  const lines = await rowsOf(trx, orderLine, rows => rows.whereIn('id', [...ids]))
  const invoiced = await billedQuantities(trx, rows => rows.whereIn('invoice_line.orderLineId', [...ids]))
  const moved = lines.flatMap(before => {
    const invoicedQty = invoiced.get(before.id) ?? 0
    return invoicedQty === before.invoicedQty ? [] : [{ before, asked: { invoicedQty } }]
  })
  await updateEach(trx, orderLine, moved, sapAuthor)
}
