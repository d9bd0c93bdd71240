import type { Page } from '@playwright/test'
import { addDays } from '../../resources/define/dates.ts'
import { expect, goTo, homeHeading, openPageAs, test, today } from '../support/journey.ts'
import { PASSWORD } from '../support/password.ts'

const ATTACKS = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(2)</script>',
  'javascript:alert(3)',
  '{{constructor.constructor("alert(4)")()}}',
]

const headers = { 'X-Requested-With': 'bilty' }
const named = (end: string, mimeType: string, buffer: Buffer) => ({ name: `${ATTACKS[0]}.${end}`, mimeType, buffer })
const paperNamed = () => named('pdf', 'application/pdf', Buffer.from('%PDF-1.4\n'))

/** Records scripts, dialogs and requests that a text must never cause on a page. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('dialog', async dialog => {
    faults.push(`dialog on ${page.url()}: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('pageerror', error => faults.push(`error on ${page.url()}: ${error.message}`))
  page.on('console', message => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) faults.push(`${page.url()}: ${message.text()}`)
  })
  return faults
}

test('texts that look like markup are shown as texts on every page that shows them', async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  const faults = faultsOf(page)
  const ids: number[] = []
  for (const [n, description] of ATTACKS.entries()) {
    const made = await page.request.post('/api/masters/nid', {
      headers,
      data: { code: `XSS${n}`, description, sbuId: 1 },
    })
    expect([made.status(), await made.text()]).toEqual([201, expect.stringContaining('XSS')])
    ids.push((await made.json()).id)
  }
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const sent = await page.request.post('/api/attachments', {
    headers,
    multipart: { ownerType: 'BANNER', file: named('png', 'image/png', picture) },
  })
  expect([sent.status(), await sent.text()]).toEqual([201, expect.stringContaining('onerror')])
  const runs = { validFrom: '2020-01-01T00:00:00.000Z', validTo: '2099-01-01T00:00:00.000Z' }
  const data = { title: ATTACKS[1], imageAttachmentId: (await sent.json()).id, placement: 'HOME', ...runs }
  const banner = await page.request.post('/api/shipment-tracking/banner', { headers, data })
  expect([banner.status(), await banner.text()]).toEqual([201, expect.stringContaining('script')])
  const links = await page.request.post('/api/shipment-tracking/banner', {
    headers,
    data: { ...data, title: 'A link', linkUrl: ATTACKS[2] },
  })
  expect(links.status()).toBe(400)
  const paper = await page.request.post('/api/library', {
    headers,
    multipart: {
      title: ATTACKS[1]!,
      category: 'Forms',
      audience: JSON.stringify(['MASTER_ADMIN']),
      file: paperNamed(),
    },
  })
  expect([paper.status(), await paper.text()]).toEqual([201, expect.stringContaining('onerror')])
  const attack = encodeURIComponent(ATTACKS[0]!)
  const shown: [path: string, text: string][] = [
    ['/shipment-tracking/banner', ATTACKS[1]!],
    [`/shipment-tracking/banner/show/${(await banner.json()).id}`, ATTACKS[1]!],
    ['/masters/attachment', ATTACKS[0]!],
    ['/masters/nid', ATTACKS[1]!],
    [`/masters/nid?q=${attack}`, ATTACKS[0]!],
    ...ids.map((id, n): [string, string] => [`/masters/nid/show/${id}`, ATTACKS[n]!]),
    [`/nowhere/${attack}`, 'not found'],
    [`/masters/nid/show/${attack}`, 'not found'],
  ]
  await page.goto('/')
  for (const [path, text] of shown) {
    await goTo(page, path)
    // What is for paper alone says the search, too.
    await expect(page.locator('main').getByText(text).filter({ visible: true }).first()).toBeVisible()
  }
  for (const [n, id] of ids.entries()) {
    await goTo(page, `/masters/nid/edit/${id}`)
    await expect(page.getByLabel('Description')).toHaveValue(ATTACKS[n]!)
  }
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(faults).toEqual([])
  await page.context().close()
})

test('remarks, comments and reject reasons of an order are shown as texts, where it is decided and where it is read', async ({
  browser,
}) => {
  const [asha, meena] = [await openPageAs(browser, 'asha'), await openPageAs(browser, 'meena')]
  const faults = faultsOf(meena)
  const first = async (path: string) => (await (await asha.request.get(`/api/${path}`)).json()).data[0]
  const send = async (by: Page, path: string, data: object) => {
    const keyed = { ...headers, 'idempotency-key': `inert-${path}-${Date.now()}` }
    const answer = await by.request.post(`/api/${path}`, { headers: keyed, data })
    expect(answer.status(), await answer.text()).toBe(201)
    return answer.json()
  }
  const po = await asha.request.post('/api/attachments', {
    headers,
    multipart: { ownerType: 'ORDER', file: paperNamed() },
  })
  const customer = await first('access-control/customer?code=100101')
  const shipTo = await first(`access-control/ship-to?customerId=${customer.id}`)
  const [remarks, instruction, comment, internal, reason] = [1, 2, 3, 4, 5].map(n => `${n} ${ATTACKS.join(' ')}`)
  const draft = await send(asha, 'orders', {
    customerId: customer.id,
    shipToId: shipTo.id,
    orderTypeId: (await first('settings/order-type?code=STD')).id,
    requestedDeliveryDate: addDays(today, 10),
    customerPoNo: 'PO/<b>7</b>',
    customerPoDate: today,
    poAttachmentId: (await po.json()).id,
    remarks,
    lines: [
      {
        productId: (await first('masters/products?code=LS-1001')).id,
        qty: 100_000,
        manualDiscountPct: 400,
        shippingInstruction: instruction,
      },
    ],
  })
  const orderId = draft.id
  const { order } = await send(asha, 'order-steps', { orderId, step: 'submit' })
  await send(asha, 'order-comments', { orderId, body: comment })
  await send(asha, 'order-comments', { orderId, body: internal, isInternal: true })

  await meena.goto('/orders/pending-for-my-approval')
  await meena.getByRole('button', { name: order.orderNo }).click()
  await expect(meena.getByRole('dialog', { name: `Order ${order.orderNo}` })).toContainText('4.00 % by hand')
  await meena.waitForLoadState('networkidle')
  await send(meena, 'order-steps', { orderId, step: 'reject', remark: reason })
  await meena.goto(`/orders/order-history/${orderId}`)
  for (const section of ['Terms and addresses', 'Timeline', 'Messages'])
    await meena.getByRole('heading', { name: section }).click()
  for (const said of [remarks, comment, internal, reason]) await expect(meena.getByText(said!).first()).toBeVisible()
  expect(await meena.locator('img[src="x"]').count()).toBe(0)
  expect(faults).toEqual([])
  for (const page of [asha, meena]) await page.context().close()
})

test('nobody is redirected to another site after signing in', async ({ browser }) => {
  // The other ways are tried in `form-values.test.ts`.
  for (const next of ['//evil.example', 'javascript:alert(1)']) {
    const page = await openPageAs(browser)
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Login ID').fill('qa')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(homeHeading(page)).toBeVisible()
    expect(new URL(page.url()).host).toMatch(/^127\.0\.0\.1/)
    await page.context().close()
  }
})
