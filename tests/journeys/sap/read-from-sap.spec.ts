import type { Browser, Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { filePortal } from '../../support/journeys/file-portal.ts'
import { withinSeconds } from '../../support/limits.ts'

const MORE = 4_321
const product = 'LS-1003'
const NAME = 'Named anew in SAP'

test('a product, its price and its stock that changed in SAP are read, and the order pad shows them', async ({
  browser,
}) => {
  const before = await test.step('asha sees the stock as the portal has it', () => onThePad(browser))
  const admin = await openPageAs(browser, 'sys_admin')
  await test.step('somebody in SAP changes the product and its price, and goods come in', () => changeInSap(admin))
  await test.step('the IT administrator reads all three', () => readAll(admin))
  const after = await test.step('asha sees all of it', () => onThePad(browser))
  expect(after.price).toBe('1,333.00')
  expect(after.price).not.toBe(before.price)
  expect(after.stock - before.stock).toBe(MORE)
  expect(before.isNamedAnew).toBe(false)
  expect(after.isNamedAnew).toBe(true)
})

/** The list price and the stock of the product on the order pad. */
async function onThePad(browser: Browser) {
  const asha = await openPageAs(browser, 'asha')
  await goTo(asha, '/orders/default-employee')
  await expect(asha.getByLabel('Customer code, name or GSTIN')).toBeFocused()
  await asha.keyboard.type('100101')
  await expect(asha.locator('.customer-list li')).toHaveCount(1)
  await asha.keyboard.press('Enter')
  await expect(asha.getByLabel('PO number')).toBeFocused()
  await asha.getByLabel('Product of row 1').focus()
  await asha.keyboard.type(product)
  await asha.keyboard.press('Tab')
  await asha.keyboard.type('10')
  await asha.keyboard.press('Enter')
  const line = asha.locator('.pad-line').first()
  await expect(line.locator('.pad-stock')).toHaveText(/^\d/)
  const text = await line.innerText()
  return {
    isNamedAnew: text.includes(NAME),
    price: /1,333\.00/.exec(text)?.[0] ?? text,
    stock: Number((await line.locator('.pad-stock').innerText()).replaceAll(',', '')),
  }
}

async function changeInSap(admin: Page) {
  const tell = async (what: string, data: object) =>
    expect((await admin.request.post(`${filePortal().simulators}/sap/simulator/${what}`, { data })).ok(), what).toBe(
      true,
    )
  await tell('documents', { command: 'change-price', material: product, rate: '1333.00' })
  const [ofProduct, inEnglish] = [{ Product: product }, { Product: product, Language: 'EN' }]
  await tell('entity', { entitySet: 'A_ProductDescription', key: inEnglish, set: { ProductDescription: NAME } })
  await tell('entity', { entitySet: 'A_Product', key: ofProduct, set: {} })
  const key = {
    Material: product,
    Plant: '1201',
    StorageLocation: '0001',
    Batch: 'JRN26',
    Supplier: '',
    Customer: '',
    WBSElementInternalID: '',
    SDDocument: '',
    SDDocumentItem: '',
    InventorySpecialStockType: '',
    InventoryStockType: '01',
  }
  const set = { MaterialBaseUnit: 'EA', MatlWrhsStkQtyInMatlBaseUnit: `${MORE}` }
  await tell('entity', { entitySet: 'A_MatlStkInAcctMod', key, set })
}

async function readAll(admin: Page) {
  await goTo(admin, '/masters/read-data-from-sap')
  for (const name of ['Products', 'List prices', 'Stock']) {
    const card = admin.getByRole('listitem', { name, exact: true })
    await card.getByRole('button', { name: `Read now ${name}` }).press('Enter')
    await expect(card).toContainText(/Read,.*Last good/s, { timeout: withinSeconds(60) })
    await expect(card).toContainText(/[1-9]\d* (new|changed)/, { timeout: withinSeconds(30) })
  }
  // The demo company's SAP has rows that the portal cannot take over.
  const prices = admin.getByRole('listitem', { name: 'List prices', exact: true })
  await prices.getByRole('button', { name: /left out/ }).press('Enter')
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByText(/enter the unit of the price in SAP/)).toBeVisible()
  await noteLook(admin)
  const file = admin.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download all' }).click()
  expect((await file).suggestedFilename()).toMatch(/^sap-errors-\d+\.csv$/)
}
