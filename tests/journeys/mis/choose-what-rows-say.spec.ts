import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

test('“As today” regroups sales by the masters of today, in the address and in files', async ({ browser }) => {
  const page = await openPageAs(browser, 'auditor')
  await goTo(page, '/mis/sales?by=customerSegmentId&f.day=within.this-fy')
  const today = page.getByRole('button', { name: 'As today' })
  await expect(today).toHaveAttribute('aria-pressed', 'false')
  await today.click()
  await expect(page).toHaveURL(/[?&]f\.mapping=in\.TODAY/)
  await expect(today).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('columnheader', { name: 'Segment' })).toBeVisible()
  await noteLook(page)
  await page.reload()
  await expect(today).toHaveAttribute('aria-pressed', 'true')
  const groups = page.waitForResponse(answer => answer.url().includes('/api/report-groups'))
  await today.click()
  expect((await groups).status()).toBe(200)
  await expect(page).not.toHaveURL(/f\.mapping/)
  // Stocks have no document whose mapping could be of another day.
  await goTo(page, '/mis/stocks')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'As today' })).toHaveCount(0)
  await page.context().close()
})

test('the price list shows what a chosen customer pays, and in a buyer’s list there is nobody to choose', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'auditor')
  await goTo(page, '/mis/price-list-report')
  await expect(page.getByRole('columnheader', { name: /^Net price/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Customer net price' })).toHaveCount(0)
  const customers = await page.request.get('/api/access-control/customer?$limit=1&code=100101')
  const [customer] = (await customers.json()).data
  await goTo(page, `/mis/price-list-report?f.customerId=in.${customer.id}`)
  await expect(page.getByRole('columnheader', { name: 'Customer net price' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Customer price from' })).toBeVisible()
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /Rate contract|List|Ship to price|Customer price/ })
      .first(),
  ).toBeVisible()
  await noteLook(page)
  await page.context().close()
  const buyer = await openPageAs(browser, 'customer')
  await goTo(buyer, '/mis/price-list-report')
  await buyer.getByRole('button', { name: /^Filters?/ }).click()
  await expect(buyer.getByLabel('Product', { exact: true }).first()).toBeVisible()
  await expect(buyer.getByLabel('Customer', { exact: true })).toHaveCount(0)
  await buyer.context().close()
})
