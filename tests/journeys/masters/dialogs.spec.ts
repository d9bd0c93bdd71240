import { expect, goTo, openPageAs, test } from '../../support/journey.ts'

test('a dialog begins in its first field, and what was only chosen there is not lost by Escape', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'meena')
  await goTo(page, '/orders/pending-for-my-approval')
  await page.locator('.queue-table .cell-link').first().click()
  const drawer = page.getByRole('dialog', { name: /^Order OR/ })
  await drawer.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reject OR/ })
  const reason = dialog.getByRole('combobox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await reason.press('ArrowDown')
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  const chosen = (await options.nth(1).textContent())!
  await options.nth(1).click()
  await expect(dialog).toContainText(chosen)
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Discard what you entered?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue editing' }).press('Enter')
  await expect(dialog).toContainText(chosen)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(dialog).toBeHidden()
  await page.context().close()
})

test('Enter does what the button of a dialog says', async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  await goTo(page, '/masters/products')
  await page.locator('.grid tbody tr:has(a) a').first().click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mark not orderable' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Reason is required')
  await page.keyboard.type('Recall')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Discard what you entered?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue editing' }).press('Enter')
  await dialog.getByRole('textbox').first().focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Mark orderable' })).toBeVisible()

  const id = Number(/\d+/.exec(new URL(page.url()).pathname)![0])
  const { rowVersion } = await (await page.request.get(`/api/masters/products/${id}`)).json()
  const body = { action: 'openOrders', rows: [{ id, rowVersion }], asked: { reason: 'Sold again' } }
  const headers = { 'X-Requested-With': 'bilty' }
  const opened = await page.request.post('/api/masters/products/actions', { data: body, headers })
  expect([opened.status(), await opened.text()]).toEqual([201, expect.any(String)])
  await page.context().close()
})
