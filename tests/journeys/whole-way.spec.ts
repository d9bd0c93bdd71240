import { expect, test } from '@playwright/test'
import { importCsv, isAccessible, pageOf } from '../support/journey.ts'

/** The whole way of one order: goods imported, ordered, approved, in SAP, billed, dispatched, and found by a stranger. */
test('an imported product is ordered, approved, handed to SAP, dispatched and tracked', async ({ browser }) => {
  test.setTimeout(120_000)
  const code = `JRN-${Date.now().toString(36).toUpperCase().slice(-6)}`
  let orderNo = ''
  let lrNo = ''

  await test.step('the master data desk imports a product, pricing its agreed price', async () => {
    const desk = await pageOf(browser, 'master_admin')
    await importCsv(
      desk,
      '/masters/products',
      'products.csv',
      [
        'code,name,sbu_code,division,uom,base_uom,hsn_code,gst_rate',
        `${code},"Tris buffer, imported grade",LS,10,EA,EA,29221990,18.00`,
      ],
      true,
    )
    await desk.getByRole('link', { name: 'To the list' }).click()
    await desk
      .getByRole('searchbox')
      .or(desk.getByPlaceholder(/Search/))
      .first()
      .fill(code)
    await expect(desk.getByRole('link', { name: code, exact: true })).toBeVisible()
    await isAccessible(desk)
    const pricing = await pageOf(browser, 'pricing_approver')
    await importCsv(pricing, '/masters/cust-shipto-prod-price', 'prices.csv', [
      'customer_code,ship_to_code,product_code,net_price,min_qty,approved_ref,valid_from,valid_to',
      `100101,200101,${code},500.00,0,NOTE/2026/1,2026-04-01,9999-12-31`,
    ])
  })

  await test.step('asha places the order by keyboard and sees who must approve it', async () => {
    const asha = await pageOf(browser, 'asha')
    await asha.goto('/orders/default-employee')
    await asha.getByLabel('Customer code, name or GSTIN').fill('100101')
    await expect(
      asha
        .getByRole('button', { name: /Sahyadri Biologics/ })
        .or(asha.getByRole('option', { name: /Sahyadri Biologics/ }))
        .first(),
    ).toBeVisible()
    await asha.keyboard.press('Enter')
    await asha.getByLabel(/PO number/).fill(`PO-${code}`)
    await asha.getByLabel(/PO date/).fill(today())
    await asha.keyboard.press('Tab')
    await asha
      .locator('input[type=file]')
      .setInputFiles({ name: 'po.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 order') })
    await expect(asha.getByText('po.pdf')).toBeVisible()
    await enterLine(asha, 1, 'LS-1001', '100', '4')
    await enterLine(asha, 2, code, '10')
    await expect(asha.getByText('Meena Kulkarni').first()).toBeVisible()
    await expect(asha.getByText('912.00').first()).toBeVisible()
    await isAccessible(asha)
    await asha.getByRole('button', { name: 'Submit order' }).click()
    await expect(asha.getByText(/OR\d{10}/).first()).toBeVisible()
    orderNo = (await asha
      .getByText(/OR\d{10}/)
      .first()
      .textContent())!.match(/OR\d{10}/)![0]
  })

  await test.step('meena approves it and sees it confirmed by SAP, with the reasons for price and plant', async () => {
    const meena = await pageOf(browser, 'meena')
    await meena.goto('/orders/pending-for-my-approval')
    await meena
      .getByRole('link', { name: orderNo })
      .or(meena.getByRole('button', { name: orderNo }))
      .first()
      .click()
    await isAccessible(meena)
    await meena.getByRole('button', { name: 'Approve', exact: true }).first().click()
    await meena.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).last().click()
    await expect(meena.getByText(new RegExp(`${orderNo}: `))).toBeVisible()
    await meena.goto('/orders/order-history')
    await expect(async () => {
      await meena.reload()
      await expect(meena.getByRole('row').filter({ hasText: orderNo })).toContainText('Confirmed', { timeout: 1000 })
    }).toPass({ timeout: 20_000 })
    await meena.getByRole('link', { name: orderNo }).click()
    await meena
      .getByRole('button', { name: /Explain/ })
      .first()
      .click()
    await expect(meena.getByText(/standing discount/i).first()).toBeVisible()
    await isAccessible(meena)
  })

  await test.step('the CnF desk dispatches the invoice with an LR', async () => {
    const desk = await pageOf(browser, 'dispatch')
    await desk.goto('/dispatches/add-lr-details')
    const invoice = desk.getByRole('checkbox', { name: new RegExp(orderNo) })
    await expect(async () => {
      await desk.reload()
      await expect(invoice).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await invoice.check()
    lrNo = `LR${Date.now().toString().slice(-8)}`
    await desk.getByLabel(/^LR number/).fill(lrNo)
    await desk.getByLabel(/^Vehicle/).fill('MH12AB1234')
    await desk.getByLabel(/^E-way bill/).fill('123456789012')
    await isAccessible(desk)
    await desk.getByRole('button', { name: 'Save LR' }).click()
    await expect(desk.getByText(`LR ${lrNo} is saved.`)).toBeVisible()
  })

  await test.step('a stranger finds it with the PIN code of the address, and nothing with another', async () => {
    const stranger = await pageOf(browser)
    await stranger.goto('/track-shipment')
    await stranger.getByLabel(/^LR number/).fill(lrNo)
    await stranger.getByLabel('PIN code of the delivery address').fill('110001')
    await stranger.getByRole('button', { name: 'Track' }).click()
    await expect(stranger.getByRole('alert')).not.toBeEmpty()
    await expect(stranger.getByText(lrNo, { exact: true })).toHaveCount(0)
    await stranger.getByLabel('PIN code of the delivery address').fill(await pincode(browser))
    await stranger.getByRole('button', { name: 'Track' }).click()
    await expect(stranger.getByText(/Booked/i).first()).toBeVisible()
    await expect(stranger.locator('body')).not.toContainText('₹')
    await isAccessible(stranger)
  })
})

type Page = Awaited<ReturnType<typeof pageOf>>

/** Types a code, Tab, quantity, and where given a discount: no mouse. */
async function enterLine(page: Page, row: number, code: string, qty: string, discount?: string) {
  await page
    .getByLabel(new RegExp(`Product.* of row ${row}$|Product .*row ${row}$`, 'i'))
    .first()
    .focus()
  await page.keyboard.type(code)
  await expect(page.getByRole('option', { name: new RegExp(code) }).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(`Quantity of row ${row}`)).toBeFocused()
  await page.keyboard.type(qty)
  if (discount) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(`Discount in percent of row ${row}`)).toBeFocused()
    await page.keyboard.type(discount)
  }
  await page.keyboard.press('Enter')
}

/** Of the ship-to 200101 of the demo company, as the master data desk reads it. */
async function pincode(browser: Parameters<typeof pageOf>[0]): Promise<string> {
  const desk = await pageOf(browser, 'master_admin')
  const answer = await desk.request.get('/api/access-control/ship-to?code=200101')
  return (await answer.json()).data[0].pincode
}

/** Today in India as people type it. */
const today = () =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date()).replaceAll('/', '-')
