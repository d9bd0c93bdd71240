import type { Browser, Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import {
  backToOwnHost,
  CART,
  enterInvoice,
  goToGateway,
  openPayer,
  payers,
  paymentNumbered,
  reviewDocument,
} from '../../support/payments/payer.ts'

/** What a browser tells of the ways from a page. */
interface Ways {
  canGoForward: boolean
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function openPayment(page: Page, txnNo: string) {
  await goTo(page, `/transaction-view/transactions-view/show/${(await paymentNumbered(page, txnNo)).id}`)
  await expect(page.getByText(`Payment ${txnNo}`, { exact: true })).toBeVisible()
}

/** A payer at the page of PayU with an invoice of ₹ 1,180, and Finance. */
async function atGateway(browser: Browser) {
  const finance = await openPageAs(browser, 'finance')
  const { documentNo } = await enterInvoice(finance, payers.PAYU.code, 1180)
  const page = await openPayer(browser, 'PAYU')
  await reviewDocument(page, documentNo)
  const review = page.url()
  return { finance, page, documentNo, review, txnNo: await goToGateway(page, 'PayU') }
}

test('a payer who comes Back from the gateway sees their payment, pays again, and no Forward leads to an error', async ({
  browser,
}) => {
  const { page, txnNo, review } = await atGateway(browser)
  await page.goBack()
  await expect(page).toHaveURL(review)
  await expect(page.getByText('is under way in another tab')).toBeVisible()
  // Forward leads to a form that was posted, which browsers refuse: there is none.
  expect(await page.evaluate(() => (window as unknown as { navigation: Ways }).navigation.canGoForward)).toBe(false)
  await noteLook(page)
  await page.getByRole('link', { name: txnNo }).click()
  await expect(page.getByText(/^Waiting for your bank; invoices held until /)).toBeVisible()
  await noteLook(page)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText(/^Waiting for your bank/).nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Pay again' }).click()
  await expect(heading(page, 'Simulated payment by PayU')).toBeVisible()
  await expect(page.locator('main')).toContainText(`${txnNo}R2`)
  await page.getByRole('button', { name: 'Pay: success' }).click()
  await expect(heading(page, 'Payment successful')).toBeVisible()
  await backToOwnHost(page)
  await openPayment(page, txnNo)
  await expect(page.getByText('Paid. Thank you.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What moved' }).last()).toContainText(`${txnNo}R2`)
})

test('a payer who gives up too early is told until when the payment waits', async ({ browser }) => {
  const { page, txnNo } = await atGateway(browser)
  await openPayment(page, txnNo)
  await page.getByRole('button', { name: 'Give up' }).click()
  await expect(page.getByText(/give it up after|held until/).last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Give up' })).toBeVisible()
  await noteLook(page)
})

test('a payment in another tab is told in the cart, with the way to it', async ({ browser }) => {
  const finance = await openPageAs(browser, 'finance')
  const { documentNo } = await enterInvoice(finance, payers.MOCK.code, 1180)
  const first = await openPayer(browser, 'MOCK')
  await reviewDocument(first, documentNo)
  const second = await first.context().newPage()
  await goTo(second, '/transaction-view/view-selected-invoices')
  await expect(second.getByRole('button', { name: 'Pay ₹ 1,180.00' })).toBeVisible()
  const txnNo = await goToGateway(first, 'MOCK')
  await second.getByRole('button', { name: 'Pay ₹ 1,180.00' }).click()
  await expect(second.getByRole('alert').filter({ hasText: 'Nothing has been paid.' })).toBeVisible()
  await expect(second.getByText('is under way in another tab')).toBeVisible()
  await noteLook(second)
  await second.getByRole('link', { name: txnNo }).click()
  await expect(second.getByText(`Payment ${txnNo}`, { exact: true })).toBeVisible()
  await goTo(second, CART)
  await expect(second.getByText(`Being paid by ${txnNo}`)).toBeVisible()
})

test('Finance applies a short payment to its invoice; a refund is proposed by one and confirmed by another', async ({
  browser,
}) => {
  const { page, finance, txnNo, documentNo } = await atGateway(browser)
  await page.getByRole('button', { name: 'Pay another amount' }).click()
  await expect(page.getByText('We received your payment and are checking it. We write to you.')).toBeVisible()
  await openPayment(finance, txnNo)
  const taken = finance.getByRole('region', { name: /^Received ₹/ }).first()
  await expect(taken).toContainText('less than asked')
  await taken.getByRole('button', { name: 'Apply to items' }).click()
  const dialog = finance.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await dialog.getByLabel(`Apply to ${documentNo}`).fill('0.40')
  await noteLook(finance)
  await dialog.getByRole('button', { name: 'Apply ₹ 0.40' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(taken).toContainText(documentNo)

  await test.step('the rest goes back, once two people say so', async () => {
    await taken.getByRole('button', { name: 'Refund' }).click()
    await finance.getByRole('dialog').getByLabel('Why').fill('Too little to keep')
    await finance
      .getByRole('dialog')
      .getByRole('button', { name: /^Propose ₹/ })
      .click()
    await expect(finance.getByRole('dialog')).toHaveCount(0)
    await taken.getByRole('link', { name: /^PR/ }).click()
    await finance.getByRole('button', { name: 'Confirm', exact: true }).click()
    await finance.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(
      finance
        .getByRole('dialog')
        .getByText(/^Another person of Finance/)
        .first(),
    ).toBeVisible()
    const sneha = await openPageAs(browser, 'sneha')
    await goTo(sneha, new URL(finance.url()).pathname)
    await sneha.getByRole('button', { name: 'Confirm', exact: true }).click()
    await sneha.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(sneha.getByRole('button', { name: 'Reject' })).toHaveCount(0)
    await noteLook(sneha)
  })
  await test.step('the payer reads when it comes, in their words', async () => {
    await openPayment(page, txnNo)
    await expect(page.getByRole('region', { name: /^Received ₹/ }).first()).toContainText(/goes back|went back/)
    await noteLook(page)
  })
})

test('a customer uses money on their account for the oldest invoice', async ({ browser }) => {
  const finance = await openPageAs(browser, 'finance')
  const { documentNo } = await enterInvoice(finance, payers.MOCK.code, 1180)
  const page = await openPayer(browser, 'MOCK')
  await goTo(page, '/transaction-view/view-selected-invoices?advance=50000')
  await goToGateway(page, 'MOCK')
  await page.getByRole('button', { name: 'Pay: success' }).click()
  await expect(heading(page, 'Payment successful')).toBeVisible()
  await backToOwnHost(page)
  await goTo(page, '/transaction-view/money-on-account')
  await page.getByRole('button', { name: 'Use for invoices' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await dialog.getByLabel(`Apply to ${documentNo}`).fill('500')
  await noteLook(page)
  await dialog.getByRole('button', { name: 'Apply ₹ 500.00' }).click()
  await expect(dialog).toHaveCount(0)
  await goTo(page, CART)
  await expect(page.getByRole('row').filter({ hasText: documentNo })).toContainText('not yet booked')
})
