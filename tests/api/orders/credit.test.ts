import { afterAll, beforeAll, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { readClearedInvoices } from '../../../api/sap/documents/cleared-invoices.ts'
import type { CreditPanel } from '../../../resources/orders/approvals/decision.ts'
import { importFile } from '../../support/imports.ts'
import { withinSeconds } from '../../support/limits.ts'
import { exampleCustomer, submittedOrder, waitForStatus } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
let asha: ApiClient
let finance: ApiClient
let payerId: number

beforeAll(async () => {
  // SAP bills an order a second after it got it.
  portal = await demoPortal({ SAP_SIMULATOR_BILLS_AFTER: '1' })
  asha = await portal.as('asha')
  finance = await portal.as('finance')
  payerId = (await exampleCustomer(portal)).id
})
afterAll(() => portal.close())

/** The used credit as the order form, Customer 360 and the approver of an order are told it. */
async function told(orderId: number) {
  const { body: context } = await asha.get(`/api/order-context?customerId=${payerId}`)
  const { body: whole } = await finance.get(`/api/customer-360?customerId=${payerId}`)
  const { body: decision } = await (await portal.as('joseph')).get(`/api/decisions?orderId=${orderId}`)
  const { grossValue, exposure } = decision.credit as CreditPanel
  const { outstanding, newInvoices, otherOrders } = context.credit
  return {
    form: outstanding + newInvoices + otherOrders,
    page: whole.credit.used,
    panel: exposure - grossValue,
    newInvoices,
  }
}

/** Imports the open items of the payer as of today. */
async function importItems(rows: string[]) {
  const head =
    'customer_code,document_no,document_type,document_date,due_date,original_amount,balance_amount,sbu_code,sap_billing_doc'
  const { code } = await portal.db('customer').where({ id: payerId }).first('code')
  const lines = [head, ...rows.map(row => `${code},${row}`)]
  const given = { commit: true, 'given.asOnDate': today() }
  const job = await importFile(portal, finance, 'masters/upload-outstanding', lines.join('\n'), given)
  expect(job).toMatchObject({ status: 'DONE', rowsFailed: 0 })
}

const rupeesOf = (paise: number) => (paise / 100).toFixed(2)

it('goods that were billed keep counting against the credit limit until they are paid, in one figure everywhere', async () => {
  const order = await submittedOrder(portal, asha, [['LS-1004', 40, 0]])
  await waitForStatus(portal, order.id, 'CONFIRMED')
  const { form: ordered } = await told(order.id)
  // Another order of the same size is too much for the limit.
  const { grossValue } = await portal.db('order').where({ id: order.id }).first('grossValue')
  await portal
    .db('customer')
    .where({ id: payerId })
    .update({ creditLimit: ordered + grossValue - 1_00 })

  const findInvoice = () => portal.db('invoice').where({ orderId: order.id }).first()
  const findBilled = async () => {
    await portal.readOutside()
    return findInvoice()
  }
  await expect.poll(findBilled, { timeout: withinSeconds(40) }).toBeTruthy()
  const invoice = await findInvoice()
  expect(invoice).toMatchObject({ payerId, isCleared: 0 })
  const billed = await told(order.id)
  expect(billed.form).toBe(ordered - grossValue + invoice.grossValue)
  expect(billed).toEqual({ form: billed.form, page: billed.form, panel: billed.form, newInvoices: invoice.grossValue })
  const blocked = await submittedOrder(portal, asha, [['LS-1004', 40, 0]])
  expect(await portal.db('order').where({ id: blocked.id }).first()).toMatchObject({
    ...{ status: 'PENDING', pendingStep: 'LIMIT', creditExposure: billed.form + grossValue },
  })
  await portal.db('order').where({ id: blocked.id }).update({ status: 'CANCELLED', pendingStep: null })

  // The open item arrives: nothing changes but where it is counted.
  const others = await portal.db('upload_outstanding').where({ customerId: payerId, isActive: 1 })
  const kept = others.map(item =>
    [
      ...[item.documentNo, item.documentType, item.documentDate, item.dueDate],
      ...[rupeesOf(item.originalAmount), rupeesOf(item.balanceAmount), 'LS', ''],
    ].join(','),
  )
  const amount = rupeesOf(invoice.grossValue)
  const item = (balance: string) =>
    `RV-77,INVOICE,${invoice.invoiceDate},${invoice.dueDate},${amount},${balance},LS,${invoice.sapBillingDoc}`
  await importItems([...kept, item(amount)])
  expect(await told(order.id)).toEqual({ form: billed.form, page: billed.form, panel: billed.form, newInvoices: 0 })
  await importItems([...kept, item('1.00')])
  const paid = billed.form - invoice.grossValue
  expect((await told(order.id)).page).toBe(paid + 1_00)

  // It is paid: a newer file no longer has it, and the invoice does not count again.
  await importItems(kept)
  expect(await told(order.id)).toEqual({ form: paid, page: paid, panel: paid, newInvoices: 0 })
  expect(await portal.db('upload_outstanding').where({ documentNo: 'RV-77' }).first()).toMatchObject({
    ...{ isActive: 0, closedOn: today(), invoiceId: invoice.id },
  })
  // Whoever removes the item by hand has not received the money.
  await portal.db('upload_outstanding').where({ documentNo: 'RV-77' }).update({ closedOn: null })
  expect((await told(order.id)).newInvoices).toBe(invoice.grossValue)

  // The night finds out what SAP knows of it.
  expect(await readClearedInvoices(portal.db)).toBe(0)
  const cleared = { billingDocument: invoice.sapBillingDoc, cleared: true }
  expect((await portal.simulators.post('/sap/simulator/invoice', cleared)).status).toBe(204)
  expect(await readClearedInvoices(portal.db)).toBe(1)
  expect((await told(order.id)).newInvoices).toBe(0)
})
