import type { Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

/** Writes an order of one product on the pad, under a PO number, and sends it. */
async function send(page: Page, product: string, po: string) {
  await goTo(page, '/orders/default-employee')
  await page.getByLabel('Customer code, name or GSTIN').fill('Sahyadri')
  await expect(page.locator('.customer-list li')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByLabel('Product of row 1').fill(product)
  await page.keyboard.press('Tab')
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await page.getByLabel('PO number').fill(po)
  await page.getByRole('button', { name: /^Send (order|for approval)$/ }).click()
}

test('a PO number that was ordered before is asked about with the other order, and once it is called off in parts never again', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'asha')
  const isSent = () => expect(page).toHaveURL(/\/orders\/order-history\/\d+/)
  await send(page, 'ls-1001', 'BLANKET/7')
  await isSent()

  await send(page, 'ls-1002', 'blanket 7')
  const dialog = page.getByRole('dialog', { name: 'PO blanket 7 was ordered before' })
  await expect(dialog.getByRole('row', { name: /^LS-1001 .* 20 EA$/ })).toBeVisible()
  await noteLook(page)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Send (order|for approval)$/ }).click()
  await dialog.getByRole('button', { name: 'Call off in parts' }).click()
  await isSent()

  await send(page, 'ls-1002', 'Blanket-7')
  await isSent()
})
