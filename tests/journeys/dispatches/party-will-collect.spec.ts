import type { Browser, Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test, today } from '../../support/journey.ts'

const PAGE = '/dispatches/party-will-collect'

test('a buyer fetches goods: they choose it and name the collector on a phone, the desk hands over for the code', async ({
  browser,
}) => {
  const admin = await openPageAs(browser, 'sys_admin')
  const buyer = await openPageAs(browser, 'customer')
  await buyer.setViewportSize({ width: 390, height: 844 })
  const read = (page: Page, path: string) => page.request.get(`/api${path}`).then(answer => answer.json())

  await goTo(buyer, PAGE)
  await buyer.getByLabel('Which invoices').getByText('To be sent').click()
  const cards = buyer.getByRole('list', { name: 'To be sent' }).getByRole('listitem')
  const headings = cards.getByRole('heading', { level: 2 })
  await expect(headings.first()).toBeVisible()
  const invoiceNo = await headings.first().innerText()
  const card = cards.filter({ has: buyer.getByRole('heading', { level: 2, name: invoiceNo }) })
  await noteLook(buyer)
  await card.getByRole('button', { name: /^Collect it myself/ }).click()
  await expect(
    buyer.getByText(`The goods of invoice ${invoiceNo} are collected: name the collector under To be collected.`),
  ).toBeVisible()
  await buyer.getByLabel('Which invoices').getByText('To be collected').click()
  const mine = buyer.getByRole('listitem').filter({ hasText: invoiceNo })
  await mine.getByRole('button', { name: /^Name the collector/ }).click()
  await mine.getByRole('button', { name: 'Authorise collection' }).click()
  await expect(mine.getByText('Collector is required').first()).toBeVisible()
  await mine.getByLabel(/^Collector/).fill('Suresh Patil')
  await mine.getByLabel(/^Mobile of the collector/).fill('98200 98200')
  await mine.getByLabel(/^Identity document/).press('Enter')
  await buyer.locator('.ant-select-item-option').filter({ hasText: 'Aadhaar' }).click()
  await mine.getByLabel(/^Document number/).fill('4711')
  await mine.getByLabel(/^Authority letter/).setInputFiles({
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 letter'),
  })
  await mine.getByLabel(/^Vehicle/).fill('MH12AB1234')
  await mine.getByLabel(/^Packages/).fill('4')
  await expect(mine.getByText('letter.pdf')).toBeVisible()
  await noteLook(buyer)
  await mine.getByRole('button', { name: 'Authorise collection' }).click()
  await expect(mine.getByText('We are preparing the goods and will write to you')).toBeVisible()

  const [{ gatepassNo, id, plantId }] = (await read(buyer, '/pwc-collections?$sort[id]=-1&$limit=1')).data
  const { data: plants } = await read(admin, `/settings/plant?id=${plantId}`)
  const desk = await deskAt(browser, admin, plants[0].code)
  await goTo(desk, PAGE)
  await desk.getByLabel('Search by invoice or gate pass').fill(gatepassNo)
  await desk.keyboard.press('Enter')
  const theirs = desk.getByRole('listitem').filter({ hasText: invoiceNo })
  await theirs.getByRole('button', { name: /^Goods are ready/ }).press('Enter')
  await theirs.getByLabel(/^E-way bill$/).fill('271012345678')
  await theirs.getByRole('button', { name: 'Goods are ready', exact: true }).click()
  await expect(theirs.getByText('Ready at the gate')).toBeVisible()

  await desk.setViewportSize({ width: 390, height: 844 })
  await theirs.getByRole('button', { name: /^Hand over/ }).click()
  const code = await codeOnPhone(
    () => read(admin, `/message-logs?ownerType=pwc-collection&ownerId=${id}&medium=SMS`),
    read,
    admin,
  )
  const field = theirs.getByLabel(/^Code from the collector/)
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await field.fill(code === '000000' ? '000001' : '000000')
  await theirs.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(desk.getByText('The code is wrong: 4 tries are left').first()).toBeVisible()
  await noteLook(desk)
  await field.fill(code)
  await field.press('Enter')
  await expect(desk.getByText(`Gate pass ${gatepassNo}: the goods are handed over.`)).toBeVisible()

  await buyer.getByLabel('Which invoices').getByText('Collected', { exact: true }).click()
  await expect(buyer.getByRole('heading', { level: 2, name: invoiceNo })).toBeVisible()
  for (const page of [admin, buyer, desk]) await page.context().close()
})

/** Who dispatches at which plant of the demo company. */
const deskOf: Record<string, string> = { '1201': 'dispatch', '1202': 'dispatch_north', '1203': 'dispatch_south' }

/** The dispatch desk of a plant. Nobody stands at some gates of the demo company: the desk of 1201 then serves them, too. */
async function deskAt(browser: Browser, admin: Page, plant: string): Promise<Page> {
  const loginId = deskOf[plant] ?? 'dispatch'
  if (!deskOf[plant]) {
    const first = async (path: string) => (await (await admin.request.get(`/api${path}`)).json()).data[0].id
    const data = {
      userId: await first(`/settings/user?loginId=${loginId}`),
      roleId: await first('/settings/role?code=DISPATCH'),
      scopeType: 'PLANT',
      scopeRef: plant,
      validFrom: today,
    }
    const headers = { 'X-Requested-With': 'bilty' }
    const answer = await admin.request.post('/api/access-control/assign-roles', { headers, data })
    expect(answer.status(), await answer.text()).toBe(201)
  }
  return openPageAs(browser, loginId)
}

type Read = (page: Page, path: string) => Promise<{ body: string }>

/** The code in the SMS on the collector's phone, once it has arrived there. */
async function codeOnPhone(
  logs: () => Promise<{ data: { id: number; sentAt: string | null }[] }>,
  read: Read,
  admin: Page,
): Promise<string> {
  let id = 0
  await expect(async () => {
    const [sms] = (await logs()).data
    expect(sms?.sentAt).not.toBeNull()
    id = sms!.id
  }).toPass()
  return /code (\d{6})/.exec((await read(admin, `/demo-mail?id=${id}`)).body)![1]!
}
