import type { Page } from '@playwright/test'
import { dayText } from '../../../resources/define/show.ts'
import { photoWithPlace } from '../../support/files.ts'
import { expect, goTo, noteLook, openPageAs, test, today } from '../../support/journey.ts'

const PHONE = { width: 390, height: 844 }
const headers = { 'X-Requested-With': 'bilty' }
let transporter: Page
let desk: Page
let lrNo: string
let lrId: number

interface OpenLr {
  id: number
  lrNo: string
  packages: number
  deliveredOn: string | null
  loggerNo: string | null
}

/** LRs in one of these states on which nothing has been proved yet, the latest first. */
async function openLrs(page: Page, ...statuses: string[]): Promise<OpenLr[]> {
  const query = `${statuses.map(one => `deliveryStatus[$in][]=${one}`).join('&')}&podStatus=NONE&$sort[id]=-1&$limit=5`
  return (await (await page.request.get(`/api/lrs?${query}`)).json()).data
}

/** A day as people type it. */
const typedToday = () => dayText(today)

/** Chooses an LR and enters its POD; the day of a delivery that was reported stands there already. */
async function fill(page: Page, { lrNo: name, packages, deliveredOn }: OpenLr) {
  await page.getByRole('button', { name: new RegExp(`^${name} to `) }).click()
  await expect(page.getByRole('heading', { name: `POD of LR ${name}` })).toBeVisible()
  const photo = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace(1600) }
  await page.getByLabel('Take photo').setInputFiles(photo)
  await expect(page.getByAltText('The POD as it will be sent')).toBeVisible()
  if (deliveredOn === null) {
    await page.getByLabel('Delivered on').fill(typedToday())
    await page.getByLabel('Delivered on').press('Enter')
  }
  await page.getByLabel('Received by').fill('R. Pawar')
  await page.getByLabel('Packages received').fill(String(packages))
}

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  transporter = await openPageAs(browser, 'transporter')
  await transporter.setViewportSize(PHONE)
  desk = await openPageAs(browser, 'dispatch')
})
test.afterAll(async () => {
  for (const page of [transporter, desk]) await page.context().close()
})

test('a transporter proves a delivery from the phone, with a photo', async () => {
  const [mine] = await openLrs(transporter, 'IN_TRANSIT')
  expect(mine).toBeDefined()
  lrNo = mine!.lrNo
  lrId = mine!.id
  await goTo(transporter, '/dispatches/upload-pod')
  await transporter.getByLabel('LR no').fill(lrNo)
  await noteLook(transporter)
  await fill(transporter, mine!)
  const second = { name: 'IMG_0002.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace(1200) }
  await transporter.getByLabel('Take photo of the next page').setInputFiles(second)
  await expect(transporter.getByAltText('The POD as it will be sent, page 2')).toBeVisible()
  await noteLook(transporter)
  await transporter.getByRole('button', { name: 'Upload POD' }).click()
  await expect(transporter.getByText(`The POD of LR ${lrNo} is uploaded.`)).toBeVisible()
  await transporter.getByLabel('LR no').fill(lrNo)
  await expect(transporter.getByText(`LR ${lrNo} has a POD that waits to be verified`)).toBeVisible()
})

test('a lost connection keeps the POD with its photo, and sends it later, once', async () => {
  const [mine] = await openLrs(transporter, 'DELIVERED')
  expect(mine).toBeDefined()
  await goTo(transporter, '/dispatches/upload-pod')
  await transporter.getByLabel('LR no').fill(mine!.lrNo)
  await fill(transporter, mine!)
  await transporter.context().setOffline(true)
  await transporter.getByRole('button', { name: 'Upload POD' }).click()
  await expect(transporter.getByText('Waiting to be sent (1)')).toBeVisible()
  await transporter.context().setOffline(false)
  await expect(transporter.getByText('Waiting to be sent')).toBeHidden({ timeout: 30_000 })
  const pods = await transporter.request.get(`/api/pods?lrId=${mine!.id}`)
  expect((await pods.json()).total).toBe(1)
})

test('the desk looks at the photo beside what was entered, and rejects it on the LR page', async () => {
  await goTo(desk, `/dispatches/lr/${lrId}`)
  await expect(desk.getByRole('heading', { name: 'Proof of delivery' })).toBeVisible()
  await expect(desk.getByAltText(`The POD of LR ${lrNo}, page 1 of 2`)).toBeVisible()
  await desk.getByRole('button', { name: `Turn right the POD of LR ${lrNo}, page 2 of 2` }).click()
  await expect(desk.getByAltText(`The POD of LR ${lrNo}, page 2 of 2`)).toHaveClass('is-turned-1')
  await noteLook(desk)
  await desk.getByRole('button', { name: /^Reject\.\.\./ }).click()
  await desk.getByLabel('Why rejected').click()
  await desk.getByTitle('Stamp or signature is missing').click()
  await desk.getByRole('button', { name: 'Reject POD' }).click()
  await expect(desk.getByText(`The POD of LR ${lrNo} is rejected.`)).toBeVisible()
  await goTo(transporter, '/dispatches/upload-pod')
  await expect(transporter.getByText('its POD was rejected').first()).toBeVisible()
})

test('the desk verifies what waits by the keyboard alone', async () => {
  await goTo(desk, '/dispatches/verify-pods')
  const accept = desk.getByRole('button', { name: /^Accept the POD of LR/ })
  await expect(accept).toBeVisible()
  await noteLook(desk)
  const name = (await desk.getByRole('region', { name: /^POD of LR/ }).getAttribute('aria-label'))!.slice(10)
  await desk.keyboard.press('a')
  await expect(desk.getByText(`The POD of LR ${name} is accepted.`)).toBeVisible()
})

test('the desk sends several files at once, puts one right by hand, and uploads them', async () => {
  const [one, two] = await openLrs(desk, 'OUT_FOR_DELIVERY', 'UNDELIVERED')
  expect(two).toBeDefined()
  const photo = await photoWithPlace(400)
  const day = typedToday()
  const sheet = `lr_no,delivered_on,received_by\n${one!.lrNo},${day},R. Pawar\n`
  await goTo(desk, '/dispatches/upload-multiple-pod')
  await noteLook(desk)
  await desk.getByLabel('Files or a zip').setInputFiles([
    { name: `${one!.lrNo.replaceAll('/', '-')}.jpg`, mimeType: 'image/jpeg', buffer: photo },
    { name: `${two!.lrNo.replaceAll('/', '-')}.jpg`, mimeType: 'image/jpeg', buffer: photo },
    { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'pod.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) },
  ])
  await expect(desk.getByRole('heading', { name: 'Needs correction (2)' })).toBeVisible()
  await expect(desk.getByText('No LR of yours has the number HOLIDAY: choose the LR')).toBeVisible()
  await noteLook(desk)
  await desk.getByRole('button', { name: 'Leave out holiday.jpg' }).click()
  await expect(desk.getByRole('heading', { name: 'Needs correction (1)' })).toBeVisible()
  const date = desk.getByLabel(`Delivered on of ${two!.lrNo.replaceAll('/', '-')}.jpg`)
  await date.fill(day)
  await date.press('Enter')
  await expect(desk.getByRole('button', { name: 'Upload 2 PODs' })).toBeVisible()
  await desk.getByRole('button', { name: 'Upload 2 PODs' }).click()
  await expect(desk.getByText('2 PODs are uploaded')).toBeVisible()
  const answer = await desk.request.get(`/api/pods?lrId[$in][]=${one!.id}&lrId[$in][]=${two!.id}`, { headers })
  expect((await answer.json()).data).toHaveLength(2)
})

test('thirty files as phones and clerks name them become PODs, with one key for each that is only likely', async () => {
  const waiting = (await openLrs(desk, 'DELIVERED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY')).filter(one => !one.loggerNo)
  expect(waiting.length).toBeGreaterThanOrEqual(2)
  const [sure, likely] = waiting
  const query = 'podStatus=ACCEPTED&deliveryStatus=DELIVERED&loggerNo=null&$sort[id]=-1&$limit=4'
  const proved: OpenLr[] = (await (await desk.request.get(`/api/lrs?${query}`)).json()).data
  expect(proved).toHaveLength(4)
  const buffer = await photoWithPlace(300)
  const name = ({ lrNo: no }: OpenLr) => no.replaceAll('/', '-')
  const names = [
    `POD ${name(sure!)}.jpg`,
    ...Array.from({ length: 9 }, (_, at) => `${name(sure!)} (${at + 1}).jpg`),
    ...Array.from({ length: 9 }, (_, at) => `LR-${name(sure!)} signed page ${at + 11}.jpeg`),
    `Sharma Traders ${name(likely!)} gate.jpg`,
    ...proved.map(one => `${name(one).toLowerCase()}_2.jpg`),
    ...Array.from({ length: 6 }, (_, at) => `WhatsApp Image 2026-11-20 at 10.14.3${at}.jpeg`),
  ]
  expect(names).toHaveLength(30)
  await goTo(desk, '/dispatches/upload-multiple-pod')
  await desk
    .getByLabel('Files or a zip')
    .setInputFiles(names.map(one => ({ name: one, mimeType: 'image/jpeg', buffer })))
  await expect(desk.getByRole('heading', { name: 'Proposed (5)' })).toBeVisible()
  await expect(desk.getByText(`Number in the name: ${likely!.lrNo}`)).toBeVisible()
  await expect(desk.getByText(/a new one takes its place/).first()).toBeVisible()
  await noteLook(desk)
  // The file in hand has the focus: five keys for five proposals.
  let keys = 0
  for (let left = 5; left > 0; left--) {
    await expect(desk.getByRole('button', { name: /^Accept A/ })).toHaveCount(left)
    await expect(desk.locator('.accepts-proposal:focus')).toHaveCount(1)
    await desk.keyboard.press('a')
    keys++
  }
  expect(keys).toBe(5)
  await expect(desk.getByRole('heading', { name: 'Proposed' })).toBeHidden()
  await expect(desk.getByText('Page 2 of this POD')).toBeVisible()
  await expect(desk.getByText('Its name is that of a camera or messenger').first()).toBeVisible()
})
