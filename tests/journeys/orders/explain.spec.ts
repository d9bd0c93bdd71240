import { dayText } from '../../../resources/define/show.ts'
import { expect, goTo, noteLook, openPageAs, test, today } from '../../support/journey.ts'

test('an order is simulated on two days and its price explained, without placing it', async ({ browser }) => {
  const page = await openPageAs(browser, 'asha')
  await goTo(page, '/orders/simulate')
  await page.getByLabel('Customer code, name or GSTIN').fill('Sahyadri')
  await expect(page.locator('.customer-list li')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByLabel('Product of line 1').fill('LS-1001')
  await page.getByTitle(/^LS-1001 ·/).click()
  await page.getByLabel('Quantity of line 1').fill('100')
  await page.getByLabel('Discount of line 1').fill('8')
  await page.getByLabel('Compare with').fill('01-04-2001')
  // Enter accepts the day and sends the form.
  await page.keyboard.press('Enter')

  const day = dayText(today)
  const now = page.getByRole('region', { name: `On ${day}` })
  await expect(now).toContainText('₹ 874.00')
  await expect(now).toContainText("Meena Kulkarni, then Joseph D'Souza")
  await expect(page.getByRole('region', { name: 'On 01-04-2001' })).toContainText('has no price on the order date')
  await expect(page.getByRole('region', { name: 'What differs' })).toContainText('Net price of LS-1001')
  await noteLook(page)

  const explain = now.getByRole('button', { name: `Explain LS-1001 on ${day}` })
  await explain.click()
  const ladder = page.getByRole('list', { name: /^Candidates for the price/ })
  await expect(ladder.getByRole('listitem').filter({ hasText: 'Decided' }).first()).toContainText('List price')
  await expect(ladder.getByRole('link', { name: /^List Prices, row/ })).toBeVisible()
  await noteLook(page)
  await page.keyboard.press('Escape')
  await expect(explain).toBeFocused()
  await page.context().close()
})

test('raising a limit price first shows its impact, also on a phone', async ({ browser }) => {
  const page = await openPageAs(browser, 'pricing_approver')
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/masters/productwise-limit-price?q=LS-1001')
  await page
    .getByRole('link', { name: /LS-1001/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByText('Nothing is changed yet')).toBeVisible()
  await page.getByRole('textbox', { name: 'Limit price' }).fill('999')
  await expect(page.getByText(/^Changes limit price\. Affects /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Open orders it affects' }).getByRole('row').nth(1)).toBeVisible()
  await noteLook(page)
  await page.context().close()
})
