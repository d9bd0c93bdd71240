import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

const LIST = '/masters/mvgr?size=10&f.groupNo=in.5&f.code=starts.J'
const headers = { 'X-Requested-With': 'bilty' }

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await openPageAs(browser, 'master_admin')
  // Playwright restarts after a failure, and the rows created before still exist.
  const known = await page.request.get('/api/masters/mvgr?groupNo=5&code[$starts]=J')
  if ((await known.json()).total === 0) await create(Array.from({ length: 12 }, (_, at) => `J${at.toString(36)}`))
})
test.afterAll(() => page.context().close())

/** Creates groups as another person. */
async function create(codes: string[]) {
  const data = codes.map(code => ({ groupNo: '5', code, description: `Group ${code}` }))
  const answer = await page.request.post('/api/masters/mvgr', { data, headers })
  expect(answer.status()).toBe(201)
}
const cell = (row: number, name: string) => page.locator(`tbody tr >> nth=${row}`).locator(`td[data-name=${name}]`)

test('all matching rows are changed at once, after their changed number was confirmed', async () => {
  await goTo(page, LIST)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('10 on this page selected.')
  await bar.getByRole('button', { name: 'Select all 12 that match' }).click()
  await expect(bar).toContainText('All 12 that match are selected.')
  await noteLook(page)

  await bar.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Field to change' }).click()
  await page.keyboard.type('Desc')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Description becomes' }).fill('Buffers')
  await create(['JZ'])
  await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('These were 12 rows and are now 13')
  await noteLook(page)
  await dialog.getByRole('button', { name: 'Continue with 13 rows' }).press('Enter')
  await expect(dialog.getByRole('status')).toContainText('13 will be changed.')
  await dialog.getByRole('textbox', { name: 'Why' }).fill('One name for all')
  await dialog.getByRole('button', { name: 'Change 13 rows' }).press('Enter')
  await expect(page.getByText('MVGR: 13 rows are changed.')).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(cell(0, 'description')).toHaveText('Buffers')
})

test('a value is edited in its cell, which shows errors and changes by somebody faster', async () => {
  await goTo(page, LIST)
  await cell(0, 'description').dblclick()
  const box = page.getByRole('textbox', { name: 'Description' })
  await expect(box).toBeFocused()
  await box.fill('')
  await box.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Description is required')
  await noteLook(page)
  await box.press('Escape')
  await expect(cell(0, 'description')).toHaveText('Buffers')
  await expect(cell(0, 'description')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await box.fill('Salts')
  await box.press('Tab')
  await expect(cell(0, 'description')).toHaveText('Salts')
  // From the last cell of a row Tab leads to the next editable cell of the next row.
  await expect(cell(1, 'code').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(cell(1, 'description').getByRole('textbox')).toBeFocused()

  const id = await page.locator('tbody tr >> nth=1').getAttribute('data-id')
  const { rowVersion } = await (await page.request.get(`/api/masters/mvgr/${id}`)).json()
  const theirs = { description: 'Acids', rowVersion }
  await page.request.patch(`/api/masters/mvgr/${id}`, { data: theirs, headers })
  await box.fill('Bases')
  await box.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Changed by another person to “Acids”.')
  await box.press('Enter')
  await expect(cell(1, 'description')).toHaveText('Bases')
})

test('a cell opened while another one is being saved stays open with its typed text', async () => {
  await goTo(page, LIST)
  let answer = () => undefined as unknown
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/api/masters/mvgr/*', async route => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  await cell(2, 'description').dblclick()
  await cell(2, 'description').getByRole('textbox').fill('Held')
  await page.keyboard.press('Enter')
  await expect(cell(2, 'description').getByRole('status')).toHaveText('Saving')
  await cell(3, 'description').dblclick()
  const box = cell(3, 'description').getByRole('textbox')
  await box.fill('Meanwhile')
  answer()
  await expect(cell(2, 'description')).toHaveText('Held')
  await expect(box).toHaveValue('Meanwhile')
  await page.keyboard.press('Enter')
  await expect(cell(3, 'description')).toHaveText('Meanwhile')
  await page.unroute('**/api/masters/mvgr/*')
})

test('rows still in use are named and left out, and the others are deactivated', async () => {
  const answer = await page.request.get('/api/masters/nid?$limit=500')
  const nids: { code: string }[] = (await answer.json()).data
  await goTo(page, '/masters/nid?size=100')
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
  const failures = dialog.getByRole('list', { name: 'Rows that cannot be changed' })
  await expect(failures.getByRole('listitem').first()).toContainText('is still used by')
  const used = await failures.getByRole('listitem').count()
  await noteLook(page)
  await dialog.getByRole('button', { name: /^Skip (it|these \d+)$/ }).press('Enter')
  await expect(dialog.getByRole('status')).toContainText(`${nids.length - used} will be changed, ${used} left out.`)
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(dialog).toBeHidden()
})

test('a list is filtered through references, by days and by alternatives, and exported as it is shown', async () => {
  const auditor = await openPageAs(page.context().browser()!, 'auditor')
  await goTo(auditor, '/access-control/customer')
  await auditor.getByRole('button', { name: 'Filters' }).click()
  const panel = auditor.getByRole('form', { name: 'Filters' })
  await panel.getByRole('combobox', { name: 'Zone', exact: true }).click()
  await auditor.keyboard.type('West')
  await auditor.locator('.ant-select-item-option-active').filter({ hasText: 'West' }).waitFor()
  await auditor.keyboard.press('Enter')
  await auditor.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Any of several…' }).click()
  await noteLook(auditor)
  const filtered = auditor.waitForResponse(
    // The sums of all rows come with an answer of their own.
    answer => /\/api\/access-control\/customer\?.*zoneId/.test(answer.url()) && !answer.url().includes('totals'),
  )
  await panel.getByRole('button', { name: 'Apply' }).click()
  await expect(auditor).toHaveURL(/f\.cityId\.zoneAreaId\.zoneId=in\.\d+/)
  await expect(auditor.getByRole('list', { name: 'Active filters' })).toContainText('Zone is West')
  // The previous rows are shown until the new ones are loaded.
  const { data } = await (await filtered).json()
  const rows = data.length
  await expect(auditor.locator('tbody tr')).toHaveCount(rows)
  const coming = auditor.waitForEvent('download')
  await auditor.getByRole('button', { name: 'Export' }).click()
  await auditor.getByRole('menuitem', { name: 'As shown, CSV' }).click()
  const file = await readFile((await (await coming).path())!, 'utf8')
  expect(file.trim().split(/\r?\n/)).toHaveLength(rows + 1)
  expect(file.split(/\r?\n/)[0]).toContain('Login')
  await auditor.context().close()
})
