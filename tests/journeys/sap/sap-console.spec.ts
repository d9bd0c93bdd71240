import type { Browser, Page } from '@playwright/test'
import { expect, goTo, importCsv, noteLook, openPageAs, test, today } from '../../support/journey.ts'
import { orderNoOf } from '../../support/journeys/order-no.ts'
import { withinSeconds } from '../../support/limits.ts'

/** The simulated SAP releases it for no sales organization. */
const refused = 'SAPFAIL-BUS'

test('an order that SAP refuses is understood, tried, mended and sent again from its message to SAP', async ({
  browser,
}) => {
  await test.step('the desks import a product that SAP will refuse, and a price', () => importGoods(browser))
  const orderNo = await test.step('asha orders it', () => placeOrder(browser))
  const csc = await openPageAs(browser, 'csc_agent')
  const message = await test.step('the service centre reads why SAP refused it, and what was sent', () =>
    readWhy(csc, orderNo))
  await test.step('they put another product in its place and resubmit', () => mend(csc, orderNo))
  await test.step('the customer accepts it', () => accept(browser, orderNo))
  await test.step('SAP has it, and the console tells of both messages', () => lookBack(csc, orderNo, message))
})

test('sending to SAP is paused with a reason, which everybody concerned reads, and resumed', async ({ browser }) => {
  const admin = await openPageAs(browser, 'sys_admin')
  await goTo(admin, '/orders/order-stuck-for-sap')
  const panel = admin.getByRole('region', { name: 'Sending to SAP' })
  await expect(panel).toContainText('Messages are sent to SAP')
  await panel.getByRole('button', { name: 'Pause sending' }).press('Enter')
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel(/Reason/).fill('SAP is patched tonight')
  await noteLook(admin)
  await dialog.getByRole('button', { name: 'Pause sending' }).press('Enter')
  await expect(panel).toContainText(/Nothing is sent to SAP now\..*paused it on .*: SAP is patched tonight/)

  const csc = await openPageAs(browser, 'csc_agent')
  await goTo(csc, '/orders/order-in-error')
  await expect(csc.getByText(/SAP is patched tonight/)).toBeVisible()
  await expect(csc.getByRole('button', { name: 'Resume sending' })).toHaveCount(0)
  const asha = await openPageAs(browser, 'asha')
  await goTo(asha, '/orders/order-in-error')
  await expect(asha.getByText(/paused the sending to SAP/)).toBeVisible()

  await panel.getByRole('button', { name: 'Resume sending' }).press('Enter')
  await admin.getByRole('dialog').getByRole('button', { name: 'Resume sending' }).press('Enter')
  await expect(panel).toContainText('Messages are sent to SAP')
  await noteLook(admin)
})

test('a phone shows the readings from SAP, reads one, and finds it in the history', { tag: '@proof' }, async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'sys_admin')
  await page.setViewportSize({ width: 390, height: 800 })
  await goTo(page, '/masters/read-data-from-sap')
  const card = page.getByRole('listitem', { name: 'Invoices' })
  await card.getByRole('button', { name: 'Read now Invoices' }).press('Enter')
  await expect(card).toContainText(/Read,.* \d\d-\d\d-\d{4}/, { timeout: withinSeconds(30) })
  await expect(card).toContainText('Last good')
  await page.getByLabel('Object').press('ArrowDown')
  await page.getByTitle('Invoices').last().click()
  await expect(page.getByRole('list', { name: 'Readings' }).getByRole('listitem').first()).toContainText('Invoices')
  await noteLook(page)
})

async function importGoods(browser: Browser) {
  const desk = await openPageAs(browser, 'master_admin')
  await importCsv(
    desk,
    '/masters/products',
    'products.csv',
    [
      'code,name,sbu_code,division,uom,base_uom,hsn_code,gst_rate',
      `${refused},"Buffer that SAP does not release",LS,10,EA,EA,29221990,18.00`,
    ],
    { fromSap: true },
  )
  const pricing = await openPageAs(browser, 'pricing_approver')
  await importCsv(pricing, '/masters/cust-shipto-prod-price', 'prices.csv', [
    'customer_code,ship_to_code,product_code,net_price,min_qty,approved_ref,valid_from,valid_to',
    `100101,200101,${refused},500.00,0,NOTE/2026/2,${today},9999-12-31`,
  ])
}

async function placeOrder(browser: Browser): Promise<string> {
  const asha = await openPageAs(browser, 'asha')
  await goTo(asha, '/orders/default-employee')
  await expect(asha.getByLabel('Customer code, name or GSTIN')).toBeFocused()
  await asha.keyboard.type('100101')
  await expect(asha.locator('.customer-list li')).toHaveCount(1)
  await asha.keyboard.press('Enter')
  await expect(asha.getByLabel('PO number')).toBeFocused()
  await asha.keyboard.type(`PO-${Date.now()}`)
  await asha.getByLabel('Product of row 1').focus()
  await asha.keyboard.type(refused)
  await asha.keyboard.press('Tab')
  await asha.keyboard.type('10')
  await asha.keyboard.press('Enter')
  const file = { name: 'po.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 order') }
  await asha.locator('input[type=file]').setInputFiles(file)
  await expect(asha.getByText('po.pdf')).toBeVisible()
  await expect(asha.getByText(/ ready to send$/)).toBeVisible()
  await asha.getByRole('button', { name: /^Send (order|for approval)$/ }).click()
  return orderNoOf(asha)
}

/** Returns the address of the refused message. */
async function readWhy(csc: Page, orderNo: string): Promise<string> {
  const failed = async () => (await csc.request.get('/api/orders-in-error')).text()
  await expect.poll(failed, { timeout: withinSeconds(60) }).toContain(orderNo)
  await goTo(csc, '/orders/order-in-error')
  // By the keyboard alone.
  await csc.getByRole('button', { name: `More for ${orderNo}` }).press('Enter')
  await expect(csc.getByRole('button', { name: `Message to SAP for ${orderNo}` })).toBeFocused()
  await csc.keyboard.press('Enter')
  const drawer = csc.getByRole('dialog', { name: `${orderNo}: New order` })
  await expect(drawer.getByText('SAP does not know, or does not release, a product here.')).toBeVisible()
  await expect(drawer.getByText(/Material SAPFAIL-BUS is not released/).first()).toBeVisible()
  await expect(drawer.getByRole('link', { name: `Review: product ${refused}` })).toBeVisible()
  await expect(drawer.getByText(/attempt 1 .* HTTP 400/)).toBeVisible()
  await drawer.getByText('SAP’s reply (verbatim)').press('Enter')
  await expect(drawer.getByText('"errordetails"')).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Lines as sent' })).toContainText('₹ 500.00')
  await drawer.getByRole('button', { name: 'Check without sending' }).press('Enter')
  await expect(drawer.getByText('The simulated SAP would refuse it:')).toBeVisible()
  await noteLook(csc)
  return csc.url()
}

async function mend(csc: Page, orderNo: string) {
  const drawer = csc.getByRole('dialog', { name: `${orderNo}: New order` })
  await drawer.getByRole('link', { name: `Correct ${orderNo}` }).click()
  const product = csc.getByLabel('Product of row 1')
  await expect(product).toHaveValue(new RegExp(refused))
  await product.fill('LS-1004')
  await product.press('Tab')
  await expect(csc.getByText(/ ready to send$/)).toBeVisible()
  await csc.getByRole('button', { name: 'Send again' }).click()
  await expect(csc.getByText(`Order ${orderNo}`, { exact: true })).toBeVisible()
}

async function accept(browser: Browser, orderNo: string) {
  const buyer = await openPageAs(browser, 'customer')
  const sent = async () => (await (await buyer.request.get(`/api/orders?orderNo=${orderNo}`)).json()).data[0]
  await goTo(buyer, `/orders/order-history/${(await sent()).id}`)
  await buyer.getByRole('button', { name: /^Accept/ }).click()
  const dialog = buyer.getByRole('dialog', { name: `Accept ${orderNo}?` })
  await expect(dialog.getByRole('listitem')).toHaveText([/ SAPFAIL-BUS, refused: /, / LS-1004, new: /])
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(async () => (await sent()).status, { timeout: withinSeconds(60) }).toBe('CONFIRMED')
}

async function lookBack(csc: Page, orderNo: string, refusedMessage: string) {
  await goTo(csc, '/orders/order-in-error')
  const list = csc.getByRole('region', { name: 'Orders in error' })
  await expect(list.or(csc.getByText('No order is in error.'))).toBeVisible()
  await expect(csc.getByRole('main').getByText(orderNo)).toHaveCount(0)
  await goTo(csc, refusedMessage)
  const drawer = csc.getByRole('dialog', { name: `${orderNo}: New order` })
  await expect(drawer.getByText('New order: SAP has it')).toBeVisible()
  await drawer.getByRole('button', { name: /^MS/ }).click()
  await expect(drawer.getByText(/HTTP 201/)).toBeVisible()
  await expect(drawer.getByText('Nothing: SAP has it.')).toBeVisible()
}
