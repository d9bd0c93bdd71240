import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openPageAs } from '../../support/journey.ts'

const codes = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1101, 1102].map(number => `LS-${number}`)
const headers = { 'X-Requested-With': 'bilty' }

async function openPad(page: Page) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/orders/default?customer=1')
  await expect(page.getByLabel('PO number')).toBeFocused()
}

test('eight lines and more are seen at 1440 × 900 once the header is filled, each at most 56 pixels high', async ({
  browser,
}) => {
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
  await expect(page.getByLabel('PO number')).toBeHidden()
  await expect(page.getByText(/Unload at gate 2 only/)).toHaveCount(1)
  await page.evaluate(() => scrollTo(0, 0))
  const bar = (await page.getByRole('button', { name: 'Submit order' }).boundingBox())!
  const rows = await page.locator('.pad-line').evaluateAll(lines => lines.map(line => line.getBoundingClientRect()))
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(56)
  expect(rows.filter(({ bottom }) => bottom <= bar.y).length).toBeGreaterThanOrEqual(8)
  await page.context().close()
})

test('the lines of an earlier order are shown before they are taken: doubles and what is no longer sold are marked', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'asha')
  const { data } = await (await page.request.get('/api/order-sources?customerId=1'))
    .json()
    .then(body => ({ data: body }))
  const earlier = data.orders as { id: number; orderNo: string; lines: number }[]
  const linesOf = async (id: number) =>
    (await (await page.request.get(`/api/order-lines?orderId=${id}`)).json()).data as { productId: number }[]
  const many = (await Promise.all(earlier.map(async order => ({ ...order, of: await linesOf(order.id) })))).find(
    ({ of }) => new Set(of.map(({ productId }) => productId)).size > 1,
  )!
  const [kept, gone] = [...new Set(many.of.map(({ productId }) => productId))]

  const desk = await openPageAs(browser, 'master_admin')
  const productOf = async (id: number) => (await desk.request.get(`/api/masters/products/${id}`)).json()
  const [double, product] = [await productOf(kept!), await productOf(gone!)]
  const act = async (action: string, reason: string) => {
    const { rowVersion } = await productOf(gone!)
    const body = { action, rows: [{ id: gone, rowVersion }], reason }
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
    await page.getByRole('button', { name: 'Take lines from...' }).click()
    await page.getByRole('button', { name: `Take the lines of ${many.orderNo}` }).click()
    const preview = page.getByRole('list', { name: `Lines of ${many.orderNo}` })
    const line = (code: string) => preview.getByRole('listitem').filter({ hasText: code })
    await expect(line(double.code)).toContainText(/Double: /)
    await expect(line(double.code).getByRole('checkbox')).not.toBeChecked()
    await expect(line(product.code)).toContainText('Can no longer be ordered')
    await expect(line(product.code).getByRole('checkbox')).toHaveCount(0)
    await expectAccessible(page)
  } finally {
    await act('openOrders', 'Sold again')
  }
  await page.context().close()
  await desk.context().close()
})
