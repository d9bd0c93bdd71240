import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

const LIST = '/masters/material-pricing-group'

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await openPageAs(browser, 'master_admin')
})
test.afterAll(() => page.context().close())

async function choose(name: string, content: string | Buffer) {
  await goTo(page, `${LIST}/import`)
  await page.getByLabel(/^File/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

const check = () => page.getByRole('button', { name: 'Check the file' }).press('Enter')
const isChecked = () => expect(page.getByText('Checked. Nothing is changed yet.')).toBeVisible()
const mapTo = async (heading: string, column: string) => {
  await page.getByRole('combobox', { name: `Column for ${heading}` }).fill(column)
  await page.keyboard.press('Enter')
}
const outcome = () => page.locator('.import-outcome')

test('a faulty file with unknown headings is mapped, its good rows are saved, and only the others are sent again', async () => {
  await choose('strange.csv', 'Kurzel,Description,Notiz\nZ1,First new,a\nZ2,,b\nZ3,Third new,c\n')
  await page.getByLabel(/Import the valid rows/).check()
  await check()

  await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible()
  await expect(page.getByText('Missing in the file, required for new rows: Code')).toBeVisible()
  await noteLook(page)
  await mapTo('Kurzel', 'Code *')
  await page.getByRole('button', { name: /^Check \d+ rows?$/ }).press('Enter')

  await isChecked()
  await expect(page.getByText('left out: Notiz')).toBeVisible()
  await expect(outcome()).toHaveText('3 rows in the file: 2 are new, 1 needs correction.')
  await expect(page.getByRole('row', { name: /^3 Description/ })).toContainText('Description is required')
  await noteLook(page)
  await page.getByRole('button', { name: /^Add 2 / }).press('Enter')
  await expect(page.getByText('Imported. Rejected rows: 1.')).toBeVisible()

  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: /Download the rejected rows/ }).click()
  const file = await readFile(await (await coming).path(), 'utf8')
  expect(file).toContain('Kurzel,Description,Notiz,row_no,error_code,column_name,message')
  await choose('mended.csv', file.replace('Z2,,', 'Z2,Second new,'))
  await check()
  await expect(page.getByRole('row', { name: /^Kurzel/ })).toContainText('said of an earlier file')
  await page.getByRole('button', { name: /^Check \d+ rows?$/ }).press('Enter')
  await isChecked()
  await expect(outcome()).toHaveText('1 row in the file: 1 is new.')
  await page.getByRole('button', { name: /^Add 1 / }).press('Enter')
  await expect(page.getByText('Imported.', { exact: true })).toBeVisible()
  await goTo(page, `${LIST}?q=Z`)
  await expect(page.locator('.list-foot [role=status]')).toHaveText('3 rows')
})

test('an import shows old and new values, and is rolled back except for a row changed since', async () => {
  await choose('change.csv', 'code,description\nZ1,First changed\nZ2,Second changed\nZ3,Third new\nZ4,Fourth new\n')
  await check()
  await isChecked()
  await expect(page.getByRole('row', { name: /Z1/ })).toContainText('First new')
  await expect(page.getByRole('row', { name: /Z1/ })).toContainText('First changed')
  await page.getByLabel('New (1)').check()
  await expect(page.getByRole('row', { name: /Z4/ })).toBeVisible()
  await page.getByLabel('Same (1)').check()
  await expect(page.getByRole('row', { name: /Z3/ })).toBeVisible()
  await page.getByRole('button', { name: /^Add 1 .+, change 2$/ }).press('Enter')
  await expect(page.getByText('Imported.', { exact: true })).toBeVisible()

  await goTo(page, `${LIST}?q=Z2`)
  await page.getByRole('button', { name: /^More for Z2/ }).press('Enter')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Second by hand')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveTitle(/Second by hand/)

  await goTo(page, '/settings/imports')
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible()
  const latest = page.getByRole('row', { name: /change\.csv/ })
  await noteLook(page)
  await latest.getByRole('button', { name: /^Roll back/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).press('Enter')
  await expect(latest).toContainText('Nothing was rolled back')
  await latest.getByRole('link', { name: /^IJ/ }).click()
  await expect(page.getByRole('main').getByRole('link', { name: /Second by hand/ })).toBeVisible()
  await noteLook(page)
  await page.getByRole('button', { name: /^Roll back all other rows/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back all other rows' }).press('Enter')
  await expect(page.getByText('Rolled back: the rows are as they were before.')).toBeVisible()

  await goTo(page, `${LIST}?q=Z`)
  const row = (name: RegExp) => page.getByRole('row', { name })
  await expect(row(/Z1/)).toContainText('First new')
  await expect(row(/Z2/)).toContainText('Second by hand')
  await expect(row(/Z4/)).toHaveCount(0)
})

test('a list is replaced by a file only when the number of rows it closes is typed', async () => {
  const list = '/masters/default-supply-plant'
  const lines = (await (await page.request.get(`/api/export${list}?format=csv`)).text()).split('\r\n')
  await goTo(page, `${list}/import`)
  const buffer = Buffer.from(lines.slice(0, 2).join('\r\n'))
  await page.getByLabel(/^File/).setInputFiles({ name: 'whole.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel(/Replace the list with the file/).check()
  await expect(page.getByText('When some rows have errors')).toHaveCount(0)
  await check()
  await isChecked()
  const closing = Number(/(\d+) close/.exec((await outcome().textContent())!)![1])
  expect(closing).toBe(lines.length - 3)
  await expect(outcome()).toContainText('1 row in the file: ')
  await page.getByRole('button', { name: new RegExp(`^Close ${closing} `) }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/How many rows are closed/).fill('1')
  await dialog
    .getByRole('button', { name: /^Close/ })
    .last()
    .press('Enter')
  await expect(dialog.getByText(`Type ${closing} to confirm.`)).toBeVisible()
  await noteLook(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel the import' }).press('Enter')
  await expect(page.getByText('Cancelled. Nothing was changed.')).toBeVisible()
})

test('the import works on a phone', { tag: '@proof' }, async () => {
  await page.setViewportSize({ width: 390, height: 800 })
  await choose('phone.csv', 'code,description\nZ1,First on the phone\n')
  await check()
  await isChecked()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
  await noteLook(page)
  await page.getByRole('button', { name: 'Cancel the import' }).press('Enter')
  await expect(page.getByText('Cancelled. Nothing was changed.')).toBeVisible()
})

test('a list of prices whose headings an office writes is mapped, and says by name what starts and ends before it does', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'pricing_approver')
  const path = '/channel-13-masters/customer-wise-product-wise-price'
  const rows = await (await page.request.get(`/api${path}?validTo=9999-12-31&$limit=1`)).json()
  const [row] = rows.data
  const partsOf = (text: string) => text.split(' · ') as [code: string, name: string]
  const [customer, product] = [partsOf(row.texts.customerId), partsOf(row.texts.productId)]
  const lines = [
    'Cust. code,Item Code,Min. Qty,New Rate (Rs.),W.E.F.',
    `${customer[0]},${product[0]},${row.minQty / 1000},${row.netPrice / 100 + 1},01-04-2027`,
  ]
  await goTo(page, `${path}/import`)
  const buffer = Buffer.from(lines.join('\n'))
  await page.getByLabel(/^File/).setInputFiles({ name: 'wef.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel(/End the existing row the day before/).check()
  await page.getByRole('button', { name: 'Check the file' }).press('Enter')
  const isMapped = (heading: string, column: RegExp) =>
    expect(page.getByRole('row', { name: new RegExp(`^${heading}`) })).toContainText(column)
  await isMapped('New Rate', /Net price/)
  await isMapped('W.E.F.', /Valid from/)
  await isMapped('Cust. code', /Customer code/)
  await isMapped('Cust. code', /similar heading/)
  await noteLook(page)
  await page.getByRole('button', { name: /^Check \d+ rows?$/ }).press('Enter')

  await expect(page.getByText('1 row is new and starts on 01-04-2027.')).toBeVisible()
  const ended = page.getByRole('row', { name: new RegExp(customer[1]) })
  await expect(ended).toContainText('31-03-2027')
  await expect(ended).toContainText('days')
  await page.getByRole('button', { name: 'Add 1 customer price from 1 Apr 2027, end 1' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'End 1 row that the file replaces?' })
  await expect(dialog.getByText('1 row that new ones replace ends on 31-03-2027.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: new RegExp(customer[1]) })).toContainText('row 2 of the file')
  await noteLook(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel the import' }).press('Enter')
  await expect(page.getByText('Cancelled. Nothing was changed.')).toBeVisible()
  await page.context().close()
})
