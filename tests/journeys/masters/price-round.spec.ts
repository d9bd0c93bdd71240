import type { Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test, today } from '../../support/journey.ts'

const PRICES = '/masters/cust-shipto-prod-price'
const headers = { 'X-Requested-With': 'bilty' }
const ROWS = 1_001

let analyst: Page
let product: number
test.beforeAll(async ({ browser }) => {
  analyst = await openPageAs(browser, 'pricing_approver')
  const known = await analyst.request.get(`/api${PRICES}?$limit=1&$sort[id]=-1`)
  const { customerId, shipToId, productId } = (await known.json()).data[0]
  product = productId
  // A journey that is run again finds the prices of the first time.
  const made = await analyst.request.get(`/api${PRICES}?$limit=0&approvedRef=ROUND`)
  for (let start = (await made.json()).total; start < ROWS; start += 500) {
    const data = Array.from({ length: Math.min(500, ROWS - start) }, (_, at) => ({
      ...{ customerId, shipToId, productId, netPrice: 10_000, minQty: (start + at + 1) * 1_000_000 },
      ...{ approvedRef: 'ROUND', validFrom: today, validTo: '9999-12-31' },
    }))
    const answer = await analyst.request.post(`/api${PRICES}`, { data, headers })
    expect(answer.status(), await answer.text()).toBe(201)
  }
})

test('a price round is prepared, confirmed by a second person, and rolled back as one', async ({ browser }) => {
  await goTo(analyst, `${PRICES}?f.approvedRef=starts.ROUND&f.productId=in.${product}`)
  await analyst.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  const bar = analyst.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Select all 1,001 that match' }).click()
  await bar.getByRole('button', { name: 'Edit' }).click()
  const dialog = analyst.getByRole('dialog')
  await dialog.getByLabel('Change by a formula').check()
  await dialog.getByRole('textbox', { name: /^By/ }).fill('5')
  await dialog.getByRole('textbox', { name: 'Rounded to' }).fill('0.50')
  await dialog.getByRole('textbox', { name: 'From' }).fill('01-04-2027')
  await analyst.keyboard.press('Enter')
  await dialog.getByRole('checkbox', { name: /As a round/ }).check()
  await dialog.getByRole('textbox', { name: 'Why' }).fill('Costs rose')
  await noteLook(analyst)
  await dialog.getByRole('button', { name: 'Prepare the round' }).click()

  await expect(analyst.getByRole('heading', { name: 'Price round', exact: true })).toBeVisible()
  await expect(analyst.getByText('Checked. Nothing is changed yet.')).toBeVisible()
  await expect(analyst.locator('.import-outcome')).toHaveText('1,001 rows match: 1,001 change.')
  await expect(analyst.getByText('₹ 100.00 → ₹ 105.00 (+5.00 %)')).toBeVisible()
  await expect(analyst.getByText(/^Another person confirms a round of 1,001 rows/)).toBeVisible()
  await expect(analyst.getByRole('button', { name: /^Change 1,001/ })).toHaveCount(0)
  await noteLook(analyst)

  const manager = await openPageAs(browser, 'ravi')
  await goTo(manager, `${PRICES}/import`)
  await manager
    .getByRole('row', { name: /Price round: Net price \+5 %/ })
    .getByRole('link')
    .first()
    .click()
  await expect(manager.getByText(/prepared this round/)).toBeVisible()
  await noteLook(manager)
  await manager.getByRole('button', { name: /^Change 1,001/ }).click()
  await expect(manager.getByText('The round is made.')).toBeVisible()

  await manager.getByRole('button', { name: /^Roll back/ }).click()
  await manager.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(manager.getByText('Rolled back: the rows are as they were before the round.')).toBeVisible()
  await manager.context().close()
})
