import type { Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

/** Takes an option of a field under *More*. */
async function take(page: Page, field: string, option: string) {
  await page.getByLabel(field).press('Enter')
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
}

test('staff set other terms on the pad and read what they cost and who decides; a buyer reads what is agreed', async ({
  browser,
}) => {
  let page = await openPageAs(browser, 'asha')
  await goTo(page, '/orders/default?customer=1&item=LS-1001&qty=100000')
  const approval = page.getByRole('region', { name: 'Approval', exact: true })
  await expect(approval).toContainText('None needed')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await take(page, 'Payment terms', '90 days')
  await expect(approval).toContainText('Meena Kulkarni')
  await expect(approval).toContainText('Payment after 90 days instead of 30 costs ₹')
  const payment = page.getByRole('region', { name: 'Payment', exact: true })
  await expect(payment).toContainText('90 days, FOR, by surface')
  await expect(payment).toContainText('Agreed: 30 days, FOR, Surface (customer 100101).')
  await noteLook(page)
  await take(page, 'Payment terms', 'As agreed: 30 days')
  await expect(approval).toContainText('None needed')
  await page.context().close()

  page = await openPageAs(browser, 'customer')
  await goTo(page, '/create-orders')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const more = page.getByRole('region', { name: 'More about the order' })
  await expect(more).toContainText('FOR (your account)')
  await expect(more).toContainText('30 days (your account)')
  await expect(more.getByRole('combobox')).toHaveCount(1)
  await page.context().close()
})
