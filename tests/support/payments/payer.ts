import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { addDays } from '../../../resources/define/dates.ts'
import type { CartAnswer } from '../../../resources/payments/commands/cart.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { formOn } from '../gateways/simulated-shop.ts'
import { goTo, openPageAs, today } from '../journey.ts'

export const CART = '/transaction-view/payment-cart'
export const OURS = { headers: { 'X-Requested-With': 'bilty' } }

/** The person who pays for a customer, and through which gateway the customer does, in the demo company. */
export const payers = {
  MOCK: { loginId: 'customer', code: '100101' },
  PAYU: { loginId: 'jyoti', code: '100102' },
  CCAVENUE: { loginId: 'distributor', code: '100201' },
  BILLDESK: { loginId: 'imran', code: '100110' },
} as const

let made = 0

/** An open invoice that nobody else pays, as Finance enters it and the credit desk confirms; what it is worth is in rupees. */
export async function enterInvoice(finance: Page, code: string, rupees: number) {
  const { request } = finance.context()
  const customers = await (await request.get(`/api/access-control/customer?code=${code}`)).json()
  const documentNo = `INVJ${++made}`
  const data = {
    ...{ customerId: customers.data[0].id, documentNo, documentType: 'INVOICE', asOnDate: today },
    ...{ documentDate: addDays(today, -40), dueDate: addDays(today, -10) },
    ...{ originalAmount: rupees * 100, balanceAmount: rupees * 100 },
    ...{ reason: 'Billed by hand', endsOn: addDays(today, 30) },
  }
  const answer = await request.post('/api/masters/upload-outstanding', { data, ...OURS })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: number }
  return { documentNo, ...(await confirmItem(finance, id)) }
}

/** Confirms what waits of an open item, as the credit desk. */
export async function confirmItem(finance: Page, id: number): Promise<{ id: number; rowVersion: number }> {
  const path = '/api/masters/upload-outstanding'
  const desk = await openPageAs(finance.context().browser()!, 'cc1')
  const { request } = desk.context()
  const waiting = (await (await request.get(`${path}/${id}`)).json()) as { rowVersion: number }
  const data = { action: 'confirm', rows: [{ id, rowVersion: waiting.rowVersion }] }
  const answer = await request.post(`${path}/actions`, { data, ...OURS })
  expect(answer.status(), await answer.text()).toBe(201)
  const { rowVersion } = (await (await request.get(`${path}/${id}`)).json()) as { rowVersion: number }
  await desk.context().close()
  return { id, rowVersion }
}

/** A page of the person who pays through a gateway, whose cart is empty. */
export async function openPayer(browser: Browser, gateway: keyof typeof payers): Promise<Page> {
  const page = await openPageAs(browser, payers[gateway].loginId)
  const { request } = page.context()
  const { cart } = (await (await request.get('/api/payments/cart')).json()) as CartAnswer
  const data = { rowVersion: cart?.rowVersion ?? null, items: [] }
  expect((await request.post('/api/payments/cart', { data, ...OURS })).ok()).toBe(true)
  return page
}

/** Selects a document, and goes on to the review of what is paid. */
export async function reviewDocument(page: Page, documentNo: string) {
  await goTo(page, CART)
  await page.getByRole('checkbox', { name: `Pay ${documentNo}` }).check()
  await page.getByRole('button', { name: 'Review payment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'View Selected Invoices' })).toBeVisible()
}

/** Goes from the review to the page of the gateway, which is another site; the number of the payment. */
export async function goToGateway(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Simulated payment by ${title}` })).toBeVisible()
  return (await page.locator('main b').first().textContent())!
}

/**
 * The gateway leads back to the address that the portal has in mails, on which nobody is signed in: the token alone shows
 * the result. On the address at which the payer signed in they see everything.
 */
export async function backToOwnHost(page: Page) {
  const { pathname, search } = new URL(page.url())
  await page.goto(pathname + search)
}

/** The payment of this number, as whoever is signed in reads it. */
export async function paymentNumbered(page: Page, txnNo: string) {
  const answer = await page.context().request.get(`/api/transaction-view/transactions-view?txnNo=${txnNo}`)
  return (await answer.json()).data[0] as PaymentTransaction
}

/** Pays a document whole through the payer's gateway as a browser does, without opening its screens; the payment. */
export async function payDocument(payer: Page, documentNo: string) {
  const { request } = payer.context()
  const read = await request.get('/api/payments/cart')
  const { cart, items } = (await read.json()) as CartAnswer
  const { id: itemId, payable } = items.find(item => item.documentNo === documentNo)!
  const line = { itemId, payAmount: payable, tdsAmount: 0 }
  const data = { rowVersion: cart?.rowVersion ?? null, items: [line] }
  const filled = (await (await request.post('/api/payments/cart', { data, ...OURS })).json()) as CartAnswer
  const { id: cartId, rowVersion } = filled.cart!
  const checkedOut = await request.post('/api/payments/checkout', {
    data: { cartId, rowVersion, lines: [{ ...line, payable }], total: payable },
    headers: { ...OURS.headers, 'Idempotency-Key': randomUUID() },
  })
  const { location, txnNo } = await checkedOut.json()
  let page = await request.get(location)
  for (const pressed of [{}, { choice: 'success' }, {}] as Record<string, string>[]) {
    const { action, fields } = formOn(await page.text())
    page = await request.post(new URL(action, page.url()).href, { form: { ...fields, ...pressed }, maxRedirects: 0 })
  }
  const payment = await paymentNumbered(payer, txnNo)
  expect(payment.status).toBe('SUCCESS')
  return payment
}
