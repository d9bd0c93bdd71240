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
  await expect(desk.getByAltText(`The POD of LR ${lrNo}`)).toBeVisible()
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
