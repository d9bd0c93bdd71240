import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { bookLr } from '../../support/dispatches/book-lr.ts'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { filePortal } from '../../support/journeys/file-portal.ts'
import { take } from '../../support/journeys/take.ts'

/** The goods of these LRs are worth less than an e-way bill is needed for. */
function areSmall(lrIds: readonly number[]) {
  const db = new DatabaseSync(join(filePortal().home, 'bilty.sqlite'), { timeout: 20_000 })
  for (const id of lrIds) db.prepare('update lr_line set invoiceValue = 100000 where lrId = ?').run(id)
  db.close()
}

/** Takes an act and answers what it asks. */
async function act(page: Page, name: string, says: Record<string, string> = {}) {
  await take(page, name)
  const form = page.getByRole('dialog')
  for (const [label, value] of Object.entries(says)) await form.getByLabel(new RegExp(`^${label}`)).fill(value)
  await form.getByRole('button', { name }).click()
  await expect(form).toBeHidden()
}

/** Takes an act of the stop that is next. */
async function atStop(page: Page, name: string) {
  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name }).click()
  await expect(form).toBeHidden()
}

test('a vehicle takes two LRs from the gate to their stops', async ({ browser }) => {
  const page = await openPageAs(browser, 'dispatch')
  const lrIds = [await bookLr(page, 'TRIP01', 'TA'), await bookLr(page, 'TRIP02', 'TB')]
  areSmall(lrIds)
  await goTo(page, '/dispatches/trips/create')
  for (const lrNo of ['TRIP01', 'TRIP02']) {
    await page.getByLabel('Find').fill(lrNo)
    await page.getByRole('checkbox', { name: new RegExp(lrNo) }).check()
  }
  await expect(page.getByRole('status').getByText(/^2 LRs/)).toBeVisible()
  await page.getByLabel('Type of vehicle').click()
  await page.getByTitle('Truck 19 ft, 7 t').click()
  await page.getByRole('checkbox', { name: 'Yes' }).check()
  await page.getByLabel('Planned for').fill('01-12-2027 10:00')
  // Enter would plan the trip at once.
  await page.getByLabel('Planned for').press('Tab')
  await noteLook(page)
  await page.getByRole('button', { name: 'Plan trip' }).click()
  await expect(page.getByRole('heading', { name: /Vehicle not named yet, our own vehicle/ })).toBeVisible()
  const tripId = Number(page.url().split('/').at(-1))
  const statusOf = async (lrId: number) => (await (await page.request.get(`/api/lrs/${lrId}`)).json()).deliveryStatus

  const driver = { Driver: 'Ramesh Yadav', 'Mobile of the driver': '9000050011' }
  await act(page, 'Name vehicle', { Vehicle: 'MH04TR0001', ...driver })
  await expect(page.getByText('MH04TR0001 is expected')).toBeVisible()
  await act(page, 'Let in')
  await act(page, 'Begin loading')
  const packages = await Promise.all(
    lrIds.map(async id => (await (await page.request.get(`/api/lrs/${id}`)).json()).packages as number),
  )
  await act(page, 'Finish loading', { 'Packages loaded': String(packages[0]! + packages[1]!) })
  await act(page, 'Let out', { Seal: 'S-4711' })
  for (const id of lrIds) await expect.poll(() => statusOf(id)).toBe('IN_TRANSIT')
  await noteLook(page)

  const stops = (await (await page.request.get(`/api/trip-stops?tripId=${tripId}`)).json()).total
  for (let left = stops; left > 0; left--) {
    await atStop(page, 'Record arrival')
    await atStop(page, 'Release vehicle')
  }
  for (const id of lrIds) await expect.poll(() => statusOf(id)).toBe('OUT_FOR_DELIVERY')
  await expect(page.getByText('All its stops are released.')).toBeVisible()
  await page.context().close()
})
