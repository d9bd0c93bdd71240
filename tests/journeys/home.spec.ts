import { randomUUID } from 'node:crypto'
import type { APIRequestContext, APIResponse, Page, WebSocket } from '@playwright/test'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { expect, findScreen, goTo, homeHeading, noteLook, openPageAs, test } from '../support/journey.ts'
import { isProof } from '../support/proof.ts'

/** Homes with most that others have not; in the proof those of all. */
const telling: readonly Role[] = ['CUSTOMER', 'SALES_MANAGER', 'DISPATCH', 'FINANCE', 'SYS_ADMIN']

for (const role of isProof ? roleCodes : telling) {
  test(`the home page of ${role} opens without an error, with their work first, and can be used by everybody`, async ({
    browser,
  }) => {
    const page = await openPageAs(browser, role.toLowerCase())
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    await goTo(page, '/')
    await expect(homeHeading(page)).toBeVisible()
    const work = page.getByText(/^\d+ to do/).or(page.getByText('Nothing waits for you.'))
    const isBuyer = role === 'CUSTOMER' || role === 'DISTRIBUTOR'
    await expect(isBuyer ? page.getByRole('heading', { name: 'Order again' }) : work.first()).toBeVisible()
    await noteLook(page)
    expect(errors).toEqual([])
    await page.context().close()
  })
}

test('on a phone each piece of work has its act on the card: a proof to upload, an order to approve', async ({
  browser,
}) => {
  const phone = { width: 390, height: 844 }
  const transporter = await openPageAs(browser, 'transporter')
  await transporter.setViewportSize(phone)
  await goTo(transporter, '/')
  await transporter.getByRole('link', { name: 'Upload the proof' }).first().click()
  await expect(transporter.getByRole('heading', { level: 1 })).toHaveText('Upload POD')
  await expect(transporter.getByLabel('Received by')).toBeVisible()
  await transporter.context().close()

  const approver = await openPageAs(browser, 'meena')
  await approver.setViewportSize(phone)
  await goTo(approver, '/')
  const card = approver.locator('.work-row').filter({ hasText: /OR\d+/ }).first()
  const orderNo = /OR\d+/.exec(await card.innerText())![0]
  await card.getByRole('button', { name: 'Review' }).click()
  await expect(approver.getByRole('dialog').getByText('Credit left')).toBeVisible()
  await approver.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  const asked = approver.getByRole('dialog', { name: 'Approve 1 order?' })
  await noteLook(approver)
  await asked.getByRole('button', { name: 'Approve', exact: true }).click()
  const told = approver.getByRole('dialog', { name: '1 order approved' })
  await expect(told).toContainText(orderNo)
  await told.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(approver.locator('.work-row').filter({ hasText: orderNo })).toHaveCount(0)
  await approver.context().close()
})

test('a buyer reads their day on a phone, orders again what they buy often, and closes the news', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'customer')
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/')
  await expect(page.getByRole('heading', { name: 'My goods' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What I owe' })).toBeVisible()
  await noteLook(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expect(page.getByText(/ in all$/)).toBeVisible()
  const close = page.getByRole('button', { name: 'Close the banner' })
  await close.click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Certificates', exact: true })).toBeVisible()
  await expect(close).toHaveCount(0)

  const certificate = page.waitForEvent('download')
  await page
    .getByRole('link', { name: /^PDF of batch/ })
    .first()
    .click()
  expect((await certificate).suggestedFilename()).toMatch(/\.pdf$/)

  const quantity = page.getByLabel(/^Quantity of/).first()
  await quantity.fill('2')
  await page.getByRole('link', { name: /^Order 1 product, ₹/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New order')
  await expect(page.getByLabel('Product of row 1', { exact: true })).not.toHaveValue('')
  await expect(page.getByLabel('Quantity of row 1', { exact: true })).toHaveValue('2')
  await page.context().close()
})

test('a manager who leaves the home page open sees an order more to approve as another person submits it', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'meena')
  const sockets: WebSocket[] = []
  page.on('websocket', socket => sockets.push(socket))
  await goTo(page, '/')
  const tile = page.getByRole('link', { name: /^\d+ My Approval/ })
  const waiting = Number.parseInt((await tile.textContent())!, 10)
  await expect.poll(() => sockets.some(socket => !socket.isClosed())).toBe(true)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  const { request } = (await openPageAs(browser, 'asha')).context()
  await submitLike(request, (await waitingFor(page))[0]!)
  // The page counts anew by itself every minute; it is told sooner.
  await expect(tile).toHaveText(new RegExp(`^${waiting + 1}`))
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await page.context().close()
})

/** The orders that wait for a manager, read from the service that their screen uses. */
const waitingFor = async (page: Page): Promise<{ orderId: number }[]> =>
  (await (await page.request.get('/api/approval-queue?step=MY_APPROVAL')).json()).data

/** Submits an order with the lines of another one. */
async function submitLike(request: APIRequestContext, { orderId }: { orderId: number }) {
  const headers = () => ({ 'X-Requested-With': 'bilty', 'Idempotency-Key': randomUUID() })
  const sent = async (answer: APIResponse) => {
    expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)])
    return answer.json()
  }
  const order = await (await request.get(`/api/orders/${orderId}`)).json()
  const { data } = await (await request.get(`/api/order-lines?orderId=${orderId}`)).json()
  const buffer = Buffer.from('%PDF-1.4 a purchase order')
  const file = { name: 'po.pdf', mimeType: 'application/pdf', buffer }
  const multipart = { ownerType: 'ORDER', file }
  const { id } = await sent(await request.post('/api/attachments', { headers: headers(), multipart }))
  const { customerId, shipToId, orderTypeId, requestedDeliveryDate, customerPoDate } = order
  const draft = {
    ...{ customerId, shipToId, orderTypeId, requestedDeliveryDate, customerPoDate },
    customerPoNo: `PO-${randomUUID().slice(0, 8)}`,
    poAttachmentId: id,
    lines: data.map(({ productId, qty, manualDiscountPct }: Record<string, number>) => ({
      productId,
      qty,
      manualDiscountPct,
    })),
  }
  const made = await sent(await request.post('/api/orders', { headers: headers(), data: draft }))
  const step = { orderId: made.id, step: 'submit' }
  await sent(await request.post('/api/order-steps', { headers: headers(), data: step }))
}

test('a service agent finds screens, actions and records by the keyboard alone', async ({ browser }) => {
  const page = await openPageAs(browser, 'csc_agent')
  await goTo(page, '/')
  await expect(homeHeading(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search screens, actions and records' })
  await expect(box).toBeFocused()
  await page.keyboard.type('order hist')
  await expect(page.getByRole('option', { selected: true })).toContainText('Order History')
  await noteLook(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders\/order-history$/)

  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await page.keyboard.type('LS-1001')
  const product = page.getByRole('option', { name: /LS-1001.*Product/ }).first()
  await expect(product).toBeVisible()
  await expect(product).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/masters\/products\/show\/\d+$/)

  // What was opened is offered the next time, and Escape leaves everything as it is.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: /LS-1001/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(page).toHaveURL(/\/masters\/products\/show\/\d+$/)

  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await page.keyboard.type('new compl')
  await expect(page.getByRole('option', { selected: true })).toContainText('New complaint')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/complaints\/create$/)
  await page.context().close()
})

test('a buyer finds their own screens on a phone, and nothing of others', { tag: '@proof' }, async ({ browser }) => {
  const page = await openPageAs(browser, 'customer')
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/')
  await page.getByRole('button', { name: 'Search or go to' }).click()
  await page.getByRole('combobox').fill('stuck for sap')
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible()
  await page.getByRole('combobox').fill('LS-1001')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await page.getByRole('combobox').fill('new order')
  await expect(page.getByRole('option', { selected: true })).toContainText('New order')
  await noteLook(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders\/default$/)
  await page.context().close()
})

test('a buyer has a side bar in their own words, and finds by Ctrl K what it leaves out', async ({ browser }) => {
  const page = await openPageAs(browser, 'customer')
  await goTo(page, '/')
  const bar = page.getByRole('navigation', { name: 'Screens' })
  for (const noun of ['New order', 'My orders', 'Invoices and payments', 'My goods', 'Complaints'])
    await expect(bar.getByRole('link', { name: new RegExp(`^${noun}`) })).toBeVisible()
  await bar.getByRole('link', { name: /^My orders/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order History')
  await expect(bar.getByRole('link', { name: /^My orders/ })).toHaveAttribute('aria-current', 'page')
  const tabs = page.getByRole('navigation', { name: 'My orders' })
  await expect(tabs.getByRole('link', { name: 'All my orders' })).toHaveAttribute('aria-current', 'page')
  await noteLook(page)
  await tabs.getByRole('link', { name: 'Order lines' }).click()
  await expect(page).toHaveURL(/\/orders\/item-wise-order/)
  await expect(bar.getByRole('link', { name: /^My orders/ })).toHaveAttribute('aria-current', 'true')
  await findScreen(page, 'Orders Stuck For SAP Integration')
  await expect(page).toHaveURL(/\/orders\/order-stuck-for-sap$/)
  await page.context().close()
})

test('staff open nouns by their letters, pin a screen, and see every screen from the foot of the side bar', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'master_admin')
  await goTo(page, '/')
  await expect(homeHeading(page)).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Screens' })
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/\/masters$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Master data')
  await expect(page).toHaveTitle('Masters')
  await noteLook(page)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rate Contract Customer')
  await expect(bar.getByRole('link', { name: /^Prices/ })).toHaveAttribute('aria-current', 'page')

  const tabs = page.getByRole('navigation', { name: 'Prices' })
  await tabs.getByText('More', { exact: true }).press('Enter')
  await noteLook(page)
  await tabs.getByRole('link', { name: 'Zone wise ASP' }).press('Enter')
  await expect(page).toHaveURL(/\/masters\/zone-wise-asp/)
  await expect(tabs.getByRole('link', { name: 'Zone wise ASP' })).toHaveAttribute('aria-current', 'page')
  const lines = bar.getByRole('link')
  const nouns = await lines.evaluateAll(links => links.map(link => link.getBoundingClientRect().top))
  await page.getByRole('button', { name: 'Pinned to the side bar' }).press('Enter')
  await expect(bar.getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText(['Zone wise ASP'])
  // Nothing that comes moves a noun.
  expect((await lines.evaluateAll(links => links.map(link => link.getBoundingClientRect().top))).slice(0, 10)).toEqual(
    nouns.slice(0, 10),
  )

  await bar.getByRole('button', { name: /^All \d+ screens/ }).press('Enter')
  await expect(page.getByRole('group', { name: 'Master data' }).getByRole('option').first()).toBeVisible()
  await noteLook(page)
  await page.getByRole('combobox', { name: 'Search screens, actions and records' }).fill('city')
  await page.getByRole('option', { name: /^State City/ }).click()
  await expect(page).toHaveURL(/\/masters\/state-city$/)
  await page.context().close()
})

test('whoever types “leave” names a delegate, and a record that was opened is among the last', async ({ browser }) => {
  const page = await openPageAs(browser, 'meena')
  await goTo(page, '/')
  await expect(homeHeading(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('leave')
  await expect(page.getByRole('option', { selected: true })).toContainText('I am away')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/away/)

  await goTo(page, '/masters/products')
  await page.getByRole('row').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/show\/\d+/)
  const recent = page.getByRole('navigation', { name: 'Screens' }).getByRole('region', { name: 'Recent' })
  await expect(recent.getByRole('link', { name: /^LS-/ })).toHaveAttribute('aria-current', 'page')
  await page.context().close()
})
