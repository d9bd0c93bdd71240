import { countSales } from '../../../api/mis/facts/sale-fact.ts'
import { now, today } from '../../../api/platform/clock.ts'
import { complaint } from '../../../resources/complaints/complaint.ts'
import { addDays, monthsLater } from '../../../resources/define/dates.ts'
import { pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { custShiptoProdPrice } from '../../../resources/masters/cust-shipto-prod-price.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { approvalTask } from '../../../resources/orders/approval-task.ts'
import { eudDocument } from '../../../resources/orders/eud-document.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { orderStep } from '../../../resources/orders/order-step.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { feedback } from '../../../resources/shipment-tracking/feedback.ts'
import { lrWith } from '../dispatches/shipments.ts'
import { exampleRow } from '../example-rows.ts'
import { submittedOrder } from '../orders/example-order.ts'
import { capturedFor } from '../payments/captured.ts'
import type { TestPortal } from '../portal.ts'

/** Gives every report a row in the period with which it opens, where the demo company has none. */
export async function rowOfEachReport(portal: TestPortal) {
  const { db } = portal
  await submittedOrder(portal, await portal.as('asha'))
  await exampleRow(db, order, { orderDate: today(), statusSince: now() })
  const lapsed = await exampleRow(db, order, { status: 'DEAD', statusSince: now() })
  const step = { orderId: lapsed.id, step: 'expire', fromStatus: 'DRAFT', toStatus: 'DEAD', at: now() }
  await exampleRow(db, orderStep, step)
  const deleted = await exampleRow(db, order, { status: 'DELETED', deletedAt: now() })
  const again = await exampleRow(db, orderLine)
  await exampleRow(db, orderLine, {
    ...{ orderId: deleted.id, lineStatus: 'DELETED', deletedAt: now(), reorderedLineId: again.id },
  })
  const approved = await exampleRow(db, order, { status: 'APPROVED', orderDate: today(), statusSince: now() })
  const line = { orderId: approved.id, listPrice: 20_000, qty: 1_000, netValue: 10_000 }
  const { id: orderLineId } = await exampleRow(db, orderLine, line)
  await exampleRow(db, scheduleLine, { orderId: approved.id, orderLineId, requestedDate: today() })
  await exampleRow(db, approvalTask, {
    orderId: approved.id,
    step: 'CSC',
    status: 'APPROVED',
    actedAt: now(),
    triggerJson: {},
  })
  await exampleRow(db, approvalTask, {
    ...{ orderId: approved.id, step: 'LIMIT_PRICE', status: 'APPROVED', actedAt: now(), triggerJson: {} },
    ...{ measuredValue: 1_795, limitValue: 200, rule: 'HIGHEST_LIMIT' },
    actedById: (await db('user').where({ loginId: 'meena' }).first('id')).id,
  })
  await exampleRow(db, custShiptoProdPrice, { validTo: addDays(today(), 20) })
  const refused = await exampleRow(db, order, { status: 'REJECTED', orderDate: today(), submittedAt: now() })
  await exampleRow(db, orderLine, { orderId: refused.id, netValue: 10_000 })
  const waiting = await exampleRow(db, order, { status: 'PENDING', pendingStep: 'CSC', statusSince: now() })
  await exampleRow(db, approvalTask, { orderId: waiting.id, step: 'CSC', status: 'PENDING', triggerJson: {} })
  const billed = await exampleRow(db, invoice, { invoiceDate: today(), freightValue: 5_000 })
  await exampleRow(db, pwcCollection, { invoiceId: billed.id, collectorIdNo: '1234' })
  await exampleRow(db, uploadOutstanding, {
    documentDate: today(),
    originalAmount: 10_000,
    balanceAmount: 10_000,
    dueDate: today(),
  })
  await exampleRow(db, eudDocument)
  const { id: invoiceId } = await exampleRow(db, invoice, { invoiceType: 'INVOICE', invoiceDate: today() })
  const { productId } = await exampleRow(db, invoiceLine, { invoiceId, batchNo: 'B1' })
  await countSales(db, [invoiceId])
  await exampleRow(db, complaint, { complaintType: 'PRODUCT_QUALITY', productId, batchNo: 'B1' })
  await dispatched(portal)
  const paid = { status: 'SUCCESS', paidAt: now(), idempotencyKey: 'a', requestHash: 'a' }
  await capturedFor(db, await exampleRow(db, paymentTransaction, paid))
}

/** An LR that has arrived, with what its customer says of it. */
async function dispatched({ db }: TestPortal) {
  const withCity = async (table: string) =>
    (await db(table).whereNotNull('cityId').orderBy('id').first()) as { id: number; cityId: number }
  const { id: plantId, cityId } = await withCity('plant')
  const transporterId = (await db('transporter').first('id')).id
  const { id: customerId } = await withCity('customer')
  const arrived = { lrDate: today(), deliveryStatus: 'DELIVERED', deliveredOn: today() }
  const { lrId, shipmentId } = await lrWith(db, { plantId, cityId, transporterId, customerId }, arrived)
  await exampleRow(db, lrLine, { lrId })
  // Nobody has billed it by the end of the last month.
  await lrWith(db, { plantId, cityId, transporterId, customerId }, { lrDate: monthsLater(today(), -1) })
  await exampleRow(db, feedback, { shipmentId, lrId })
}
