import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { expect, goTo, noteLook, now, openPageAs, test } from '../../support/journey.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 720 }
const headers = { 'X-Requested-With': 'bilty' }
const stamp = 'TOLD26'
const minutesAgo = (minutes: number) => `${new Date(now() - minutes * 60_000).toISOString().slice(0, 16)}:00.000Z`

let desk: Page
let transporter: Page
/** An LR on its way that the desk and the transporter both follow; it is on its way again at the end. */
let lr: { id: number; lrNo: string }

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  desk = await openPageAs(browser, 'dispatch')
  transporter = await openPageAs(browser, 'transporter')
  const query = 'deliveryStatus=IN_TRANSIT&podStatus=NONE&$sort[id]=-1&$limit=100'
  const lists = await Promise.all([desk, transporter].map(page => page.request.get(`/api/lrs?${query}`)))
  const [ofDesk, ofTransporter] = await Promise.all(lists.map(async list => (await list.json()).data as (typeof lr)[]))
  lr = ofTransporter!.find(({ id }) => ofDesk!.some(other => other.id === id))!
  expect(lr).toBeDefined()
})
test.afterAll(async () => {
  for (const page of [desk, transporter]) await page.context().close()
})

/** Shows the page as on a phone: nothing lies beside the screen, and it stays accessible. */
async function lookOnPhone(page: Page) {
  await page.setViewportSize(PHONE)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await noteLook(page)
}

test('the desk finds a shipment by the number of its LR, and adds where it is now, by keyboard', async () => {
  await goTo(desk, '/shipment-tracking/search-shipments')
  const rows = desk.locator('.grid tbody tr[data-id]')
  await expect(rows.first()).toBeVisible()
  await desk.keyboard.press('/')
  await desk.keyboard.type(lr.lrNo)
  await expect(rows).toHaveCount(1)
  await noteLook(desk)
  await rows.getByRole('link').press('Enter')
  const beside = desk.getByRole('dialog')
  await expect(beside.getByRole('heading', { name: 'On its way' })).toBeVisible()
  await expect(beside.getByText('Booked with the transporter')).toBeVisible()
  await noteLook(desk)
  await beside.getByRole('button', { name: 'Add event' }).press('Enter')
  const form = desk.getByRole('dialog', { name: `What happened to LR ${lr.lrNo}?` })
  await form.getByRole('button', { name: 'Save event' }).press('Enter')
  await expect(form.getByText('Event is required: choose what happened')).toBeVisible()
  await form.getByRole('radio', { name: 'In transit' }).press('Space')
  await form.getByLabel('Place').fill(`Lonavala ${stamp}`)
  await noteLook(desk)
  await form.getByRole('button', { name: 'Save event' }).press('Enter')
  await expect(form).toBeHidden()
  await expect(beside.getByText(`Lonavala ${stamp}`)).toBeVisible()
})

test('a transporter reports another vehicle by keyboard, and the desk records Part B for it', async () => {
  // An LR with an e-way bill: most goods of the demo need none.
  const number = `99${String(lr.id).padStart(10, '0')}`
  const lines = await (await desk.request.get(`/api/lr-lines?lrId=${lr.id}`)).json()
  const { rowVersion } = await (await desk.request.get(`/api/lrs/${lr.id}`)).json()
  const [{ invoiceId, deliveryId }] = lines.data
  const ewayBills = [{ invoiceId, deliveryId: invoiceId === null ? deliveryId : null, ewayBillNo: number }]
  const entered = await desk.request.patch(`/api/lrs/${lr.id}`, {
    headers,
    data: { rowVersion, reason: 'Entered late', ewayBills },
  })
  expect(entered.ok()).toBe(true)

  let keys = 0
  const press = async (...pressed: string[]) => {
    for (const key of pressed) {
      await transporter.keyboard.press(key)
      keys += 1
    }
  }
  await goTo(transporter, `/dispatches/lr/${lr.id}?event=new`)
  const form = transporter.getByRole('dialog', { name: `What happened to LR ${lr.lrNo}?` })
  await expect(form.getByRole('radio').first()).toBeFocused()
  await press('ArrowDown')
  await expect(form.getByRole('radio', { name: 'At your hub' })).toBeChecked()
  await expect(form.getByLabel('New vehicle')).toBeVisible()
  // Day, hour, place, vehicle.
  await press('Tab', 'Tab', 'Tab', 'Tab')
  await expect(form.getByLabel('New vehicle')).toBeFocused()
  await press(...'MH04ZZ4711')
  await noteLook(transporter)
  await form.getByRole('button', { name: 'Save event' }).press('Enter')
  keys += 1
  await expect(form).toBeHidden()
  await expect(transporter.getByText('On vehicle MH04ZZ4711')).toBeVisible()
  await expect(transporter.getByText('Part B of the e-way bill names')).toBeVisible()
  expect(keys).toBeLessThanOrEqual(16)

  await goTo(desk, '/dispatches/desk-tasks')
  const tasks = desk.getByRole('region', { name: 'Update Part B of e-way bills' })
  const task = tasks.getByRole('listitem').filter({ hasText: lr.lrNo })
  await expect(task).toContainText('On vehicle MH04ZZ4711')
  await noteLook(desk)
  await task.getByRole('button', { name: 'Record Part B' }).press('Enter')
  const dialog = desk.getByRole('dialog')
  const at = minutesAgo(0)
  await dialog.getByLabel('Part B entered at').fill(`${dayText(dayOf(at))} ${timeOf(at)}`)
  await desk.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Record Part B' }).press('Enter')
  await expect(task).toBeHidden()
  // A day without an hour follows what was reported of that day.
  const onward = { lrId: lr.id, eventCode: 'IN_TRANSIT', eventOn: dayOf(at) }
  const { says } = await (await desk.request.post('/api/tracking-events', { headers, data: onward })).json()
  expect(says).toEqual([])
})

test('the desk reads its dashboard, each chart also as a table, and narrows it to one transporter', async () => {
  await goTo(desk, '/shipment-tracking/dashboard')
  const show = (as: string, chart: string) => desk.getByRole('button', { name: new RegExp(`^Show as ${as}.*${chart}`) })
  const tables = desk.getByRole('table')
  for (const chart of ['Where shipments are', 'Deliveries by day', 'On time by transporter']) {
    await show('table', chart).press('Enter')
    await expect(tables).toHaveCount(1)
    await noteLook(desk)
    if (chart !== 'On time by transporter') await show('chart', chart).press('Enter')
  }
  await desk.getByRole('combobox', { name: 'Transporter' }).fill('KONARK')
  await desk.getByTitle(/^KONARK/).click()
  await expect(desk).toHaveURL(/transporterId=\d+/)
  await expect(tables.locator('tbody tr')).toHaveText([/^Konark Roadlines/])
  await show('chart', 'On time by transporter').press('Enter')
  await expect(tables).toHaveCount(0)
  await lookOnPhone(desk)
  await desk.setViewportSize(DESKTOP)
})

test('the desk confirms goods that the transporter reports as lost, and voids it when they are found', async () => {
  const event = { lrId: lr.id, eventCode: 'LOST', eventAt: minutesAgo(0), reason: 'VEHICLE', remarks: `Theft ${stamp}` }
  const reported = await transporter.request.post('/api/tracking-events', { headers, data: event })
  expect(reported.status(), await reported.text()).toBe(201)

  await goTo(desk, '/dispatches/desk-tasks')
  const waiting = desk.getByRole('region', { name: /^Confirm returns and losses/ })
  await expect(waiting.getByText(`Theft ${stamp}`)).toBeVisible()
  await noteLook(desk)
  await lookOnPhone(desk)
  await desk.setViewportSize(DESKTOP)
  await waiting.getByRole('button', { name: `Confirm of ${lr.lrNo}` }).press('Enter')
  await desk.getByRole('dialog').getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(waiting.getByText(`Theft ${stamp}`)).toBeHidden()
  await desk
    .getByRole('region', { name: /^Decide on returned/ })
    .getByRole('link', { name: lr.lrNo })
    .press('Enter')

  await expect(desk.getByText(new RegExp(`^LR ${lr.lrNo} of `))).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Settle/ }).first()).toBeVisible()
  await noteLook(desk)
  await desk.getByRole('button', { name: /^Void/ }).press('Enter')
  const why = desk.getByRole('dialog')
  await why.getByLabel('Why').fill('The vehicle was found')
  await why.getByRole('button', { name: 'Void' }).press('Enter')
  await expect(desk.getByText('Void: The vehicle was found')).toBeVisible()
  const { deliveryStatus } = await (await desk.request.get(`/api/lrs/${lr.id}`)).json()
  expect(deliveryStatus).toBe('IN_TRANSIT')
})

test('the desk uploads delivery statuses: the wrong row is named, the right one is taken over', async () => {
  const at = minutesAgo(3)
  const when = `${dayText(dayOf(at))} ${timeOf(at)}`
  const file = [
    'lr_no,transporter_code,event_code,event_at,location',
    `${lr.lrNo},KONARK,IN_TRANSIT,${when},Khopoli ${stamp}`,
    `NO-SUCH-${stamp},KONARK,IN_TRANSIT,${when},Khopoli`,
  ].join('\n')
  await goTo(desk, '/dispatches/upload-delivery-status')
  await noteLook(desk)
  await desk
    .getByLabel(/^File/)
    .setInputFiles({ name: `status-${stamp}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file) })
  await desk.getByLabel('Import the valid rows, skip the others').press('Space')
  await desk.getByRole('button', { name: 'Check the file' }).press('Enter')
  await expect(desk.getByText('Checked. Nothing is changed yet.')).toBeVisible()
  await expect(desk.getByText(new RegExp(`NO-SUCH-${stamp}`)).first()).toBeVisible()
  await noteLook(desk)
  await desk.getByRole('button', { name: /^Add 1 / }).press('Enter')
  await expect(desk.getByText('Imported. Rejected rows: 1.')).toBeVisible()
  await desk.getByRole('link', { name: 'To the list' }).press('Enter')
  await expect(desk.getByRole('heading', { level: 1, name: 'Open LRs' })).toBeVisible()
  await goTo(desk, `/dispatches/lr/${lr.id}`)
  await expect(desk.getByText(`Khopoli ${stamp}`)).toBeVisible()
})

test('the desk enters a voucher of carting, which waits for Finance above the limit', async () => {
  await goTo(desk, '/dispatches/add-carting-charges')
  await desk.getByRole('link', { name: 'New carting charge' }).press('Enter')
  await desk.getByRole('button', { name: 'Save voucher' }).press('Enter')
  await expect(desk.getByRole('alert').first()).toContainText('Vendor is required')
  await noteLook(desk)
  await desk.getByLabel('Vendor').fill('Bhiwandi Tempo Service')
  await desk.getByRole('textbox', { name: /^Voucher\b(?! date)/ }).fill(`V${stamp}`)
  await desk.getByLabel('Voucher date').fill(dayText(dayOf(minutesAgo(0))))
  await desk.getByLabel('Voucher date').press('Enter')
  await desk.getByLabel('LR', { exact: false }).first().fill(lr.lrNo)
  await desk.locator('.ant-select-dropdown:visible').getByTitle(lr.lrNo).first().click()
  await desk.getByLabel('Charge type').click()
  await desk.getByTitle('Unloading').click()
  await desk.getByLabel('Amount').fill('6000')
  await desk.getByRole('button', { name: 'Save voucher' }).press('Enter')
  await expect(desk.getByText(`Voucher V${stamp} is saved: one charge waits for Finance.`)).toBeVisible()
  await desk.getByLabel('Search').fill(`V${stamp}`)
  await expect(desk.locator('.grid tbody tr[data-id]')).toHaveCount(1)
  await expect(desk.locator('.grid tbody tr[data-id]')).toContainText('Entered')
  await noteLook(desk)
})

test('the desk downloads LR details, and a transporter only those of its own', async () => {
  const countOn = (page: Page) => page.getByRole('status').filter({ hasText: /LRs? will be in the file\.$/ })
  const take = async (page: Page) => {
    await expect(countOn(page)).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV file' }).press('Enter')
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^lrdetails-.*\.csv$/)
    const [head, ...rows] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/)
    expect(head).toContain('LR no')
    return rows
  }
  await goTo(desk, '/dispatches/download-lr-details')
  const all = await take(desk)
  const counted = await countOn(desk).textContent()
  await desk.getByLabel('Status', { exact: true }).press('ArrowDown')
  await desk.getByTitle('In transit', { exact: true }).click()
  await desk.keyboard.press('Escape')
  await expect(countOn(desk)).not.toHaveText(counted!)
  await noteLook(desk)
  const moving = await take(desk)
  expect(moving.length).toBeLessThan(all.length)
  expect(moving.some(row => row.includes(lr.lrNo))).toBe(true)

  await desk.getByRole('link', { name: 'Show as list' }).press('Enter')
  await expect(desk.getByRole('heading', { level: 1, name: 'LR Details' })).toBeVisible()
  await expect(desk.locator('.grid tbody tr[data-id]')).toHaveCount(moving.length)
  await noteLook(desk)
  await desk.getByRole('main').getByRole('link', { name: lr.lrNo }).press('Enter')
  await desk.getByRole('dialog').getByRole('link', { name: lr.lrNo }).press('Enter')
  await expect(desk.getByText(new RegExp(`^LR ${lr.lrNo} of `))).toBeVisible()

  await goTo(transporter, '/dispatches/download-lr-details')
  const own = await take(transporter)
  expect(own.every(row => row.includes('KONARK'))).toBe(true)
  await lookOnPhone(transporter)
})

test('Finance reads what freight costs by transporter and by SBU, as charts and as tables', async ({ browser }) => {
  const finance = await openPageAs(browser, 'finance')
  for (const [path, chart, head] of [
    ['/mis/view-freight-report', 'Cost per kg by transporter', 'Per kg'],
    ['/mis/proportionate-freight', 'Freight and carting by SBU', 'Share'],
  ]) {
    await goTo(finance, path!)
    await finance.getByRole('button', { name: chart!, exact: true }).click()
    const panel = finance.getByRole('region', { name: chart! })
    await expect(panel.getByRole('figure').locator('svg').first()).toBeVisible()
    await noteLook(finance)
    await panel.getByRole('button', { name: /^Show as table/ }).press('Enter')
    await expect(panel.getByRole('columnheader', { name: head! })).toBeVisible()
    await expect(panel.locator('tbody tr').first()).toContainText('₹')
    await noteLook(finance)
  }
  await finance.context().close()
})
