import { expect, goTo, noteLook, now, openPageAs, test } from '../../support/journey.ts'
import {
  backToOwnHost,
  CART,
  confirmItem,
  enterInvoice,
  goToGateway,
  openPayer,
  payers,
  reviewDocument,
} from '../../support/payments/payer.ts'

const PHONE = { width: 390, height: 844 }
const customer = payers.MOCK.code

test('a payer whose payment stays pending is told on the phone not to pay again, and cannot', async ({ browser }) => {
  const finance = await openPageAs(browser, 'finance')
  const { documentNo } = await enterInvoice(finance, customer, 1180)
  const page = await openPayer(browser, 'MOCK')
  await page.setViewportSize(PHONE)
  await reviewDocument(page, documentNo)
  const txnNo = await goToGateway(page, 'MOCK')
  await page.getByRole('button', { name: 'Leave it pending' }).click()
  await expect(page).toHaveURL(/\/successurl/)
  await page.clock.install({ time: now() })
  await backToOwnHost(page)
  await expect(page.getByText('We are checking your payment with the bank. Please wait.')).toBeVisible()
  // The page asks for half a minute, which passes at once here.
  await expect(async () => {
    await page.clock.runFor(3000)
    await expect(page.getByText(/^Waiting for your bank; invoices held until /)).toBeVisible({ timeout: 300 })
  }).toPass({ intervals: [50] })
  await noteLook(page)
  await goTo(page, CART)
  const row = page.getByRole('row').filter({ hasText: documentNo })
  await expect(row).toContainText(`Being paid by ${txnNo}`)
  await expect(page.getByRole('checkbox', { name: `Pay ${documentNo}` })).toBeDisabled()
  await noteLook(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
})

test('a payer whose invoice changes while they review it pays nothing, and is led back to the cart', async ({
  browser,
}) => {
  const finance = await openPageAs(browser, 'finance')
  const { id, rowVersion, documentNo } = await enterInvoice(finance, customer, 1180)
  const page = await openPayer(browser, 'MOCK')
  await reviewDocument(page, documentNo)
  const changed = await finance.context().request.patch(`/api/masters/upload-outstanding/${id}`, {
    data: { balanceAmount: 590_00, rowVersion },
    headers: { 'X-Requested-With': 'bilty' },
  })
  expect(changed.status()).toBe(200)
  await confirmItem(finance, id)
  await page.getByRole('button', { name: 'Pay ₹ 1,180.00' }).click()
  await expect(
    page.getByText('Nothing has been paid, for these documents changed since you opened the cart:'),
  ).toBeVisible()
  await expect(page.getByText('(₹ 1,180.00 before, ₹ 590.00 now)')).toBeVisible()
  await noteLook(page)
  await page.getByRole('link', { name: 'Back to the cart' }).click()
  await page.getByLabel(`Pay for ${documentNo}`).fill('590')
  await page.getByRole('button', { name: 'Review payment' }).click()
  await goToGateway(page, 'MOCK')
})
