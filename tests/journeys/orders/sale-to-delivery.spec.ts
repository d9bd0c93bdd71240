import type { Browser, Page } from '@playwright/test'
import { expect, goTo, importCsv, noteLook, openPageAs, test, today } from '../../support/journey.ts'
import { orderNoOf } from '../../support/journeys/order-no.ts'
import { withinSeconds } from '../../support/limits.ts'

const code = 'JRN-2626'
const lrNo = 'LR26262626'

/** The life of one order: its product is imported, ordered, approved, sent to SAP, billed, dispatched, and tracked by a stranger. */
test('an imported product is ordered, approved, sent to SAP, dispatched and tracked', async ({ browser }) => {
  await test.step('the desks import a product and a price agreed for it', () => importGoods(browser))
  const orderNo = await test.step('asha orders it together with goods at a discount', () => placeOrder(browser))
  await test.step('meena approves, SAP confirms, and the order explains itself', () => approve(browser, orderNo))
  await test.step('the CnF desk dispatches the billed goods with an LR', () => dispatch(browser, orderNo))
  await test.step('a stranger tracks them with the right PIN code, and finds nothing with another', () =>
    track(browser))
})

async function importGoods(browser: Browser) {
  const desk = await openPageAs(browser, 'master_admin')
  const product = `${code},"Tris buffer, imported grade",LS,10,EA,EA,29221990,18.00`
  const columns = 'code,name,sbu_code,division,uom,base_uom,hsn_code,gst_rate'
  await importCsv(desk, '/masters/products', 'products.csv', [columns, product], { fromSap: true })
  await desk.getByRole('link', { name: 'To the list' }).click()
  // Shortcuts work once the list is loaded.
  await expect(desk.locator('.grid tbody tr[data-id]').first()).toBeVisible()
  await desk.keyboard.press('/')
  await expect(desk.getByLabel('Search')).toBeFocused()
  await desk.keyboard.type(code)
  await expect(desk.getByRole('link', { name: code, exact: true })).toBeVisible()
  await noteLook(desk)
  const pricing = await openPageAs(browser, 'pricing_approver')
  await importCsv(pricing, '/masters/cust-shipto-prod-price', 'prices.csv', [
    'customer_code,ship_to_code,product_code,net_price,min_qty,approved_ref,valid_from,valid_to',
    `100101,200101,${code},500.00,0,NOTE/2026/1,${today},9999-12-31`,
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
  await asha.keyboard.type(`PO-${code}`)
  await asha.keyboard.press('Tab')
  await asha.keyboard.press('Tab')
  await enterLine(asha, 1, 'LS-1001', '100', '4')
  await enterLine(asha, 2, code, '10')
  await expect(asha.locator('.pad-line').nth(0)).toContainText('912.00')
  await expect(asha.locator('.pad-line').nth(1)).toContainText('500.00')
  await expect(asha.getByRole('region', { name: 'Approval', exact: true })).toContainText('Meena Kulkarni')
  const file = { name: 'po.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 order') }
  await asha.locator('input[type=file]').setInputFiles(file)
  await expect(asha.getByText('po.pdf')).toBeVisible()
  await expect(asha.getByText(/ ready to send$/)).toBeVisible()
  await noteLook(asha)
  await asha.getByRole('button', { name: /^Send (order|for approval)$/ }).click()
  await expect(asha.getByText('Waiting for Meena Kulkarni (discount)').first()).toBeVisible()
  return orderNoOf(asha)
}

/** Types a code, Tab, quantity, and where given Tab, discount: no mouse. */
async function enterLine(page: Page, row: number, product: string, qty: string, discount?: string) {
  await expect(page.getByLabel(`Product of row ${row}`)).toBeFocused()
  await page.keyboard.type(product)
  await page.keyboard.press('Tab')
  await page.keyboard.type(qty)
  if (discount) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(discount)
  }
  await page.keyboard.press('Enter')
}

async function approve(browser: Browser, orderNo: string) {
  const meena = await openPageAs(browser, 'meena')
  await goTo(meena, '/orders/pending-for-my-approval')
  await meena.getByRole('button', { name: orderNo }).click()
  const drawer = meena.getByRole('dialog', { name: `Order ${orderNo}` })
  await expect(drawer).toContainText('4.00 % by hand')
  await noteLook(meena)
  await drawer.getByRole('button', { name: 'Approve' }).press('Enter')
  await meena
    .getByRole('dialog', { name: `Approve ${orderNo}?` })
    .getByRole('button', { name: 'Approve' })
    .press('Enter')
  await expect(drawer).toBeHidden()
  await goTo(meena, '/orders/order-history')
  const row = meena.getByRole('row', { name: new RegExp(orderNo) })
  await expect(row).toContainText('Confirmed', { timeout: withinSeconds(60) })
  await row.getByRole('link', { name: orderNo }).click()
  await meena.getByRole('heading', { name: 'Why this price' }).click()
  await meena
    .getByRole('button', { name: /^Explain/ })
    .first()
    .click()
  await expect(meena.getByText(/standing discount of 5.00 %/i).first()).toBeVisible()
  await noteLook(meena)
}

async function dispatch(browser: Browser, orderNo: string) {
  const desk = await openPageAs(browser, 'dispatch')
  const billed = async () => (await desk.request.get('/api/invoices?$sort[id]=-1')).text()
  await expect.poll(billed, { timeout: withinSeconds(60) }).toContain(orderNo)
  await goTo(desk, '/dispatches/add-lr-details')
  await desk.getByRole('checkbox', { name: new RegExp(orderNo) }).check()
  await desk.getByLabel('LR no').fill(lrNo)
  await desk.getByLabel('Transporter').press('ArrowDown')
  await expect(desk.locator('.ant-select-dropdown:visible .ant-select-item-option-active')).toBeVisible()
  await desk.getByLabel('Transporter').press('Enter')
  await desk.getByLabel(/^E-way bill(?! valid)/).fill('123456789012')
  await noteLook(desk)
  await desk.getByRole('button', { name: 'Save LR' }).click()
  await expect(desk.getByText(`LR ${lrNo} is saved.`).first()).toBeVisible()
}

async function track(browser: Browser) {
  const stranger = await openPageAs(browser)
  await goTo(stranger, '/track-shipment')
  await stranger.getByLabel('LR no').fill(lrNo)
  await stranger.getByLabel(/^Delivery PIN code/).fill('110001')
  await stranger.getByRole('button', { name: 'Track' }).click()
  await expect(stranger.getByRole('alert').first()).not.toBeEmpty()
  await expect(stranger.getByText('Booked')).toHaveCount(0)
  await stranger.getByLabel(/^Delivery PIN code/).fill(await pincodeOf(browser, '200101'))
  await stranger.getByRole('button', { name: 'Track' }).click()
  await expect(stranger.getByText('Booked').first()).toBeVisible()
  await expect(stranger.locator('body')).not.toContainText('₹')
  await noteLook(stranger)
}

/** The PIN code of a ship-to, as the master data desk reads it. */
async function pincodeOf(browser: Browser, shipTo: string): Promise<string> {
  const desk = await openPageAs(browser, 'master_admin')
  const answer = await desk.request.get(`/api/access-control/ship-to?code=${shipTo}`)
  return (await answer.json()).data[0].pincode
}
