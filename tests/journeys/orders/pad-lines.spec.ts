import type { Page } from '@playwright/test'
import type { LineSources } from '../../../resources/orders/pad/commands.ts'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

const codes = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1101, 1102, 1104, 1302].map(number => `LS-${number}`)
const headers = { 'X-Requested-With': 'bilty' }

async function openPad(page: Page) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, '/orders/default?customer=1')
  await expect(page.getByLabel('PO number')).toBeFocused()
}

test('twelve lines are seen at 1440 × 900, each at most 34 pixels high', async ({ browser }) => {
  const page = await openPageAs(browser, 'asha')
  await openPad(page)
  await page.keyboard.type('PO/8L')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Product of row 1')).toBeFocused()
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Tab')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText(/Unload at gate 2 only/)).toHaveCount(1)
  await page.evaluate(() => scrollTo(0, 0))
  const bar = (await page.getByRole('button', { name: /^Send (order|for approval)$/ }).boundingBox())!
  const rows = await page.locator('.pad-line').evaluateAll(lines => lines.map(line => line.getBoundingClientRect()))
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(34)
  expect(rows.filter(({ bottom }) => bottom <= bar.y).length).toBeGreaterThanOrEqual(12)
  await page.context().close()
})

test('the lines of an earlier order are shown before they are taken: doubles and what is no longer sold are marked', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'asha')
  const { orders } = (await (await page.request.get('/api/order-sources?customerId=1')).json()) as LineSources
  const productIn = async (id: number): Promise<number> =>
    (await (await page.request.get(`/api/order-lines?orderId=${id}`)).json()).data[0].productId
  const earlier = await Promise.all(orders.map(async order => ({ ...order, productId: await productIn(order.id) })))
  const first = earlier[0]!
  const second = earlier.find(({ productId }) => productId !== first.productId)!
  const gone = second.productId

  const desk = await openPageAs(browser, 'master_admin')
  const productOf = async (id: number) => (await desk.request.get(`/api/masters/products/${id}`)).json()
  const [double, product] = [await productOf(first.productId), await productOf(gone)]
  const act = async (action: string, reason: string) => {
    const { rowVersion } = await productOf(gone)
    const body = { action, rows: [{ id: gone, rowVersion }], asked: { reason } }
    const answer = await desk.request.post('/api/masters/products/actions', { data: body, headers })
    expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)])
  }
  await act('stopOrders', 'Shown in a journey')
  try {
    await openPad(page)
    await page.getByLabel('Product of row 1').fill(double.code)
    await page.getByLabel('Product of row 1').press('Tab')
    await expect(page.getByLabel('Quantity of row 1')).toBeFocused()
    await page.keyboard.type('1')
    // What the price says below the line moves the button.
    await expect(page.locator('.pad-line').first()).toContainText(/\d\.\d\d/)
    await page.getByRole('button', { name: 'Take lines from an order or a list' }).click()
    await page.getByRole('button', { name: `Take the lines of ${first.orderNo}` }).click()
    const lineOf = (orderNo: string, code: string) =>
      page
        .getByRole('list', { name: `Lines of ${orderNo}` })
        .getByRole('listitem')
        .filter({ hasText: code })
    await expect(lineOf(first.orderNo, double.code)).toContainText('Already on the order')
    await expect(lineOf(first.orderNo, double.code).getByRole('checkbox')).not.toBeChecked()
    await noteLook(page)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('button', { name: `Take the lines of ${second.orderNo}` }).click()
    await expect(lineOf(second.orderNo, product.code)).toContainText('Can no longer be ordered')
    await expect(lineOf(second.orderNo, product.code).getByRole('checkbox')).toHaveCount(0)
    await noteLook(page)
  } finally {
    await act('openOrders', 'Sold again')
  }
  await page.context().close()
  await desk.context().close()
})

test('a quantity that is sold in packs is repaired under its line, and a product typed twice raises its line', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'asha')
  await openPad(page)
  await page.getByLabel('Product of row 1').focus()
  await page.keyboard.type('LS-1301')
  await page.keyboard.press('Tab')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sold in packs of 5 EA.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Correct line 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Take 10 on row 1' }).click()
  await expect(page.getByLabel('Quantity of row 1')).toHaveValue('10')
  await expect(page.getByRole('button', { name: 'Correct line 1' })).toBeHidden()

  await page.getByLabel('Product of row 2').focus()
  await page.keyboard.type('trypsin')
  await expect(page.getByRole('option').first()).toContainText('on line 1: raises it')
  await noteLook(page)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Quantity of row 1')).toBeFocused()
  await expect(page.getByLabel('Product of row 2')).toHaveValue('')

  await page.getByRole('button', { name: 'More for row 1', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Promo code' }).click()
  const drawer = page.getByRole('dialog', { name: /^Row 1 · LS-1301/ })
  await expect(drawer.getByLabel('Promo code of row 1')).toBeFocused()
  await noteLook(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'More for row 1', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Explain' }).click()
  await expect(page.getByRole('dialog', { name: /^Why\? LS-1301/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Alt+m')
  await page.getByLabel('Remarks').fill('Kept with the draft')
  await page.getByRole('button', { name: 'Save and close' }).click()
  await expect(page).toHaveURL(/\/orders\/order-history\?drafts=mine/)
  await page.context().close()
})
