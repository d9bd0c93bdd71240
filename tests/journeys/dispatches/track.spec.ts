import type { Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

const PHONE = { width: 390, height: 844 }
const NOT_FOUND = 'No shipment was found for this number with this PIN code or mobile number. Please check both.'

interface Found {
  id: number
  lrId: number
  lrNo: string
  deliveryStatus: string
  invoiceNos: string | null
  orderNos: string | null
}

/** The shipments that somebody finds, newest first. */
async function shipmentsOf(page: Page): Promise<Found[]> {
  const query = '$limit=50&$sort[lrDate]=-1'
  const answer = await page.request.get(`/api/shipment-tracking/search-shipments?${query}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()).data
}

/** Nothing on a page of a phone stands beyond its edge. */
const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)

test('a customer finds a shipment of theirs on a phone, reads its passport and shares it; a stranger sees no more than on the tracking page', async ({
  browser,
}) => {
  const customer = await openPageAs(browser, 'customer')
  await customer.setViewportSize(PHONE)
  const own = await shipmentsOf(customer)
  const { id, lrId, lrNo, invoiceNos, orderNos } = own.find(one => one.orderNos && one.deliveryStatus === 'DELIVERED')!

  await goTo(customer, `/shipment-tracking/search-shipments?row=${id}`)
  const passport = customer.getByRole('link', { name: 'Open document passport' })
  await expect(passport).toBeVisible()
  await noteLook(customer)
  await passport.press('Enter')
  await expect(customer.getByRole('heading', { level: 1, name: `Document passport of LR ${lrNo}` })).toBeVisible()
  const papers = customer.getByRole('region', { name: 'Papers' })
  for (const paper of ['Order', 'Invoice', 'Lorry receipt', 'Proof of delivery', 'Payment'])
    await expect(papers.getByText(paper, { exact: true }).first()).toBeVisible()
  await expect(papers).not.toContainText('Transporter’s bill')
  await expect(papers).not.toContainText(' open')
  await expectNoSideways(customer)
  await noteLook(customer)
  await customer.getByRole('button', { name: 'Make a link' }).press('Enter')
  await expect(customer.getByText('Copy the link now: it is not shown again.')).toBeVisible()
  const link = (await customer.locator('.passport-link code').textContent())!
  await expectNoSideways(customer)

  const desk = await openPageAs(browser, 'dispatch')
  const foreign = (await shipmentsOf(desk)).find(one => one.lrId && !own.some(mine => mine.lrId === one.lrId))!
  await goTo(customer, `/dispatches/passport/${foreign.lrId}`)
  await expect(customer.getByText(foreign.lrNo)).toHaveCount(0)
  await expect(customer.getByRole('region', { name: 'Papers' })).toHaveCount(0)
  await goTo(desk, `/dispatches/passport/${lrId}`)
  await expect(desk.getByRole('region', { name: 'Papers' })).toBeVisible()
  await desk.context().close()

  const stranger = await openPageAs(browser)
  await stranger.setViewportSize(PHONE)
  const { pathname, hash } = new URL(link)
  await goTo(stranger, pathname + hash)
  await expect(stranger.getByRole('heading', { level: 1, name: `Shipment ${lrNo}` })).toBeVisible()
  const seen = stranger.locator('body')
  for (const secret of ['₹', invoiceNos!, orderNos!, 'Payment', 'Signed by'])
    await expect(seen).not.toContainText(secret)
  await expectNoSideways(stranger)
  await noteLook(stranger)
  await goTo(stranger, `/passport#${'A'.repeat(22)}`)
  await stranger.reload()
  await expect(stranger.getByRole('alert')).toContainText('This link is wrong, was revoked or has expired')
  await noteLook(stranger)
  for (const page of [customer, stranger]) await page.context().close()
})

test('a stranger tracks by LR number and PIN code with the keyboard; a wrong PIN code and an unknown number are told alike', {
  tag: '@proof',
}, async ({ browser }) => {
  const desk = await openPageAs(browser, 'dispatch')
  const { lrId, lrNo } = (await shipmentsOf(desk)).find(one => one.invoiceNos)!
  const shipments = await (await desk.request.get(`/api/shipments?lrId=${lrId}`)).json()
  const pincode: string = shipments.data[0].shipToPincode
  await desk.context().close()

  const stranger = await openPageAs(browser)
  await stranger.setViewportSize(PHONE)
  await goTo(stranger, '/track-shipment')
  const number = stranger.getByLabel('LR no')
  const proof = stranger.getByLabel(/^Delivery PIN code/)
  /** Types both, and sends them with Enter. */
  async function ask(lr: string, pin: string) {
    await number.fill(lr)
    await number.press('Tab')
    await expect(proof).toBeFocused()
    await proof.fill(pin)
    await proof.press('Enter')
  }
  const told = stranger.getByRole('alert').first()
  await ask(lrNo, pincode === '110001' ? '110002' : '110001')
  await expect(told).toHaveText(NOT_FOUND)
  await expect(told).toBeFocused()
  await ask('NOSUCHLR1', pincode)
  await expect(told).toHaveText(NOT_FOUND)
  await noteLook(stranger)
  await ask(lrNo, pincode)
  await expect(stranger.locator('.track-result').getByText(`LR ${lrNo} ·`)).toBeVisible()
  await expect(stranger.getByRole('heading', { level: 2 }).first()).toBeFocused()
  await expect(stranger.locator('body')).not.toContainText('₹')
  await expectNoSideways(stranger)
  await noteLook(stranger)
  // On a phone the answer takes the place of the form until another shipment is asked for.
  await expect(number).toBeHidden()
  await stranger.getByRole('button', { name: 'Another shipment' }).press('Enter')
  await expect(number).toBeFocused()
  await stranger.context().close()
})
