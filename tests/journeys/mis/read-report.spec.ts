import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

/** Paise of an amount as screens write it: “−₹ 1,07,616.00”. */
const paise = (text: string) => Number(text.replaceAll(/[^\d\u2212]/g, '').replace('\u2212', '-'))

/** Takes an option of a list that opens. */
async function choose(page: Page, list: Locator, option: string) {
  await list.click({ force: true })
  const open = page.locator('.ant-select-dropdown:visible')
  await open.locator('.ant-select-item-option').getByText(option, { exact: true }).click()
}

test('two periods side by side are in the address: a reload, a link and “back” show the same', async ({ browser }) => {
  const page = await openPageAs(browser, 'auditor')
  await goTo(page, '/mis/sales?by=zoneId&f.day=within.last-30-days')
  await page.getByRole('button', { name: 'Two periods' }).click()
  const beside = page.getByRole('region', { name: 'Two periods side by side' })
  await expect(beside.getByRole('heading', { level: 2 })).toHaveCount(2)
  const yearBefore = await beside.getByRole('heading', { level: 2 }).allTextContents()
  await choose(page, beside.getByLabel('Beside'), 'As many days before')
  await expect(page).toHaveURL(/[?&]beside=days-before/)
  await expect(beside.getByRole('heading', { level: 2 }).last()).not.toHaveText(yearBefore[1]!)
  const daysBefore = await beside.getByRole('heading', { level: 2 }).allTextContents()
  expect(daysBefore[0]).toBe(yearBefore[0])
  await noteLook(page)

  await page.reload()
  await expect(beside.getByRole('heading', { level: 2 })).toHaveText(daysBefore)
  const manager = await openPageAs(browser, 'sales_manager')
  await goTo(manager, page.url())
  await expect(
    manager.getByRole('region', { name: 'Two periods side by side' }).getByRole('heading', { level: 2 }),
  ).toHaveText(daysBefore)
  await manager.setViewportSize({ width: 390, height: 800 })
  await noteLook(manager)
  await manager.context().close()

  await page.goBack()
  await expect(beside.getByRole('heading', { level: 2 })).toHaveText(yearBefore)
  await page.goBack()
  await expect(beside).toBeHidden()
  await goTo(page, '/mis/sales?by=zoneId&beside=this-fy')
  await beside.locator('.grouped-table').first().locator('tbody a').first().click()
  await expect(page.locator('.grid tbody tr[data-id]').first()).toBeVisible()
  await expect(beside).toBeHidden()
  await page.context().close()
})

test('the chart of sales follows the grouping and is saved as a picture', { tag: '@proof' }, async ({ browser }) => {
  const page = await openPageAs(browser, 'auditor')
  await goTo(page, '/mis/sales')
  await page.getByRole('button', { name: 'Net sales by SBU' }).click()
  const chart = page.getByRole('region', { name: 'Net sales by SBU' })
  await expect(chart.locator('svg.recharts-surface').first()).toBeVisible()
  await choose(page, page.getByRole('combobox', { name: 'Group by' }), 'Sold-to')
  const bySoldTo = page.getByRole('region', { name: 'Net sales by sold-to' })
  await expect(bySoldTo.locator('svg.recharts-surface').first()).toBeVisible()
  await bySoldTo.getByRole('button', { name: 'Show as table' }).click()
  const bars = await bySoldTo.locator('tbody tr').evaluateAll(rows => rows.map(row => row.textContent))
  const groups = page.locator('.grouped-table')
  for (const bar of bars) {
    const [name, amount] = bar!.split(/(?=-?₹)/)
    await expect(groups.getByRole('row', { name: name! }).first()).toContainText(amount!)
  }
  await bySoldTo.getByRole('button', { name: 'Show as chart' }).click()
  const saved = page.waitForEvent('download')
  await bySoldTo.getByRole('button', { name: 'Save as PNG' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/\.png$/)
  const picture = await readFile(await file.path())
  expect(picture.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  expect([picture.readUInt32BE(16) > 300, picture.readUInt32BE(20) > 100, picture.length > 4_000]).toEqual([
    true,
    true,
    true,
  ])
  await goTo(page, '/mis/order-vs-sales?by=sbuId')
  await page.getByRole('button', { name: 'Ordered and invoiced by SBU' }).click()
  const bySbu = page.getByRole('region', { name: 'Ordered and invoiced by SBU' })
  await expect(bySbu.getByText('Fill rate %')).toBeVisible()
  await expect(bySbu.locator('.recharts-line-dot').first()).toBeVisible()
  // Points of SBUs are not joined.
  await expect(bySbu.locator('path.recharts-line-curve:not([stroke-width="0"])')).toHaveCount(0)
  await noteLook(page)
  await page.context().close()
})

test('a report opens with its rows: the first is near the top, what explains them is folded beside', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'auditor')
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const [address, row] of [
    ['sales', '.grouped-table tbody tr'],
    ['orders?f.orderDate=within.this-fy', '.grid tbody tr[data-id]'],
  ] as const) {
    await goTo(page, `/mis/${address}`)
    const first = page.locator(row).first()
    await expect(first).toBeVisible()
    // The sums come with an answer of their own.
    await expect(page.locator('.report-figures')).toContainText('₹')
    expect((await first.boundingBox())!.y).toBeLessThanOrEqual(300)
    expect(await page.locator('.report-figures > div').count()).toBeLessThanOrEqual(5)
    await expect(page.locator('.chart-panel')).toHaveCount(0)
  }
  await goTo(page, '/mis/sales')
  const [chart, bridge] = ['Net sales by SBU', 'Growth bridge'].map(name => page.getByRole('button', { name }))
  await chart!.press('Enter')
  await expect(chart!).toHaveAttribute('aria-expanded', 'true')
  await bridge!.press('Enter')
  await expect(page.getByRole('region', { name: 'Growth bridge' })).toBeVisible()
  await expect(chart!).toHaveAttribute('aria-expanded', 'false')
  await page.context().close()
})

test('the growth bridge leads from the year before to this period to the paisa', { tag: '@proof' }, async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'auditor')
  await goTo(page, '/mis/sales')
  await page.getByRole('button', { name: 'Growth bridge' }).click()
  await expect(page).toHaveURL(/[?&]bridge=1/)
  await page.reload()
  const bridge = page.getByRole('region', { name: 'Growth bridge' })
  await expect(bridge.locator('svg.recharts-surface').first()).toBeVisible()
  await noteLook(page)
  await bridge.getByRole('button', { name: 'Show as table' }).click()
  const lines = await bridge
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent)))
  expect(lines.slice(1, -1).map(([step]) => step)).toEqual([
    'Lost customers',
    'New customers',
    'Volume',
    'Mix',
    'Price',
    'Returns and notes',
  ])
  const amounts = lines.map(([, amount]) => paise(amount!))
  expect(amounts.at(-1)).toBeGreaterThan(0)
  expect(amounts.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(amounts.at(-1))
  await page.goBack()
  await expect(bridge).toBeHidden()
  await page.context().close()
})

test('a report is printed with all rows of its filter, without the menu, with who and when', async ({ browser }) => {
  const page = await openPageAs(browser, 'auditor')
  // The print dialog would end at once in a browser without a screen.
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await goTo(page, '/mis/orders?f.orderDate=within.this-fy&size=10')
  await expect(page.locator('.grid tbody tr[data-id]')).toHaveCount(10)
  const total = await page.locator('.list-foot [role=status]').textContent()
  const rows = Number(total!.replaceAll(/\D/g, ''))
  expect(rows).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print …' }).click()
  await page.getByRole('button', { name: 'Print all rows' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const printed = page.locator('.printed-rows')
  await expect(printed).toBeVisible()
  await expect(printed.locator('tbody tr')).toHaveCount(rows + 1)
  await expect(printed.locator('tr.is-total')).toContainText('Total of all rows')
  await expect(printed).toContainText(`All ${rows.toLocaleString('en-IN')} rows are printed.`)
  await expect(page.locator('.print-mark')).toContainText(/printed by .+ on \d\d-\d\d-\d{4} \d\d:\d\d/)
  for (const hidden of ['.sider', '.header', '.page-actions', '.list-bar', '.grid'])
    await expect(page.locator(hidden).first()).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(printed).toBeHidden()

  await goTo(page, '/mis/orders?f.orderDate=within.this-fy&by=customerId')
  await expect(page.locator('.grouped-table tbody tr').first()).toBeVisible()
  const groups = Number((await page.locator('.list-foot [role=status]').textContent())!.replaceAll(/\D/g, ''))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print …' }).click()
  await page.getByRole('button', { name: 'Print all rows' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(printed.locator('tbody tr')).toHaveCount(groups + 1)
  await expect(page.locator('.grouped-table')).toBeHidden()
  await page.context().close()
})

test('a print stops after 2,000 rows, and says of how many', { tag: '@proof' }, async ({ browser }) => {
  const page = await openPageAs(browser, 'auditor')
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await goTo(page, '/mis/orders?f.orderDate=within.this-fy')
  await expect(page.locator('.grid tbody tr[data-id]').first()).toBeVisible()
  // The demo company has fewer orders: its first row stands for each of 2,345.
  let first: object | undefined
  await page.route(/\/api\/mis\/orders\?/, async route => {
    const answer = await route.fetch()
    const whole = await answer.json()
    first ??= whole.data[0]
    const data = Array.from({ length: 500 }, () => first)
    await route.fulfill({ response: answer, json: { ...whole, data, total: 2_345 } })
  })
  const asked = page.waitForRequest(/skip(%5D|\])?=1500/)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print …' }).click()
  await page.getByRole('button', { name: 'Print all rows' }).click()
  await asked
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const printed = page.locator('.printed-rows')
  await expect(printed).toContainText('The first 2,000 of 2,345 rows are printed: narrow the filter, or export them.')
  await expect(printed.locator('tbody tr')).toHaveCount(2_001)
  await page.context().close()
})

test('a total stands below columns that have one, and nowhere else', async ({ browser }) => {
  const page = await openPageAs(browser, 'auditor')
  await goTo(page, '/mis/order-vs-sales-schedule-lines?f.requestedDate=within.this-fy')
  await expect(page.locator('.grid tbody tr[data-id]').first()).toBeVisible()
  await expect(page.locator('.grid-totals')).toHaveCount(0)
  await goTo(page, '/mis/orders?f.orderDate=within.this-fy')
  const sum = page.locator('.grid-totals td[data-name=grossValue]')
  await expect(sum).toContainText('₹')
  // In a narrow window, too: what an order is worth stands beside its customer.
  await page.setViewportSize({ width: 900, height: 900 })
  await expect(sum).toBeVisible()
  const { x, width } = (await sum.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(900)
  await page.context().close()
})

test('a figure of a link is compared with its rows, and said to differ where it does', { tag: '@proof' }, async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'auditor')
  await goTo(page, '/mis/sales?by=sbuId')
  const cell = page.locator('.grouped-table tbody tr').first().getByRole('link', { name: '₹' }).first()
  const amount = (await cell.textContent())!
  await cell.click()
  const check = page.locator('.figure-check')
  await expect(check).toContainText(`Net sales ${amount}: the`)
  await expect(check).toContainText('below sum to it')
  const forged = new URL(page.url())
  forged.searchParams.set('why', 'netSales.12345.3')
  await goTo(page, forged.pathname + forged.search)
  await expect(check).toContainText('Net sales was ₹ 123.45 in 3 rows where this link was made')
  await expect(check).toContainText(`sum to ${amount}`)
  await noteLook(page)
  await goTo(page, '/mis/sales?by=none&why=secret.12345.3')
  await expect(page.locator('.grid tbody tr[data-id]').first()).toBeVisible()
  await expect(check).toBeHidden()
  await page.context().close()
})

test('while figures are counted after an upgrade a report says how far that is, and then shows them by itself', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'auditor')
  let done = 42
  await page.route(/\/api\/(mis\/sales\?|report-groups\?)/, route => {
    if (done >= 100) return route.continue()
    const message = `Figures are being counted, ${done} % done: open the report again in some minutes`
    const json = { message, code: 503, data: { done }, errors: [{ field: '', code: 'COUNTING', message }] }
    return route.fulfill({ status: 503, json })
  })
  await goTo(page, '/mis/sales?by=none')
  const line = page.getByText(/^Figures are being counted, \d+ % done/)
  await expect(line).toHaveText('Figures are being counted, 42 % done. They appear here once all are counted.')
  await expect(page.getByText('No rows')).toHaveCount(0)
  await noteLook(page)
  done = 77
  await expect(line).toContainText('77 % done', { timeout: 15_000 })
  done = 100
  await expect(page.locator('.grid tbody tr[data-id]').first()).toBeVisible({ timeout: 15_000 })
  await expect(line).toHaveCount(0)
  await page.context().close()
})
