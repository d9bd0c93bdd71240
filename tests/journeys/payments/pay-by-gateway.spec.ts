import type { Browser, Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import {
  backToOwnHost,
  enterInvoice,
  goToGateway,
  openPayer,
  payers,
  paymentNumbered,
  reviewDocument,
} from '../../support/payments/payer.ts'
import { pdfText } from '../../support/pdf-text.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A payer with an invoice of ₹ 1,180 of their own, and the Finance person who entered it. */
async function payerWithInvoice(browser: Browser, gateway: keyof typeof payers) {
  const finance = await openPageAs(browser, 'finance')
  const invoice = await enterInvoice(finance, payers[gateway].code, 1180)
  return { finance, page: await openPayer(browser, gateway), ...invoice }
}

test('a payer by PayU whose sign-in ends at the gateway sees the result, and later the receipt; Back pays nothing again', async ({
  browser,
}) => {
  const { page, documentNo } = await payerWithInvoice(browser, 'PAYU')
  await reviewDocument(page, documentNo)
  const review = page.url()
  const txnNo = await goToGateway(page, 'PayU')
  expect(new URL(page.url()).hostname).not.toBe(new URL(review).hostname)
  await noteLook(page)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Pay: success' }).click()
  await expect(heading(page, 'Payment successful')).toBeVisible()
  await expect(page.getByText('We received ₹ 1,180.00. Thank you.')).toBeVisible()
  await backToOwnHost(page)
  await expect(page.getByText('We received ₹ 1,180.00. Thank you.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download receipt' })).toHaveCount(0)
  await noteLook(page)

  await test.step('signed in again they get the receipt', async () => {
    await page.context().addCookies(cookies)
    await page.reload()
    const receipt = await page.getByRole('link', { name: 'Download receipt' }).getAttribute('href')
    const pdf = await page.context().request.get(receipt!)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    expect(pdfText(await pdf.body())).toContain(documentNo)
  })
  await test.step('neither Back nor the address of the hand-over pays again', async () => {
    await goTo(page, review)
    await expect(page.getByText(/^Nothing is selected\./)).toBeVisible()
    await noteLook(page)
    // A page of the server, which no screen of the portal shows.
    await page.goto(`/payments/hand-over/${txnNo}`)
    await expect(page.getByText('Paid. Thank you.')).toBeVisible()
    await expect(page.getByRole('region', { name: /^Received ₹/ })).toContainText(documentNo)
    await page.goBack()
    await expect(heading(page, 'This payment is already at the gateway')).toBeVisible()
    await noteLook(page)
  })
})

test('a distributor gives up at CCAvenue, tries again with the same invoice and pays, all by keyboard', {
  tag: '@proof',
}, async ({ browser }) => {
  const { page, documentNo } = await payerWithInvoice(browser, 'CCAVENUE')
  await goTo(page, '/transaction-view/payment-cart')
  await expect(page.getByRole('checkbox', { name: `Pay ${documentNo}` })).toBeVisible()
  await press(page, 'checkbox', `Pay ${documentNo}`, 'Space')
  await press(page, 'button', 'Review payment')
  await expect(heading(page, 'View Selected Invoices')).toBeVisible()
  await noteLook(page)
  await press(page, 'button', 'Pay ₹ 1,180.00')
  await expect(heading(page, 'Simulated payment by CCAvenue')).toBeVisible()
  await press(page, 'button', 'Give up')
  await expect(heading(page, 'Payment cancelled')).toBeVisible()
  await expect(page.getByText('The payment was cancelled before it was completed.')).toBeVisible()
  await backToOwnHost(page)
  await expect(heading(page, 'Payment cancelled')).toBeVisible()
  await noteLook(page)
  await press(page, 'button', 'Try again')
  await expect(page.getByRole('checkbox', { name: `Pay ${documentNo}` })).toBeChecked()
  await press(page, 'button', 'Review payment')
  await expect(heading(page, 'View Selected Invoices')).toBeVisible()
  await press(page, 'button', 'Pay ₹ 1,180.00')
  await expect(heading(page, 'Simulated payment by CCAvenue')).toBeVisible()
  await press(page, 'button', 'Pay: success')
  await expect(heading(page, 'Payment successful')).toBeVisible()
  await backToOwnHost(page)
  await expect(page.getByText(documentNo)).toBeVisible()
  const txnNo = new URL(page.url()).searchParams.get('txn')!
  expect((await paymentNumbered(page, txnNo)).status).toBe('SUCCESS')
})

test('a payment by BillDesk that failed succeeds late, without the browser: its payer and Finance see it', async ({
  browser,
}) => {
  const { page, finance, documentNo } = await payerWithInvoice(browser, 'BILLDESK')
  await reviewDocument(page, documentNo)
  const txnNo = await goToGateway(page, 'BillDesk')
  const secondTry = await choiceAtGateway(page, 'early')
  await page.route('**/api/payments/return/**', route => route.fulfill({ body: 'No connection to the portal' }))
  await page.getByRole('button', { name: 'Pay: failure' }).click()
  await expect(page.getByText('No connection to the portal')).toBeVisible()
  await expect.poll(async () => (await paymentNumbered(finance, txnNo)).status).toBe('FAILED')
  const { id } = await paymentNumbered(finance, txnNo)
  const address = `/transaction-view/transactions-view/show/${id}`
  await goTo(page, address)
  await expect(page.getByText(/^Not paid\. If you were debited, your bank returns it within 5 days\./)).toBeVisible()

  await secondTry()
  await expect.poll(async () => (await paymentNumbered(finance, txnNo)).status).toBe('SUCCESS')
  await page.reload()
  await expect(page.getByText('Thank you.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download receipt' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Received ₹/ })).toContainText(documentNo)
  await noteLook(page)
  await goTo(finance, address)
  await expect(finance.getByRole('region', { name: 'Gateway messages' })).toContainText('Notify')
  await noteLook(finance)
})

test('whoever tampers with a payment pays nothing, and another amount than asked for is for Finance to decide', async ({
  browser,
}) => {
  const { page, finance, documentNo } = await payerWithInvoice(browser, 'PAYU')
  await reviewDocument(page, documentNo)
  const forged = await goToGateway(page, 'PayU')
  await page.getByRole('button', { name: 'Tamper with the status' }).click()
  await expect(page.getByText('This link contains no payment. Open your payments.')).toBeVisible()
  await noteLook(page)
  await expect.poll(async () => (await paymentNumbered(finance, forged)).status).toBe('FAILED')
  await openPayment(finance, forged)
  // What is not signed is counted at its account, and kept nowhere.
  const sent = finance.getByRole('region', { name: 'Gateway messages' })
  await expect(sent).toBeVisible()
  await expect(sent.getByRole('row').filter({ hasText: 'Not valid' })).toHaveCount(0)

  await reviewDocument(page, documentNo)
  const less = await goToGateway(page, 'PayU')
  await page.getByRole('button', { name: 'Pay another amount' }).click()
  await expect(heading(page, 'Your payment')).toBeVisible()
  await expect(page.getByText('We received your payment and are checking it. We write to you.')).toBeVisible()
  await openPayment(finance, less)
  await expect(finance.getByText(/to decide by /).first()).toBeVisible()
  await expect(finance.getByRole('region', { name: /^Received ₹/ })).toContainText('less than asked')
  await noteLook(finance)
})

async function openPayment(page: Page, txnNo: string) {
  await goTo(page, `/transaction-view/transactions-view/show/${(await paymentNumbered(page, txnNo)).id}`)
  await expect(page.getByText(`Payment ${txnNo}`, { exact: true })).toBeVisible()
}

/** What presses a button of the gateway's page in another window of the payer, which then closes. */
async function choiceAtGateway(page: Page, choice: string) {
  const fields = await page
    .locator('input[type=hidden]')
    .evaluateAll(found => found.map(input => [(input as HTMLInputElement).name, (input as HTMLInputElement).value]))
  const address = await page.locator('form').evaluate(form => (form as HTMLFormElement).action)
  return async () => {
    const form = { ...Object.fromEntries(fields), choice }
    expect((await page.context().request.post(address, { form })).ok()).toBe(true)
  }
}

/** Walks to a control with the tabulator, as who has no mouse does, and presses it. */
async function press(page: Page, role: 'button' | 'checkbox', name: string, key = 'Enter') {
  const control = page.getByRole(role, { name, exact: true })
  await expect(control).toBeEnabled()
  for (let steps = 0; steps < 80; steps++) {
    if (await control.evaluate(found => found === document.activeElement)) return page.keyboard.press(key)
    await page.keyboard.press('Tab')
  }
  throw new Error(`The tabulator does not reach ${name}`)
}
