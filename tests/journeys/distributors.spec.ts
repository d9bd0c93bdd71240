import type { Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../support/journey.ts'

const PHONE = { width: 390, height: 844 }

const tile = (page: Page, name: string) =>
  page.locator('.distributor-tiles > div', { has: page.getByText(name, { exact: true }) })
const charts = ['Target and sales by month', 'Run rate', 'Top products']

test('a distributor reads how they stand, each chart also as a table, and opens the lists behind the figures', async ({
  browser,
}) => {
  const distributor = await openPageAs(browser, 'distributor')
  await goTo(distributor, '/dealerdash')
  await expect(distributor.getByRole('heading', { level: 1, name: 'Dealer Dashboard' })).toBeVisible()
  await expect(tile(distributor, 'YTD target')).toContainText('₹')
  await expect(distributor.getByRole('combobox', { name: 'Distributor' })).toHaveCount(0)
  for (const chart of charts) await expect(distributor.getByRole('heading', { name: chart })).toBeVisible()
  await noteLook(distributor)

  await distributor.getByRole('button', { name: /^Show as table.*Target and sales by month/ }).press('Enter')
  const months = distributor.getByRole('region', { name: 'Target and sales by month' }).getByRole('table')
  await expect(months.locator('tbody tr')).toHaveCount(12)
  await expect(months.locator('tbody tr').first()).toContainText('Apr')
  await noteLook(distributor)

  await distributor.getByRole('combobox', { name: 'SBU' }).press('Enter')
  await distributor.getByTitle('Process solutions').click()
  await expect(distributor).toHaveURL(/sbuId=\d+/)
  await expect(tile(distributor, 'Achievement')).toContainText('0.00 %')

  const open = tile(distributor, 'Open orders')
  await goTo(distributor, '/dealerdash')
  const count = Number(await open.locator('strong').textContent())
  await open.getByRole('link').click()
  await expect(distributor).toHaveURL(/order-history\?.*status=OPEN/)
  await expect(distributor.getByText(new RegExp(`^${count} (orders?|rows?)|\\b${count}\\b`)).first()).toBeVisible()
  await distributor.goBack()
  await tile(distributor, 'YTD target').getByRole('link').click()
  await expect(distributor.getByRole('heading', { level: 1, name: 'Upload Customer Target' })).toBeVisible()
  await expect(distributor.getByRole('link', { name: 'Import' })).toHaveCount(0)
  await distributor.context().close()
})

test('a distributor reads the same on a phone', { tag: '@proof' }, async ({ browser }) => {
  const distributor = await openPageAs(browser, 'distributor')
  await distributor.setViewportSize(PHONE)
  await goTo(distributor, '/dealerdash')
  for (const chart of charts) await expect(distributor.getByRole('heading', { name: chart })).toBeVisible()
  expect(await distributor.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await noteLook(distributor)
  await distributor.getByRole('button', { name: /^Show as table.*Top products/ }).click()
  await expect(distributor.getByRole('region', { name: 'Top products' })).toContainText('₹')
  await noteLook(distributor)
  await distributor.context().close()
})

test('a sales manager uploads a target, with a reason for a month that is over, and sees it on the dashboard', async ({
  browser,
}) => {
  const manager = await openPageAs(browser, 'meena')
  await goTo(manager, '/dealerdash')
  await expect(manager.getByRole('region', { name: 'Distributors', exact: true })).toContainText(
    'Vindhya Scientific Traders',
  )
  await noteLook(manager)
  await manager.getByRole('link', { name: 'Upload targets' }).click()
  const choose = async (row: string) => {
    const content = `customer_code,sbu_code,fy,month,target_value\n${row}\n`
    await manager
      .getByLabel(/^File/)
      .setInputFiles({ name: 'targets.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  }
  // Long past, whenever this runs.
  await choose('100201,LS,2021,4,99000.00')
  await manager.getByRole('button', { name: 'Check the file' }).click()
  await expect(manager.getByText('This month is over: enter a reason with the file to change its target')).toBeVisible()
  await noteLook(manager)

  await goTo(manager, '/dealerdash/upload-target/import')
  await choose('100201,LS,2021,4,98000.00')
  await manager.getByLabel(/^Reason/).fill('Entered late for the archive')
  await manager.getByRole('button', { name: 'Check the file' }).click()
  await expect(manager.getByText('Checked. Nothing is changed yet.')).toBeVisible()
  await manager.getByRole('button', { name: /^(Add|Change) 1 / }).click()
  await expect(manager.getByText('Imported.', { exact: true })).toBeVisible()

  await goTo(manager, '/dealerdash')
  await manager.getByRole('combobox', { name: 'Distributor' }).fill('Vindhya')
  await manager.getByTitle(/Vindhya/).click()
  await manager.getByRole('combobox', { name: 'Financial year' }).press('Enter')
  await manager.getByTitle('2020-21').click()
  await expect(tile(manager, 'YTD target')).toContainText('98,000.00')
  await expect(tile(manager, 'Achievement')).toContainText('0.00 %')
  await manager.context().close()
})
