import type { Browser, Page } from '@playwright/test'
import { expect, goTo as goToPage, homeHeading, openPageAs, test } from '../support/journey.ts'
import { counted, expectAtMost } from '../support/journeys/counted.ts'
import { submitLike } from '../support/orders/submit-like.ts'
import { enterInvoice, payers } from '../support/payments/payer.ts'

// How many clicks and keys everyday jobs take, each from the home page to the end. The counts are the events that
// the browser gives the page: nothing is opened by its address, and nothing is filled in by the test.

/** A page whose clicks and keys are counted from the home page on. */
async function countedPage(browser: Browser, loginId: string) {
  const page = await openPageAs(browser, loginId)
  const taken = await counted(page)
  await page.goto('/')
  await expect(homeHeading(page)).toBeVisible()
  return { page, taken }
}

/** Opens a screen as people do: the search box, a few letters, Enter. */
async function goTo(page: Page, letters: string, screen: string) {
  await page.getByRole('button', { name: 'Search or go to' }).click()
  await expect(page.getByRole('combobox', { name: 'Search screens, actions and records' })).toBeFocused()
  await page.keyboard.type(letters)
  const selected = page.getByRole('option', { selected: true })
  await expect(selected).toContainText(screen)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
}

/** Types the PO number, then the lines; it ends in the empty row below them. */
async function typeOrder(page: Page, codes: readonly string[]) {
  await expect(page.getByLabel('PO number')).toBeFocused()
  await page.keyboard.type(`P${Date.now() % 1000}`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  for (const [index, code] of codes.entries()) {
    await expect(page.getByLabel(`Product of row ${index + 1}`, { exact: true })).toBeFocused()
    await page.keyboard.type(code)
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText(/ ready to send$/)).toBeVisible()
}

const FIVE = ['ls-1001', 'ls-1003', 'ls-1005', 'ls-1006', 'ls-1007']

async function takeCustomer(page: Page) {
  await expect(page.getByLabel('Customer code, name or GSTIN')).toBeFocused()
  await page.keyboard.type('100101')
  await expect(page.locator('.customer-list li')).toHaveCount(1)
  await page.keyboard.press('Enter')
}

test('an order of five lines takes a sales executive at most 3 clicks and 73 keys', async ({ browser }) => {
  const { page, taken } = await countedPage(browser, 'asha')
  await page.getByRole('link', { name: 'New order' }).first().click()
  await takeCustomer(page)
  await typeOrder(page, FIVE)
  await page.getByRole('button', { name: /^Send (order|for approval)$/ }).click()
  await expect(page.getByText('Order placed:')).toBeVisible()
  expectAtMost(taken, { clicks: 3, keys: 73 })
  await page.context().close()
})

test('an order of five lines takes a customer at most 4 clicks and 60 keys', async ({ browser }) => {
  const { page, taken } = await countedPage(browser, 'customer')
  await page.getByRole('main').getByRole('link', { name: 'New order' }).click()
  await typeOrder(page, FIVE)
  await page.getByRole('button', { name: /^Send (order|for approval)$/ }).click()
  await expect(page.getByText('Order placed:')).toBeVisible()
  expectAtMost(taken, { clicks: 4, keys: 60 })
  await page.context().close()
})

test('an order of two lines takes no click and at most 40 keys', async ({ browser }) => {
  const { page, taken } = await countedPage(browser, 'asha')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search screens, actions and records' })).toBeFocused()
  await page.keyboard.type('new')
  await expect(page.getByRole('option', { selected: true })).toContainText('New order')
  await page.keyboard.press('Enter')
  await takeCustomer(page)
  await typeOrder(page, FIVE.slice(0, 2))
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Order placed:')).toBeVisible()
  expectAtMost(taken, { clicks: 0, keys: 40 })
  await page.context().close()
})

test('a customer opens the last invoice in two keys', async ({ browser }) => {
  const { page, taken } = await countedPage(browser, 'customer')
  const last = page.getByRole('main').getByRole('link', { name: /^Invoice IN\d+, \d+ \w+, ₹/ })
  const [, invoiceNo] = /^Invoice (IN\d+)/.exec((await last.textContent())!)!
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/\/dispatches\/invoice\/\d+$/)
  await expect(page.getByRole('main')).toContainText(invoiceNo!)
  expectAtMost(taken, { clicks: 0, keys: 2 })
  await page.context().close()
})

test('the last invoice is paid with at most 5 clicks and no key', async ({ browser }) => {
  const finance = await openPageAs(browser, 'finance')
  const { documentNo } = await enterInvoice(finance, payers.PAYU.code, 1180)
  const { page, taken } = await countedPage(browser, payers.PAYU.loginId)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Pay (invoices|₹)/ })
    .click()
  await page.getByRole('checkbox', { name: `Pay ${documentNo}` }).click()
  await page.getByRole('button', { name: 'Review payment' }).click()
  await page.getByRole('button', { name: 'Pay ₹ 1,180.00' }).click()
  await page.getByRole('button', { name: 'Pay: success' }).click()
  await expect(page.getByText('We received ₹ 1,180.00. Thank you.')).toBeVisible()
  expectAtMost(taken, { clicks: 5, keys: 0 })
  await page.context().close()
})

/** An order that waited for Meena when the file began; others are made like it. */
let model: number

/** Makes as many orders as are asked for wait for Meena; before her page is opened, which hears of later ones only. */
async function waitingOrders(browser: Browser, many: number) {
  const [asha, meena] = [await openPageAs(browser, 'asha'), await openPageAs(browser, 'meena')]
  const { data, total } = (await (await meena.request.get('/api/approval-queue?step=MY_APPROVAL')).json()) as {
    total: number
    data: { orderId: number; customerName: string }[]
  }
  // Orders of this customer wait for their acceptance once an approver changed them.
  model ??= data.find(({ customerName }) => customerName.startsWith('Sahyadri'))!.orderId
  for (let more = total; more < many; more++) await submitLike(asha.request, model)
  for (const page of [asha, meena]) await page.context().close()
}

test('ten orders are approved from my work with at most 2 clicks and 1 key', async ({ browser }) => {
  await waitingOrders(browser, 10)
  const { page, taken } = await countedPage(browser, 'meena')
  await page.getByRole('checkbox', { name: /^Select all \d\d orders$/ }).click()
  await page.getByRole('button', { name: /^Approve \d\d orders$/ }).click()
  const asked = page.getByRole('dialog', { name: /^Approve \d\d orders\?$/ })
  await expect(asked.getByRole('listitem').nth(9)).toBeVisible()
  await expect(asked.getByLabel('Remark, for all of them')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^\d+ orders approved/ })).toBeVisible()
  expectAtMost(taken, { clicks: 2, keys: 1 })
  await page.context().close()
})

test('ten orders are approved with at most 4 clicks and no key, and each tells what it was and what became of it', {
  tag: '@proof',
}, async ({ browser }) => {
  await waitingOrders(browser, 10)
  const { page, taken } = await countedPage(browser, 'meena')

  await page.getByRole('link', { name: /^\d+ My Approval/ }).click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: /^Approve \d\d orders$/ }).click()
  const asked = page.getByRole('dialog', { name: /^Approve \d\d orders\?$/ })
  const rows = asked.getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeGreaterThanOrEqual(10)
  for (const row of await rows.all()) await expect(row).toContainText(/OR\d+.*₹ .*\d %/)
  await asked.getByRole('button', { name: 'Approve', exact: true }).click()
  const told = page.getByRole('dialog', { name: /^\d+ orders approved/ })
  await expect(told).toBeVisible()
  for (const row of await told.getByRole('listitem').all())
    await expect(row).toContainText(/(Approved|Moved to level \d): |refused|credit|changed/i)
  expectAtMost(taken, { clicks: 4, keys: 0 })
  await page.context().close()
})

test('from my work an order is rejected with 4 keys, and another approved with 2 at what its seller may give', async ({
  browser,
}) => {
  await waitingOrders(browser, 0)
  const asha = await openPageAs(browser, 'asha')
  const [toReject, toApprove] = [await submitLike(asha.request, model), await submitLike(asha.request, model)]
  await asha.context().close()
  const { page, taken } = await countedPage(browser, 'meena')
  const open = async (orderNo: string) => {
    await page.locator('.work-row').filter({ hasText: orderNo }).getByRole('button').click()
    await expect(page.getByRole('button', { name: 'Approve at 5 %' })).toBeVisible()
    return taken.keys
  }
  const beforeReject = await open(toReject)
  await page.keyboard.press('r')
  await expect(page.getByRole('combobox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Remark' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${toReject}: Rejected.`)).toBeVisible()
  await expect(page.locator('.work-row').filter({ hasText: toReject })).toHaveCount(0)
  expect(taken.keys - beforeReject).toBe(4)

  const beforeApproval = await open(toApprove)
  await page.keyboard.press('5')
  const asked = page.getByRole('dialog', { name: /^Approve OR\d+ at 5 %\?$/ })
  await expect(asked.getByRole('textbox', { name: 'Remark' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${toApprove}: Waiting for acceptance.`)).toBeVisible()
  expect(taken.keys - beforeApproval).toBe(2)
  await page.context().close()

  const buyer = await openPageAs(browser, 'customer')
  await goToPage(buyer, `/orders/order-history?q=${toApprove}`)
  await buyer.getByRole('main').getByRole('link', { name: toApprove }).click()
  await buyer.getByRole('button', { name: /^Accept/ }).click()
  const accepts = buyer.getByRole('dialog', { name: `Accept ${toApprove}?` })
  await expect(accepts).toContainText('This was changed since the order was placed:')
  await expect(accepts.getByRole('listitem')).toContainText(/₹ [\d,.]+ → ₹ [\d,.]+/)
  await buyer.context().close()
})

test('a price is changed from next month with at most 3 clicks and 7 keys', { tag: '@proof' }, async ({ browser }) => {
  const { page, taken } = await countedPage(browser, 'pricing_approver')
  // Other journeys may have ended the first one.
  const open = await page.request.get('/api/masters/cust-shipto-prod-price?validTo=9999-12-31&$limit=1')
  const [{ id }] = (await open.json()).data
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Prices/ })
    .click()
  await page.getByRole('link', { name: 'Prices by ship-to' }).click()
  await page.locator(`.grid tbody tr[data-id="${id}"] a`).first().click()
  await expect(page.getByRole('link', { name: /^Edit/ })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByLabel('Net price')).toBeFocused()
  await page.keyboard.type('987')
  await expect(page.getByRole('button', { name: /^Change net price from 1 / })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^₹ 987\.00/).first()).toBeVisible()
  await expect(page.getByText(/^Begins 1 /)).toBeVisible()
  expectAtMost(taken, { clicks: 3, keys: 7 })
  await page.context().close()
})

test('a role is given with at most 7 clicks and 17 keys', { tag: '@proof' }, async ({ browser }) => {
  const { page, taken } = await countedPage(browser, 'sys_admin')
  await goTo(page, 'assign', 'Assign Roles')
  await page.getByLabel('Find a person').click()
  await page.keyboard.type('qa')
  await page.getByRole('link', { name: /\bqa\b/ }).click()
  await page.getByRole('button', { name: 'Assign a role' }).click()
  const role = page.getByRole('combobox', { name: 'Role', exact: true })
  await expect(role).toBeFocused()
  await page.keyboard.type('CSC')
  await page.keyboard.press('Enter')
  await page.getByTitle('Own rows: what belongs to the person').click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: /^All$/ }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const held = page.getByRole('region', { name: /^Roles of/ }).getByRole('row', { name: /CSC agent/ })
  await expect(held).toContainText('Active')
  expectAtMost(taken, { clicks: 7, keys: 17 })

  await held.getByRole('button', { name: /^Revoke/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Revoke$/ })
    .press('Enter')
  await expect(held).toHaveCount(0)
  await page.context().close()
})
