import { expect, goTo, noteLook, openPageAs, test } from '../support/journey.ts'

test('the auditor finds a failed sign-in, sees a change before and after, and exports the list', async ({
  browser,
}) => {
  const keeper = await openPageAs(browser, 'master_admin')
  const said = { 'X-Requested-With': 'bilty' }
  const [nid] = (await (await keeper.request.get('/api/masters/nid?$limit=1')).json()).data
  const data = { rowVersion: nid.rowVersion, description: 'Named anew for the auditor' }
  expect((await keeper.request.patch(`/api/masters/nid/${nid.id}`, { headers: said, data })).status()).toBe(200)

  const stranger = await openPageAs(browser)
  await goTo(stranger, '/login')
  await stranger.getByLabel('Login ID').fill('qa')
  await stranger.getByLabel('Password', { exact: true }).fill('Wrong@12345')
  await stranger.keyboard.press('Enter')
  await expect(stranger.getByText('not correct')).toBeVisible()

  const page = await openPageAs(browser, 'auditor')
  await goTo(page, '/mis')
  await page.getByRole('main').getByRole('link', { name: 'Login Logout Report' }).click()
  await expect(page.getByText('Signed in is in last 7 days')).toBeVisible()
  await expect(page.locator('.grid tbody tr[data-id]').first()).toBeVisible()
  await goTo(page, '/mis/login-logout-report?f.failed=eq.true')
  await expect(page.locator('.grid tbody tr[data-id]').first()).toContainText('qa')
  await noteLook(page)

  await goTo(page, '/mis/audit-log-report?f.entity=eq.nid&f.action=in.UPDATE')
  await page.locator('.grid tbody tr[data-id] a').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('cell', { name: 'Named anew for the auditor' })).toBeVisible()
  await noteLook(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export to CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^audit-log-report-.*\.csv$/)
  await page.setViewportSize({ width: 390, height: 800 })
  await goTo(page, '/mis/audit-log-report?f.action=in.EXPORT')
  await expect(page.locator('.row-card').first()).toContainText('Audit log report')
  await noteLook(page)
})

test('five people read five reports, each with the figure behind each sum', { tag: '@proof' }, async ({ browser }) => {
  const views = [
    ['auditor', 'orders?by=sbuId&f.orderDate=within.this-fy', 'Orders'],
    ['sales_manager', 'monthwise-total-orders', 'Month Wise Total Value of Orders'],
    ['finance', 'invoices?f.invoiceDate=within.this-fy', 'Invoices'],
    ['dispatch', 'lrdetails?f.lrDate=within.this-fy', 'LR Details'],
    ['customer', 'orders?f.orderDate=within.this-fy', 'Orders'],
  ] as const
  for (const [loginId, address, title] of views) {
    const page = await openPageAs(browser, loginId)
    await goTo(page, `/mis/${address}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(
      page.locator('.grid tbody tr, .grouped-table tbody tr, .list-empty, .notice-box').first(),
    ).toBeVisible()
    await noteLook(page)
    await page.context().close()
  }
})

test('the auditor goes from a sum to its rows, hands the link on, and has the report mailed', async ({ browser }) => {
  const page = await openPageAs(browser, 'auditor')
  await goTo(page, '/mis/orders?by=sbuId&f.orderDate=within.this-fy')
  await page.locator('.grouped-table tfoot a').last().click()
  await expect(page.locator('.figure-check')).toContainText('below sum to it')
  await noteLook(page)
  const link = new URL(page.url())

  const buyer = await openPageAs(browser, 'customer')
  await buyer.goto(link.pathname + link.search)
  await expect(buyer.locator('.figure-check')).toContainText('you may read fewer of them')
  await buyer.context().close()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mail or schedule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Orders of the year')
  await dialog.getByRole('radio', { name: 'Monthly' }).check()
  await dialog.getByRole('button', { name: 'Mail it' }).click()
  await expect(dialog.getByText('on day 1 of each month')).toBeVisible()
  await noteLook(page)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByText('Ended: Its owner ended it')).toBeVisible()
})
