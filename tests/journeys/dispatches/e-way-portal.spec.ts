import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bookLr } from '../../support/dispatches/book-lr.ts'
import { expect, goTo, noteLook, now, openPageAs, test } from '../../support/journey.ts'
import { filePortal } from '../../support/journeys/file-portal.ts'
import { take } from '../../support/journeys/take.ts'

// An e-way bill from its making to its cancellation, on the simulated portal. The clock of the portal cannot be moved, so
// that the end of the bill comes near by itself: in the books of the simulated portal.

const HEADERS = { 'X-Requested-With': 'bilty' }

/** Nobody is named on the e-way bills of transporters without a GSTIN: we hold them. */
function withoutGstins() {
  const db = new DatabaseSync(join(filePortal().home, 'bilty.sqlite'), { timeout: 20_000 })
  db.exec('update transporter set gstin = null, transporterEwayId = null')
  db.close()
}

/** Brings the end of an e-way bill near in the books of the simulated portal. */
function endsInHours(ewayBillNo: string, hours: number) {
  const db = new DatabaseSync(join(filePortal().home, 'bilty.eway.sqlite'), { timeout: 20_000 })
  const { value } = db.prepare("select value from entry where kind = 'bill' and no = ?").get(ewayBillNo) as {
    value: string
  }
  const bill = { ...JSON.parse(value), validUpto: new Date(now() + hours * 3_600_000).toISOString() }
  db.prepare("update entry set value = ? where kind = 'bill' and no = ?").run(JSON.stringify(bill), ewayBillNo)
  db.close()
}

test('an e-way bill is made for an LR, follows its vehicle, is extended and cancelled', async ({ browser }) => {
  const page = await openPageAs(browser, 'dispatch')
  withoutGstins()
  const admin = await openPageAs(browser, 'sys_admin')
  const account = { code: 'JOURNEY', gstin: '27ZZACM1001A1ZF', transport: 'NIC_ENCRYPTED' }
  const kept = await admin.request.post('/api/settings/eway-account', { data: account, headers: HEADERS })
  // The company has it already where its past was made.
  expect([201, 409]).toContain(kept.status())
  await admin.context().close()
  const lrId = await bookLr(page, 'EW0001', 'EW')
  await goTo(page, `/dispatches/lr/${lrId}`)
  await page.getByRole('button', { name: 'Make the e-way bill' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make the e-way bill' }).click()
  const number = page
    .locator('#invoices, main')
    .getByRole('link', { name: /^\d{12}$/ })
    .first()
  await expect(number).toBeVisible()
  const ewayBillNo = (await number.textContent())!
  await noteLook(page)

  const event = { lrId, eventCode: 'IN_TRANSIT', eventOn: '2026-11-18', vehicleNo: 'MH14CD5678', location: 'Pune' }
  const told = await page.request.post('/api/tracking-events', { data: event, headers: HEADERS })
  expect(told.status()).toBe(201)
  await number.click()
  await expect(page.getByRole('heading', { name: 'Goods of LR EW0001' })).toBeVisible()
  await expect
    .poll(
      async () => (await (await page.request.get(`/api/dispatches/eway-bills?lrId=${lrId}`)).json()).data[0].vehicleNo,
    )
    .toBe('MH14CD5678')
  endsInHours(ewayBillNo, 4)
  await take(page, 'Ask the portal')
  await page.getByRole('dialog').getByRole('button', { name: 'Ask the portal' }).click()
  await expect
    .poll(
      async () => (await (await page.request.get(`/api/dispatches/eway-bills?lrId=${lrId}`)).json()).data[0].validTo,
    )
    .not.toContain('T18:29')
  await page.reload()
  await expect(page.getByText('MH14CD5678').first()).toBeVisible()
  await expect(page.getByText(/Goods on their way: extend it by/)).toBeVisible()
  await noteLook(page)

  await take(page, 'Extend')
  const form = page.getByRole('dialog')
  await form.getByLabel('Km left').fill('60')
  await form.getByLabel('Why').press('ArrowDown')
  await page.getByTitle('Accident').click()
  await form.getByLabel('In words').fill('The lorry hit a wall')
  await form.getByLabel('Place').fill('Pune')
  await form.getByLabel('State').fill('Maharashtra')
  await page.getByTitle(/Maharashtra/).click()
  await form.getByLabel('PIN code').fill('411001')
  await form.getByRole('button', { name: 'Extend' }).click()
  await expect
    .poll(
      async () =>
        (await (await page.request.get(`/api/dispatches/eway-bills?lrId=${lrId}`)).json()).data[0].extendedTimes,
    )
    .toBe(1)
  await page.reload()
  await expect(page.getByText('extended once')).toBeVisible()

  await take(page, 'Cancel e-way bill')
  await form.getByLabel('Why').press('ArrowDown')
  await page.getByTitle('Data entry mistake').click()
  await form.getByLabel('In words').fill('Wrong invoice')
  await form.getByRole('button', { name: 'Cancel e-way bill' }).click()
  await expect
    .poll(async () => (await (await page.request.get(`/api/dispatches/eway-bills?status=CANCELLED`)).json()).total)
    .toBe(1)
  await goTo(page, `/dispatches/lr/${lrId}`)
  await expect(page.getByRole('button', { name: 'Make the e-way bill' })).toBeVisible()
  await page.context().close()
})
