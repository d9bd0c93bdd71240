import { randomUUID } from 'node:crypto'
import type { APIRequestContext, APIResponse, Page, WebSocket } from '@playwright/test'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { expect, goTo, homeHeading, noteLook, openPageAs, test } from '../support/journey.ts'
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
    await expect(
      page
        .getByText(/^\d+ to do/)
        .or(page.getByText('Nothing waits for you.'))
        .first(),
    ).toBeVisible()
    await noteLook(page)
    expect(errors).toEqual([])
    await page.context().close()
  })
}

test('a buyer sees the same on a phone, orders again in two clicks, and closes the news', async ({ browser }) => {
  const page = await openPageAs(browser, 'customer')
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/')
  await expect(page.getByRole('heading', { name: 'Where are my goods' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What I owe' })).toBeVisible()
  await noteLook(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expect(page.getByText(/outstanding as on/)).toBeVisible()
  const close = page.getByRole('button', { name: 'Close the banner' })
  await close.click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Certificates', exact: true })).toBeVisible()
  await expect(close).toHaveCount(0)

  const certificates = page.getByRole('link', { name: /^Certificates of invoice/ }).first()
  await certificates.click()
  await expect(page).toHaveURL(/find-certificates\?invoice=/)
  await expect(page.getByLabel(/^Invoice number/)).not.toHaveValue('')

  await goTo(page, '/')
  await page
    .getByRole('link', { name: /^Order again/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create / Edit')
  await expect(page.getByLabel('Product of row 1', { exact: true })).not.toHaveValue('')
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

test('a buyer has a menu of their own, which stays as they left it', async ({ browser }) => {
  const page = await openPageAs(browser, 'customer')
  await goTo(page, '/')
  const menu = page.getByRole('navigation', { name: 'Screens' })
  await expect(menu.getByRole('link', { name: 'New order' })).toBeVisible()
  await expect(menu.getByRole('button').filter({ hasNotText: 'Recent' })).toHaveText([
    ...['My orders', 'Shipments', 'Invoices and payments', 'Contracts', 'Documents'],
    ...['Complaints', 'Reports', 'Profile'],
  ])
  const kept = page.waitForResponse(answer => answer.url().endsWith('/api/layouts') && answer.status() === 201)
  await menu.getByRole('button', { name: 'My orders' }).press('Enter')
  await kept
  await noteLook(page)
  await page.reload()
  await menu.getByRole('link', { name: 'All my orders' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order History')
  await expect(menu.getByRole('link', { name: 'All my orders' })).toHaveAttribute('aria-current', 'page')
  // What the menu leaves out is found, under the title of the screen.
  await menu.getByLabel('Find a screen').fill('stuck for sap')
  await expect(menu.getByRole('link')).toHaveText(['Orders Stuck For SAP Integration'])
  await page.context().close()
})

test('staff find masters by subgroup, and any screen by the keys alone, with nothing behind the box', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'master_admin')
  await goTo(page, '/')
  const menu = page.getByRole('navigation', { name: 'Screens' })
  const box = menu.getByLabel('Find a screen')
  await menu.getByRole('button', { name: 'Masters', exact: true }).press('Enter')
  await menu.getByRole('button', { name: 'Prices and limits' }).press('Enter')
  await expect(menu.getByRole('link', { name: 'Product-wise Limit Price' })).toBeVisible()
  await noteLook(page)
  await menu.getByRole('button', { name: 'Settings' }).scrollIntoViewIfNeeded()
  const [search, lines] = [await box.boundingBox(), await menu.locator('.menu-lines').boundingBox()]
  expect(search!.y).toBeGreaterThan(0)
  expect(lines!.y).toBeGreaterThanOrEqual(search!.y + search!.height)

  await box.fill('zone')
  await expect(menu.getByRole('link').first()).toHaveText('ZoneArea')
  await box.press('ArrowDown')
  await expect(menu.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(box).toBeFocused()
  await noteLook(page)
  await box.press('Escape')
  await expect(box).toHaveValue('')
  await box.pressSequentially('state city')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/masters\/state-city$/)
  await expect(box).toHaveValue('')
  await expect(menu.getByRole('button', { name: 'Organisation' })).toHaveAttribute('aria-expanded', 'true')
  await page.context().close()
})
