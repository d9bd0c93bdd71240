import type { Browser } from '@playwright/test'

import { dayText } from '../../../resources/define/show.ts'
import { expect, goTo, noteLook, openPageAs, test, today } from '../../support/journey.ts'

const billNo = 'J2626'
const scan = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 bill') }

/** A transporter bills on the phone, above what was agreed; Finance accepts it, and the transporter sees why it still waits. */
test('a transporter bills an LR on the phone, and Finance accepts the difference', async ({ browser }) => {
  const lrNo = await test.step('the transporter enters the bill', () => enterBill(browser))
  await test.step('Finance accepts the difference', () => acceptDifference(browser, lrNo))
})

async function enterBill(browser: Browser): Promise<string> {
  const page = await openPageAs(browser, 'transporter')
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/dispatches/lr-transporter-bill')
  await page.getByRole('main').getByRole('link', { name: /^New / }).click()
  await page.getByRole('button', { name: 'Submit bill' }).click()
  await expect(page.getByRole('alert')).toContainText('Bill no is required')
  await page.getByLabel('Bill no').fill(billNo)
  await page.getByLabel('Bill date').fill(dayText(today))
  await page.keyboard.press('Enter')
  const lr = page.locator('.bill-lrs > li').first()
  await lr.getByRole('checkbox').check()
  const lrNo = (await lr.locator('strong').textContent())!
  await page.getByLabel(`Freight billed for ${lrNo}`).fill('5000')
  await page.getByLabel('Base amount').fill('5000')
  await page.getByLabel('Scan of the bill').setInputFiles(scan)
  await expect(page.getByText('bill.pdf')).toBeVisible()
  await noteLook(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Submit bill' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Bill ${billNo}` })).toBeVisible()
  await expect(page.getByText('Finance has to accept the difference.')).toBeVisible()
  await expect(page.getByText('payable by the company under reverse charge')).toBeVisible()
  await noteLook(page)
  return lrNo
}

async function acceptDifference(browser: Browser, lrNo: string) {
  const page = await openPageAs(browser, 'finance')
  await goTo(page, '/dispatches/lr-transporter-bill')
  await page.getByLabel('Search').fill(billNo)
  await expect(page.locator('.grid tbody tr[data-id]')).toHaveCount(1)
  await page.getByRole('main').getByRole('link', { name: /^TB/ }).click()
  await page.getByRole('button', { name: `Accept difference of ${lrNo}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount accepted').fill('4500')
  await dialog.getByLabel('Deducted for').press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Remarks').fill('Night entry, agreed by telephone')
  await dialog.getByRole('button', { name: 'Accept difference' }).click()
  await expect(page.getByText('Accepted ₹ 4,500.00: Night entry, agreed by telephone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await noteLook(page)
  await page.getByRole('main').getByRole('link', { name: lrNo }).click()
  const panel = page.getByRole('region', { name: 'Freight and bill' })
  await expect(panel).toContainText(billNo)
  await noteLook(page)
}
