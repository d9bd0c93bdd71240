import { afterEach, describe, expect, it } from 'vitest'
import { setEnvironment } from '../../../api/platform/environment.ts'
import { checkOut, payingCustomer } from '../../support/payments/cart-desk.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const admin = portal.person('sys_admin')
afterEach(() => setEnvironment('test'))

const none = { payAt: null, askAt: null, formHosts: null }
const stored = (addresses: object) =>
  portal
    .db('payment_account')
    .where({ code: 'PAYU1' })
    .update({ ...none, ...addresses })

describe('an address of a payment account that was stored before addresses were checked', () => {
  afterEach(() => stored({}))

  it.each([
    { payAt: 'pay.payu.in', askAt: 'https://info.payu.in' },
    { payAt: 'javascript:alert(1)', askAt: 'https://info.payu.in' },
    { payAt: 'https://secure.payu.in', askAt: 'info.payu.in' },
    { payAt: 'https://user@secure.payu.in', askAt: 'https://info.payu.in' },
    { formHosts: 'https://api.payu.in payu' },
    { formHosts: 'https://' },
  ])('leaves the account not configured, and the cart and the way to the gateway say so: %o', async addresses => {
    const terms = { merchantAccount: 'PAYU1', gateway: 'PAYU' } as const
    const { one } = await payingCustomer(portal, [], terms)
    const { body } = await checkOut(one, { advanceAmount: 2_500_00 })
    await stored(addresses)
    const cart = await one.get('/api/payments/cart')
    expect([cart.status, cart.body.why]).toEqual([200, 'Online payment is not available at present: contact us'])
    const again = await checkOut(one, { advanceAmount: 1_000_00 })
    expect([again.status, again.body.errors?.[0].code]).toEqual([422, 'NOT_ELIGIBLE'])
    const page = await one.get(body.location)
    expect(page.status).toBe(503)
    expect(page.body).toContain('Online payment is not available at present: contact us. Nothing was paid.')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'none'")
  })
})

describe('an address of this very machine', () => {
  it('is refused in production, where no simulator runs, with a sentence that names the field', async () => {
    const link = { title: 'Offer', placement: 'HOME', imageAttachmentId: 1, validFrom: '2026-04-01T00:00:00.000Z' }
    const banner = (linkUrl: string) =>
      admin.post('/api/shipment-tracking/banner', { ...link, validTo: '2026-05-01T00:00:00.000Z', linkUrl })
    const faults = async (linkUrl: string) =>
      ((await banner(linkUrl)).body.errors ?? []).filter((error: { field: string }) => error.field === 'linkUrl')
    expect(await faults('http://localhost:9/')).toEqual([])
    expect(await faults('http://news.example/')).toMatchObject([{ code: 'FORMAT' }])
    setEnvironment('production')
    expect(await faults('https://127.0.0.1/')).toEqual([
      {
        field: 'linkUrl',
        code: 'FORMAT',
        message: 'Link must start with https:// and name another machine than this one',
      },
    ])
  })
})

describe('an address elsewhere', () => {
  it('of links in SMS is an origin, and what was stored before counts as none', async () => {
    const { id, rowVersion } = await portal.db('app_setting').where({ key: 'sms.link_address' }).first()
    const write = (value: string) => admin.patch(`/api/settings/app-setting/${id}`, { rowVersion, value })
    for (const value of ['http://bilty.in', 'https://bilty.in/path', 'https://u@bilty.in', 'javascript:alert(1)']) {
      const { status, body } = await write(value)
      expect([value, status, body.errors?.[0].field]).toEqual([value, 400, 'value'])
    }
    setEnvironment('production')
    expect((await write('http://localhost')).body.errors[0]).toMatchObject({
      field: 'value',
      message: 'Value must start with https:// and name another machine than this one',
    })
  })

  it('in the text of a mail or SMS is one that people can follow safely', async () => {
    const { id, rowVersion, body } = await portal.db('message_template').where({ medium: 'EMAIL' }).first()
    for (const address of ['http://evil.example/x', 'javascript://evil', 'https://bilty.in@evil.example']) {
      const refused = await admin.patch(`/api/settings/message-template/${id}`, {
        rowVersion,
        body: `${body}\n${address}.`,
      })
      expect([refused.status, refused.body.errors?.[0]]).toMatchObject([400, { field: 'body', code: 'FORMAT' }])
      expect(refused.body.errors[0].message).toContain(`Body names “${address}”`)
    }
    const taken = await admin.patch(`/api/settings/message-template/${id}`, {
      rowVersion,
      body: `${body}\nhttps://bilty.in/help.`,
    })
    expect(taken.status).toBe(200)
  })

  it('of a banner from before is not followed', async () => {
    const banner = await portal.db('banner').where({ placement: 'LOGIN', isActive: 1 }).first()
    await portal.db('banner').where({ id: banner.id }).update({ linkUrl: 'javascript:alert(1)' })
    const { body } = await portal.nobody.get('/api/banners?placement=LOGIN')
    expect(body.map((shown: { linkUrl: string | null }) => shown.linkUrl)).not.toContain('javascript:alert(1)')
  })
})
