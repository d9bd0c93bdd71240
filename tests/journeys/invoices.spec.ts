import { expect, goTo, homeHeading, noteLook, openPageAs, test } from '../support/journey.ts'

const PHONE = { width: 390, height: 844 }

test('a customer opens their last invoice with five keys from home, and pays it', async ({ browser }) => {
  const page = await openPageAs(browser, 'customer')
  const asked = '/api/invoices?invoiceType=INVOICE&isCancelled=false&$sort[id]=-1&$limit=1'
  const [last] = (await (await page.request.get(asked)).json()).data
  await goTo(page, '/')
  await expect(homeHeading(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search screens, actions and records' })).toBeFocused()
  await page.keyboard.type('las')
  await expect(page.getByRole('option', { selected: true })).toContainText('Last invoice')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/dispatches/invoice/${last.id}$`))
  await expect(page.getByText(`Invoice ${last.invoiceNo}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Lines', exact: true })).toContainText('HSN')
  await expect(page.getByRole('region', { name: 'References' })).toContainText(last.sapDeliveryNo)
  await noteLook(page)
  const pdf = page.getByRole('link', { name: /^Download PDF/ })
  expect((await page.request.get((await pdf.getAttribute('href'))!)).headers()['content-type']).toContain('pdf')

  const due = (await (await page.request.get('/api/payments/cart')).json()).items.find(
    (item: { invoiceId: number | null; payable: number; lockedByTxnNo: string | null }) =>
      item.invoiceId !== null && item.payable > 0 && item.lockedByTxnNo === null,
  )
  await goTo(page, `/dispatches/invoice/${due.invoiceId}`)
  await page.getByRole('link', { name: /^Pay ₹/ }).press('Enter')
  await expect(page.getByRole('checkbox', { name: `Pay ${due.documentNo}` })).toBeChecked()
  await page.context().close()
})

test('a customer reports a problem with the goods of an invoice on a phone', async ({ browser }) => {
  const page = await openPageAs(browser, 'customer')
  await page.setViewportSize(PHONE)
  await goTo(page, '/dispatches/invoice/last')
  await expect(page.getByText(/^Invoice IN\d+$/)).toBeVisible()
  const invoiceNo = (await page.getByText(/^Invoice IN\d+$/).textContent())!.replace('Invoice ', '')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await noteLook(page)
  await page.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Report a problem' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New complaint' })).toBeVisible()
  await expect(page.getByRole('main').getByText(new RegExp(invoiceNo)).first()).toBeVisible()
  await page.context().close()
})

test('J and K lead along the orders of the list one came from, and ? shows the keys', async ({ browser }) => {
  const page = await openPageAs(browser, 'asha')
  await goTo(page, '/orders/order-history')
  const links = page.locator('main a[href^="/orders/order-history/"]')
  await expect(links.nth(1)).toBeVisible()
  const paths = await links.evaluateAll(all => [...new Set(all.map(one => (one as HTMLAnchorElement).pathname))])
  await links.first().press('Enter')
  await expect(page.getByText(`1 of ${paths.length}`, { exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`${paths[1]}$`))
  await expect(page.getByText(`2 of ${paths.length}`, { exact: true })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page).toHaveURL(new RegExp(`${paths[0]}$`))
  await expect(page.getByText(`1 of ${paths.length}`, { exact: true })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('To the next one of the list')
  await noteLook(page)
  await page.context().close()
})

test('the order of a customer is printed with every section and without a button', async ({ browser }) => {
  const page = await openPageAs(browser, 'customer')
  const sent = await page.request.get('/api/orders?status=DISPATCHED&$limit=1')
  const [{ id }] = (await sent.json()).data
  await goTo(page, `/orders/order-history/${id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toBeVisible()
  await expect(timeline.getByRole('list')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.record').getByRole('button')).toHaveCount(0)
  await expect(timeline.locator('ol')).toBeVisible()
  await expect(page.locator('.record-acts')).toBeHidden()
  await page.context().close()
})

test('a transporter reads what goods an invoice has, and no amount', async ({ browser }) => {
  const page = await openPageAs(browser, 'transporter')
  const [{ id }] = (await (await page.request.get('/api/invoices?$limit=1')).json()).data
  await goTo(page, `/dispatches/invoice/${id}`)
  await expect(page.getByRole('region', { name: 'Lines', exact: true })).toContainText('Quantity')
  await expect(page.locator('.record')).not.toContainText('₹')
  await page.context().close()
})
