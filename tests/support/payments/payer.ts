import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import type { ChoiceName } from '../../../api/simulators/gateways/choices.ts'
import { sum } from '../../../resources/define/amounts.ts'
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
  const [invoice] = await enterInvoices(finance, code, [rupees])
  return invoice!
}

/** Several of them at once. */
export async function enterInvoices(finance: Page, code: string, rupees: readonly number[]) {
  const { request } = finance.context()
  const customers = await (await request.get(`/api/access-control/customer?code=${code}`)).json()
  const data = rupees.map(worth => ({
    ...{ customerId: customers.data[0].id, documentNo: `INVJ${++made}`, documentType: 'INVOICE', asOnDate: today },
    ...{ documentDate: addDays(today, -40), dueDate: addDays(today, -10) },
    ...{ originalAmount: worth * 100, balanceAmount: worth * 100 },
    ...{ reason: 'Billed by hand', endsOn: addDays(today, 30) },
  }))
  const answer = await request.post('/api/masters/upload-outstanding', { data, ...OURS })
  expect(answer.status(), await answer.text()).toBe(201)
  const entered = (await answer.json()) as { id: number; documentNo: string }[]
  const confirmed = await confirmItems(
    finance,
    entered.map(({ id }) => id),
  )
  return entered.map(({ id, documentNo }, at) => ({ id, documentNo, rowVersion: confirmed[at]!.rowVersion }))
}

/** Confirms what waits of an open item, as the credit desk. */
export async function confirmItem(finance: Page, id: number): Promise<{ id: number; rowVersion: number }> {
  const [item] = await confirmItems(finance, [id])
  return item!
}

async function confirmItems(finance: Page, ids: readonly number[]) {
  const path = '/api/masters/upload-outstanding'
  const desk = await openPageAs(finance.context().browser()!, 'cc1')
  const { request } = desk.context()
  const read = () =>
    Promise.all(
      ids.map(async id => {
        const { rowVersion } = (await (await request.get(`${path}/${id}`)).json()) as { rowVersion: number }
        return { id, rowVersion }
      }),
    )
  const data = { action: 'confirm', rows: await read() }
  const answer = await request.post(`${path}/actions`, { data, ...OURS })
  expect(answer.status(), await answer.text()).toBe(201)
  const confirmed = await read()
  await desk.context().close()
  return confirmed
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
  const payment = await payDocuments(payer, [documentNo])
  expect(payment.status).toBe('SUCCESS')
  return payment
}

/** The same of several documents, with another button of the gateway's page where one is named. */
export async function payDocuments(payer: Page, documentNos: readonly string[], choice: ChoiceName = 'success') {
  const { request } = payer.context()
  const read = await request.get('/api/payments/cart')
  const { cart, items: open } = (await read.json()) as CartAnswer
  const lines = documentNos.map(documentNo => {
    const { id: itemId, payable } = open.find(item => item.documentNo === documentNo)!
    return { itemId, payAmount: payable, tdsAmount: 0, payable }
  })
  const items = lines.map(({ payable, ...item }) => item)
  const data = { rowVersion: cart?.rowVersion ?? null, items }
  const filled = (await (await request.post('/api/payments/cart', { data, ...OURS })).json()) as CartAnswer
  const { id: cartId, rowVersion } = filled.cart!
  const checkedOut = await request.post('/api/payments/checkout', {
    data: { cartId, rowVersion, lines, total: sum(lines.map(({ payable }) => payable)) },
    headers: { ...OURS.headers, 'Idempotency-Key': randomUUID() },
  })
  const { location, txnNo } = await checkedOut.json()
  let page = await request.get(location)
  for (const pressed of [{}, { choice }, {}] as Record<string, string>[]) {
    const { action, fields } = formOn(await page.text())
    page = await request.post(new URL(action, page.url()).href, { form: { ...fields, ...pressed }, maxRedirects: 0 })
  }
  return paymentNumbered(payer, txnNo)
}
