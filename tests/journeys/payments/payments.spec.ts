import type { Browser, Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { backToOwnHost, CART } from '../../support/payments/payer.ts'

const PHONE = { width: 390, height: 844 }

test('a customer gives up at the gateway, tries again with the same invoice on the phone, pays, and Finance sees the payment', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'customer')
  const invoice = await test.step('they choose an invoice and go to the gateway', () => chooseAndLeave(page))
  await test.step('they give up there, and try again', () => giveUp(page, invoice))
  const txnNo = await test.step('they pay', () => pay(page))
  await test.step('Finance sees the payment and what the gateway sent', () => look(browser, txnNo, invoice))
})

/** Chooses an invoice that nobody is paying, and goes to the gateway with a part of it; its number. */
async function chooseAndLeave(page: Page): Promise<string> {
  await goTo(page, CART)
  const mark = page.getByRole('checkbox', { name: /^Pay INV/, disabled: false }).first()
  const invoice = (await mark.getAttribute('aria-label'))!.replace('Pay ', '')
  await mark.check()
  await page.getByLabel(`Pay for ${invoice}`).fill('999999999')
  await expect(page.getByText(/^Pay at most ₹ .* here, TDS included$/).first()).toBeVisible()
  await page.getByLabel(`Pay for ${invoice}`).fill('1000')
  await noteLook(page)
  await page.getByRole('button', { name: 'Review payment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'View Selected Invoices' })).toBeVisible()
  await noteLook(page)
  await page.getByRole('button', { name: 'Pay ₹ 1,000.00' }).click()
  return invoice
}

async function giveUp(page: Page, invoice: string) {
  await page.getByRole('button', { name: 'Give up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failed' })).toBeVisible()
  await expect(page.getByText('The bank or the payment gateway declined the payment.')).toBeVisible()
  await noteLook(page)
  await backToOwnHost(page)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel(`Pay for ${invoice}`)).toHaveValue('1,000.00')
  await noteLook(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
}

/** Pays what is in the cart; the number of the payment. */
async function pay(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Review payment' }).click()
  await page.getByRole('button', { name: 'Pay ₹ 1,000.00' }).click()
  await page.getByRole('button', { name: 'Pay: success' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment successful' })).toBeVisible()
  await expect(page.getByText('We received ₹ 1,000.00. Thank you.')).toBeVisible()
  await expect(page.getByText('Documents paid')).toHaveCount(0)
  await backToOwnHost(page)
  await expect(page.getByText('Documents paid')).toBeVisible()
  await noteLook(page)
  const txnNo = new URL(page.url()).searchParams.get('txn')!
  return txnNo
}

async function look(browser: Browser, txnNo: string, invoice: string) {
  const page = await openPageAs(browser, 'finance')
  await goTo(page, '/transaction-view/failed-transactions')
  await expect(page.locator('.grid tbody tr[data-id]').filter({ hasText: 'Failed' }).first()).toContainText('Mock')
  await noteLook(page)
  await goTo(page, '/transaction-view/transaction-data')
  await page.getByRole('main').getByRole('link', { name: txnNo }).click()
  await expect(page.getByText(`Payment ${txnNo}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Received ₹/ })).toContainText(invoice)
  await page
    .getByRole('button', { name: /^Read what came/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'As it came' })).toContainText(txnNo)
  await noteLook(page)
}
