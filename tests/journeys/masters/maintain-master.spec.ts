import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, findScreen, goTo, importCsv, noteLook, openPageAs, test, today } from '../../support/journey.ts'

const LIST = '/masters/transporter'

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await openPageAs(browser, 'master_admin')
})
test.afterAll(() => page.context().close())

/** Types into a later control, reached with Tab alone. */
async function enter(label: string, text: string, choose = false) {
  const control = page.getByRole(choose ? 'combobox' : 'textbox', { name: label, exact: true })
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    if (await control.evaluate(element => element === document.activeElement)) break
  }
  await expect(control).toBeFocused()
  await page.keyboard.type(text)
  if (!choose) return
  // By its text, for the list of the previous field may still be closing.
  const active = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active')
  await expect(active.filter({ hasText: text })).toBeVisible()
  await page.keyboard.press('Enter')
}

test('a transporter is entered without a mouse, and the server’s errors are shown at their fields', async () => {
  await goTo(page, LIST)
  await page.getByRole('main').getByRole('link', { name: /^New / }).press('Enter')
  await expect(page).toHaveTitle('New transporter · Transporter')
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeVisible()
  await page.keyboard.press('Control+s')
  const summary = page.getByRole('alert').filter({ hasText: 'Fix 11 fields' })
  await expect(summary).toBeFocused()
  await noteLook(page)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeFocused()
  await page.keyboard.type('konark')
  await enter('Name', 'Zebra Lines')
  await enter('Modes of transport', 'Surface', true)
  await page.keyboard.press('Escape')
  await enter('PAN', 'zzacz2003c')
  await enter('Contact person', 'Ravi Zende')
  await enter('Mobile', '98765')
  await enter('E-mail', 'desk@zebra.example')
  await expect(page.getByText('Mobile must be a mobile number of 10 digits').last()).toBeVisible()
  await page.getByLabel('Mobile').fill('9876543210')
  await enter('Address', '4 Market Yard')
  await enter('City', 'Pune', true)
  await enter('State', 'Maharashtra', true)
  await enter('PIN code', '411037')
  await page.keyboard.press('Control+s')

  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toHaveAccessibleDescription(/KONARK Konark Roadlines exists already/)
  await code.fill('zebra')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveTitle('ZEBRA · Zebra Lines · Transporter')
  await expect(page.getByRole('region', { name: 'Transporter', exact: true })).toContainText('ZZACZ2003C')
  await noteLook(page)
})

/** A transporter that nothing names but one lane, as an existing one goes it. */
async function transporterOnALane(code: string, name: string) {
  const headers = { 'X-Requested-With': 'bilty' }
  const rowOf = async (path: string) => (await (await page.request.get(`/api/${path}?$limit=1`)).json()).data[0]
  const add = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/${path}`, { headers, data })
    expect([path, answer.status(), await answer.text()]).toEqual([path, 201, expect.any(String)])
    return answer.json()
  }
  const { contactPerson, mobile, email, address, cityId, stateId, pincode } = await rowOf('masters/transporter')
  const own = { code, name, pan: 'AAPFU0939F', gtaTaxMode: 'RCM', transModes: ['SURFACE'] }
  const made = await add('masters/transporter', {
    ...own,
    ...{ contactPerson, mobile, email, address, cityId, stateId, pincode },
  })
  const lane = await rowOf('shipment-tracking/transporter-mapping')
  const { plantId, transMode } = lane
  const way = { plantId, stateId: lane.stateId, cityId: lane.cityId, transMode, priority: 9 }
  await add('shipment-tracking/transporter-mapping', { ...way, transporterId: made.id, validFrom: today })
}

test('two tabs save one transporter: the second sees the changes of the first, and both changes stay', {
  tag: '@proof',
}, async () => {
  await transporterOnALane('TWOTABS', 'Two Tabs Carriers')
  await goTo(page, `${LIST}?q=TWOTABS`)
  await page.getByRole('button', { name: /^More for TWOTABS/ }).press('Enter')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const other = await page.context().newPage()
  await goTo(other, page.url())
  await page.getByLabel('Contact person').fill('First Tab')
  await other.getByLabel('Mobile').fill('9000011111')
  await other.keyboard.press('Control+s')
  await expect(other).toHaveTitle(/^TWOTABS/)
  await expect(other.getByText('9000011111').first()).toBeVisible()
  await other.close()

  await page.keyboard.press('Control+s')
  await expect(page.getByText('9000011111')).toBeVisible()
  await noteLook(page)
  await page.getByRole('button', { name: 'Save merged version' }).click()
  await expect(page).toHaveURL(/\/show\/\d+/)
  const facts = page.getByRole('region', { name: 'Transporter', exact: true })
  await expect(facts).toContainText('First Tab')
  await expect(facts).toContainText('9000011111')

  // A lane still uses it: a replacement is required.
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const used = page.getByRole('dialog', { name: 'Transporter “TWOTABS · Two Tabs Carriers” is still used' })
  await expect(used.getByRole('link', { name: 'Transporter Mapping, Transporter: 1' })).toBeVisible()
  await used.getByRole('button', { name: 'Move 1 row and deactivate' }).click()
  await expect(used.getByRole('alert')).toHaveText('Choose a replacement row')
  await noteLook(page)
  await page.keyboard.press('Escape')
})

test('a transporter is deactivated and activated again', { tag: '@proof' }, async () => {
  await goTo(page, `${LIST}?q=ZEBRA`)
  await page.getByRole('link', { name: 'ZEBRA', exact: true }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  // Enter at once: it is done when it is known that no other row uses this one.
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).press('Enter')
  await expect(page.getByText('Transporter “ZEBRA · Zebra Lines” is inactive now.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('z')
  await expect(page.getByText('Transporter “ZEBRA · Zebra Lines” is active again.')).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).press('Enter')
  await expect(page.getByText('is inactive now.').last()).toBeVisible()
  await goTo(page, `${LIST}?q=ZEBRA`)
  await expect(page.getByText('No rows match your search and filters.')).toBeVisible()
  await goTo(page, `${LIST}?q=ZEBRA&active=all`)
  await expect(page.getByRole('row', { name: /ZEBRA/ })).toContainText('Inactive')
  await page.getByRole('button', { name: /^More for ZEBRA/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Reactivate' }).click()
  await expect(page.getByRole('row', { name: /ZEBRA/ })).toContainText('Active')
})

test('a faulty file is refused row by row, and an export is imported without a change', { tag: '@proof' }, async () => {
  const head =
    'Code,Name,PAN,GST of carriage,Contact person,Mobile,E-mail,Address,City,State,PIN code,Modes of transport'
  const row = (code: string, pan: string, city: string) =>
    `${code},Transporter ${code},${pan},RCM,Ravi,9876543210,a@b.example,Street 1,${city},27,411001,Surface`
  await goTo(page, `${LIST}/import`)
  await page.getByLabel(/^File/).setInputFiles({
    name: 'dirty.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, row('C1', 'ZZACZ2003C', 'Pune'), row('C2', '12345', 'Nowhere')].join('\n')),
  })
  await page.getByRole('button', { name: 'Check the file' }).press('Enter')
  await expect(page.getByText('Checked. Nothing is changed yet.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^3 PAN 12345/ })).toContainText('must be a PAN')
  await expect(page.getByRole('row', { name: /^3 City Nowhere/ })).toContainText('State City')
  await expect(page.getByRole('button', { name: /^(Add|Change) \d/ })).toHaveCount(0)
  await noteLook(page)

  await goTo(page, '/masters/department')
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'All columns for an import, CSV' }).click()
  const lines = (await readFile(await (await coming).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines.length).toBeGreaterThan(2)
  await goTo(page, '/masters/department/import')
  await page.getByLabel(/^File/).setInputFiles({
    name: 'department.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  await page.getByRole('button', { name: 'Check the file' }).press('Enter')
  await expect(page.getByText('Checked. Nothing is changed yet.')).toBeVisible()
  await expect(page.locator('.import-outcome')).toHaveText(
    `${lines.length - 1} rows in the file: ${lines.length - 1} stay as they are.`,
  )

  await importCsv(page, '/masters/department', 'new.csv', [lines[0]!, lines[1]!.replace(/^[^,]*/, 'ZZNEW')])
})

test('the filters of a list survive a reload and the back button', async () => {
  await goTo(page, '/masters/state-city')
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  await page.getByLabel('State', { exact: true }).click()
  await page.keyboard.type('Maharashtra')
  await page.locator('.ant-select-item-option', { hasText: 'Maharashtra' }).click()
  await page.keyboard.press('Escape')
  // Sorting in between keeps filters that are chosen but not applied yet.
  await page.locator('.grid thead th[data-name]').first().press('Enter')
  await expect(page).toHaveURL(/sort=/)
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(page).toHaveURL(/f\.stateId=in\.\d+/)
  const count = page.locator('.list-foot [role=status]')
  await expect(page.getByRole('gridcell', { name: /Gujarat/ })).toHaveCount(0)
  await page.getByLabel('Search').fill('pun')
  await expect(page).toHaveURL(/q=pun/)
  await expect(count).toHaveText('1 row')
  const address = page.url()
  await page.reload()
  await expect(count).toHaveText('1 row')
  await expect(page.getByLabel('Search')).toHaveValue('pun')
  await page.getByRole('row', { name: /Pune/ }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/show\/\d+/)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(count).toHaveText('1 row')
  await findScreen(page, 'State City')
  await expect(page).toHaveURL(/\/state-city$/)
})
