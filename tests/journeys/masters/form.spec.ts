import type { Locator, Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { withinSeconds } from '../../support/limits.ts'

const LIST = '/masters/transporter'

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await openPageAs(browser, 'master_admin')
})
test.afterAll(() => page.context().close())

/** Chooses in a picker with the keyboard alone: types a text, then takes the option with this text. */
async function choose(label: string, typed: string, option: string, on: Page | Locator = page) {
  await on.getByRole('combobox', { name: label, exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  if (typed) await page.keyboard.type(typed)
  const list = page.locator('.ant-select-dropdown:visible')
  // The list begins anew at its first option when the answer to what was typed arrives.
  await expect(list.getByText('Searching...')).toHaveCount(0)
  await expect(list.locator('.ant-select-item-option', { hasText: option }).first()).toBeVisible()
  const active = list.locator('.ant-select-item-option-active', { hasText: option })
  // One press at a time: the list shows where it is a moment after the key.
  await expect(async () => {
    if ((await active.count()) === 0) await page.keyboard.press('ArrowDown')
    await expect(active).toBeVisible({ timeout: 250 })
  }).toPass({ timeout: withinSeconds(15) })
  await page.keyboard.press('Enter')
}

test('a field that depends on another appears, is required, and disappears again', async () => {
  await goTo(page, '/masters/approving-limits/create')
  await expect(page.getByRole('combobox', { name: 'Limit type' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'NID' })).toHaveCount(0)
  await choose('Limit type', '', 'Discount')
  await expect(page.getByRole('combobox', { name: 'NID' })).toBeVisible()
  await choose('Limit type', '', 'Credit')
  await expect(page.getByRole('combobox', { name: 'NID' })).toHaveCount(0)

  await goTo(page, `${LIST}/create`)
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Tax' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Tax' })).toBeFocused()
  await choose('GST of carriage', '', 'Forward charge 5 %')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('link', { name: 'GSTIN is required if GST of carriage is' })).toBeVisible()
  await noteLook(page)
})

test('a missing city is created in place, chosen, and offered first the next time', async () => {
  await goTo(page, `${LIST}/create`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half done')
  await choose('City', 'Zzpur', 'New city...')
  const drawer = page.getByRole('dialog', { name: 'New city' })
  await expect(drawer.getByRole('textbox', { name: 'City', exact: true })).toHaveValue('Zzpur')
  await noteLook(page)
  await page.keyboard.press('Control+s')
  await expect(drawer.getByRole('alert')).toContainText('Fix 2 fields')
  await choose('State', 'Goa', 'Goa', drawer)
  await choose('Zone area', 'Goa', 'Maharashtra and Goa', drawer)
  await page.keyboard.press('Control+s')
  await expect(drawer).toHaveCount(0)
  const city = page.getByRole('combobox', { name: 'City', exact: true })
  await expect(city).toBeFocused()
  await expect(page.locator('.ant-select', { has: city })).toContainText('Zzpur')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half done')

  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await page.getByRole('button', { name: 'Stay' }).press('Enter')
  // The dialog closes before it opens again.
  await expect(page.getByRole('button', { name: 'Leave without saving' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half done')
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await page.getByRole('button', { name: 'Leave without saving' }).press('Enter')
  await expect(page).toHaveTitle('Transporter')
  await goTo(page, '/access-control/cnf/create')
  await page.getByRole('combobox', { name: 'City', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.option-recent').first()).toContainText('Zzpur')
})

test('Enter before the search is answered chooses nothing: the list waits for the answer', async () => {
  await goTo(page, `${LIST}/create`)
  const city = page.getByRole('combobox', { name: 'City', exact: true })
  await city.focus()
  await page.keyboard.press('ArrowDown')
  const list = page.locator('.ant-select-dropdown:visible')
  await expect(list.locator('.ant-select-item-option').nth(1)).toBeVisible()
  let answer = () => undefined as unknown
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(/state-city\?.*q=Pune/, async route => {
    await held
    await route.continue()
  })
  await page.keyboard.type('Pune')
  await page.keyboard.press('Enter')
  await expect(list).toContainText('Searching...')
  answer()
  await expect(list.locator('.ant-select-item-option-active', { hasText: 'Pune' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('.ant-select', { has: city })).toContainText('Pune')
  await page.unroute(/state-city\?.*q=Pune/)
})

test('two people change the same field: the second one decides, and both keep their other changes', async () => {
  await goTo(page, `${LIST}?q=KONARK`)
  await page
    .getByRole('row', { name: /KONARK/ })
    .getByRole('link')
    .first()
    .focus()
  await page.keyboard.press('e')
  const other = await page.context().newPage()
  await goTo(other, page.url())
  await page.getByLabel('Contact person').fill('Mine')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('Mine Road 1')
  await other.getByLabel('Contact person').fill('Theirs')
  await other.getByLabel('Mobile').fill('9000022222')
  await other.keyboard.press('Control+s')
  await expect(other.getByRole('region', { name: 'Transporter', exact: true })).toContainText('9000022222')
  await other.close()

  await page.getByLabel('Why').fill('He moved')
  await page.keyboard.press('Control+s')
  const both = page.getByRole('alert').filter({ hasText: 'while you were changing it' })
  await expect(both).toBeFocused()
  await noteLook(page)
  await page.getByRole('button', { name: 'Save merged version' }).press('Enter')
  await expect(both).toContainText('Changed by both of you: choose one')
  await page.getByRole('radiogroup', { name: 'Contact person' }).getByLabel('Yours').check()
  await page.getByRole('button', { name: 'Save merged version' }).press('Enter')
  const facts = page.getByRole('region', { name: 'Transporter', exact: true })
  await expect(facts).toContainText('Mine Road 1')
  await expect(facts).toContainText('9000022222')
  await expect(facts).not.toContainText('Theirs')
})

test('the history shows the reason, and restores a version as a new one', async () => {
  await page.getByRole('heading', { name: 'History' }).click()
  await expect(page.getByText('Why: He moved')).toBeVisible()
  await noteLook(page)
  await page.getByRole('button', { name: 'Restore this version' }).last().press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Restore the version of/ })
  await expect(dialog.getByRole('row', { name: /^Mobile 9000022222/ })).toBeVisible()
  await noteLook(page)
  await dialog.getByRole('button', { name: 'Restore' }).press('Enter')
  await expect(page.getByText(/^Why: Restored the version of/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Transporter', exact: true })).not.toContainText('9000022222')
})

test('the next row of the list opens with one key, and a copy starts without its natural key', async () => {
  await goTo(page, `${LIST}?sort=-code`)
  await page.getByRole('gridcell').getByRole('link').first().press('Enter')
  await expect(page).toHaveURL(/show\/\d+\?sort=-code/)
  await expect(page).toHaveTitle(/ · Transporter$/)
  const first = await page.title()
  // The next row is looked up once the row itself is loaded.
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeEnabled()
  await page.keyboard.press('j')
  await expect(page).not.toHaveTitle(first)
  const previous = page.getByRole('button', { name: 'Previous' })
  await expect(previous).toBeEnabled()
  await previous.press('Enter')
  await expect(page).toHaveTitle(first)
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: /^Copy as a new/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Copy of/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('')
  await expect(page.getByLabel('Contact person')).not.toHaveValue('')
})

test('a price in force is succeeded: the form announces it, and the row then shows both', async ({ browser }) => {
  const pricing = await openPageAs(browser, 'pricing_approver')
  await goTo(pricing, '/masters/cust-shipto-prod-price')
  await pricing.locator('.grid tbody tr').first().getByRole('link').first().focus()
  await pricing.keyboard.press('e')
  await pricing.getByLabel('Net price').fill('999')
  const follows = pricing.getByRole('region', { name: 'What follows what' })
  await expect(follows).toContainText(/ends on \d+ \w+ by this change.*₹ 999\.00/)
  // Whom it is for stays, as it has counted.
  await expect(pricing.getByRole('combobox')).toHaveCount(0)
  await noteLook(pricing)
  await pricing.getByRole('button', { name: /^Change net price from 1 / }).press('Enter')
  await expect(pricing.getByRole('heading', { name: 'Validity periods' })).toBeVisible()
  await expect(pricing.getByText(/^2 periods; active today/)).toBeVisible()
  await noteLook(pricing)
  await pricing.getByRole('button', { name: 'Set end date' }).press('Enter')
  await pricing.getByRole('dialog').getByRole('button', { name: 'Set end date' }).press('Enter')
  await expect(pricing.getByText('Last day is required')).toBeVisible()
  await noteLook(pricing)
  await pricing.context().close()
})
