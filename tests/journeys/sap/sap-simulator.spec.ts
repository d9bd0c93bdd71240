import type { Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { withinSeconds } from '../../support/limits.ts'

/** Chooses an option of a select by its label. */
async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).press('Enter')
  await page.getByTitle(option, { exact: true }).click()
}

/** Does something with the first sales order in SAP. */
async function doInSap(page: Page, what: RegExp) {
  await page
    .getByRole('button', { name: /^Do in SAP/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: what }).click()
}

test('an administrator lets the simulated SAP die and work again, sees what the portal asked, and moves an order on in SAP', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'sys_admin')
  await goTo(page, '/settings')
  await page.getByRole('link', { name: 'Simulated SAP' }).first().click()
  await expect(page.getByText('SAP works: it answers every call.')).toBeVisible()
  await noteLook(page)

  await choose(page, 'Behaviour', 'Storm of errors')
  await page.getByLabel('Number of calls').fill('2')
  await choose(page, 'Which calls', 'Changes')
  await page.getByRole('button', { name: 'Set behaviour' }).press('Enter')
  const now = page.getByRole('region', { name: 'Behaviour' }).getByRole('status')
  await expect(now).toContainText('Storm of errors. Answers 500, 502, 503 and 504 in turn.')
  await noteLook(page)
  await page.getByRole('button', { name: 'Let SAP work' }).press('Enter')
  await expect(now).toContainText('SAP works')
  const calls = page.getByRole('region', { name: 'Last calls' }).last()
  await expect(calls).toContainText('API_SALES_ORDER_SRV', { timeout: withinSeconds(30) })

  const first = page.getByRole('region', { name: 'Documents', exact: true }).getByRole('row').nth(1)
  await expect(first).toBeVisible()
  const salesOrder = await first.getByRole('cell').first().textContent()
  await page.getByLabel('SAP contract').fill('4999999999')
  await page.getByLabel('Quantity', { exact: true }).fill('5')
  await page.getByRole('button', { name: 'Call off from a contract' }).press('Enter')
  await expect(page.getByText('Contract 4999999999 has no item 10.')).toBeVisible()
  await doInSap(page, /^Delete the sales order/)
  await expect(page.getByText(`Sales order ${salesOrder} is deleted.`)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { name: 'Last calls' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await noteLook(page)
  await page.context().close()
})

test('who may not steer the simulated SAP finds no way to it', { tag: '@proof' }, async ({ browser }) => {
  const page = await openPageAs(browser, 'asha')
  await goTo(page, '/settings/sap-simulator')
  await expect(page).toHaveURL(/\/noaccess$/)
  await page.context().close()
})
