import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

test('prices that changed since the pad showed them are shown old and new, and placed only when accepted', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'asha')
  let showsOldPrice = true
  // What the pad was told before somebody changed the discount: ₹ 100.00 a unit less.
  await page.route('**/api/quotes', async route => {
    const answer = await route.fetch()
    const quote = await answer.json()
    for (const line of showsOldPrice ? quote.lines : []) {
      line.netPrice -= 100_00
      line.netValue -= (line.qty / 1000) * 100_00
      line.grossValue -= (line.qty / 1000) * 100_00
    }
    await route.fulfill({ response: answer, json: quote })
  })
  await goTo(page, '/orders/default-employee')
  await page.getByLabel('Customer code, name or GSTIN').fill('Sahyadri')
  await expect(page.locator('.customer-list li')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByLabel('Product of row 1').fill('ls-1001')
  await page.keyboard.press('Tab')
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await page.getByLabel('PO number').fill('PO/CHANGED/1')
  await expect(page.locator('.pad-line').first()).toContainText('850.00')

  const submit = page.getByRole('button', { name: /^Send (order|for approval)$/ })
  await submit.click()
  const dialog = page.getByRole('dialog', { name: 'Prices changed since you saw them' })
  await expect(dialog).toContainText('Line 1: LS-1001')
  await expect(dialog.getByRole('row', { name: /^Price/ })).toContainText('₹ 850.00₹ 950.00')
  await noteLook(page)
  showsOldPrice = false
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog).toBeHidden()
  // Nothing was submitted, and the pad shows the new price.
  await expect(page.locator('.pad-line').first()).toContainText('950.00')

  showsOldPrice = true
  await page.getByLabel('Quantity of row 1').fill('21')
  await page.keyboard.press('Tab')
  await expect(page.locator('.pad-line').first()).toContainText('850.00')
  await submit.click()
  await dialog.getByRole('button', { name: 'Accept and send' }).click()
  await expect(page).toHaveURL(/\/orders\/order-history\/\d+/)
  await expect(page.getByText('950.00').first()).toBeVisible()
})
