import type { Page } from '@playwright/test'
import { expect, goTo, openPageAs, test } from '../../support/journey.ts'

async function openPad(page: Page) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, '/orders/default?customer=1')
  await expect(page.getByLabel('PO number')).toBeFocused()
  await page.getByLabel('Product of row 1', { exact: true }).focus()
}

const product = (page: Page, row: number) => page.getByLabel(`Product of row ${row}`, { exact: true })
const quantity = (page: Page, row: number) => page.getByLabel(`Quantity of row ${row}`)

test('a product that is offered is taken by Tab and by Enter, shown or not yet answered, and the quantity follows', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'asha')
  await openPad(page)
  // Quicker than the answer, which is held back until the quantity is typed.
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/api/order-products?*', async route => {
    await held
    await route.continue()
  })
  await page.keyboard.type('methanol')
  await page.keyboard.press('Tab')
  await expect(quantity(page, 1)).toBeFocused()
  await page.keyboard.type('10')
  await expect(product(page, 1)).toHaveValue('methanol')
  answer()
  await expect(product(page, 1)).toHaveValue('LS-1102')
  await page.unroute('**/api/order-products?*')
  await page.keyboard.press('Enter')

  await page.keyboard.type('tris base')
  const marked = page.getByRole('option', { selected: true })
  await expect(marked).toContainText('LS-1001')
  await page.keyboard.press('Enter')
  await expect(quantity(page, 2)).toBeFocused()
  await expect(product(page, 2)).toHaveValue('LS-1001')
  await page.keyboard.type('2')
  await expect(page.getByText('Not a product this customer can order')).toHaveCount(0)
  await page.context().close()
})

test('several products that fit equally well are asked for, and the next Tab takes the marked one', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'asha')
  await openPad(page)
  await page.keyboard.type('hplc')
  await expect(page.getByRole('option').nth(1)).toBeVisible()
  await expect(page.getByText('Several fit')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(product(page, 1)).toBeFocused()
  const marked = page.getByRole('option', { selected: true })
  await expect(marked).toContainText('HPLC')
  const code = (await marked.locator('strong').textContent())!
  await page.keyboard.press('Tab')
  await expect(quantity(page, 1)).toBeFocused()
  await expect(product(page, 1)).toHaveValue(code)
  await page.context().close()
})

test('the total gives way to what the button stops at: a row without quantity, and one that means several products', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'asha')
  await openPad(page)
  await page.getByLabel('PO number').fill('PO/ISSUES')
  await product(page, 1).fill('LS-1001')
  await product(page, 1).press('Tab')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/ ready to send$/)).toBeVisible()
  await page.keyboard.type('LS-1003')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/ a line to finish$/)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Correct line 2' })).toBeVisible()
  await expect(quantity(page, 2)).toBeFocused()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/ ready to send$/)).toBeVisible()
  await page.keyboard.type('hplc')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Correct line 3' })).toBeVisible()
  await expect(page.getByText('Several products fit: choose one')).toBeVisible()
  await page.context().close()
})

test('Enter that is quicker than the answer chooses the customer once it is there, and what is typed on takes it back', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'asha')
  await goTo(page, '/orders/default-employee')
  const box = page.getByLabel('Customer code, name or GSTIN')
  await expect(box).toBeFocused()
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/api/order-customers?*', async route => {
    await held
    await route.continue()
  })
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('00101')
  await page.keyboard.press('Enter')
  answer()
  await expect(page.getByRole('button', { name: /^Sahyadri .*: change customer$/ })).toBeVisible()
  await page.context().close()
})
