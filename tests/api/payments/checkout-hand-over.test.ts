import { afterEach, describe, expect, it } from 'vitest'
import { attemptsOf } from '../../../api/payments/attempts/attempts.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { formOn } from '../../support/gateways/simulated-shop.ts'
import { checkOut, payingCustomer } from '../../support/payments/cart-desk.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const PORTAL = 'https://portal.example'
const portal = portalOfFile(() => demoPortal({ PORTAL_URL: PORTAL }))
afterEach(() => setClock(null))

/** A customer whose payment of ₹ 2,500 through this account has not begun yet. */
async function checkedOut(merchantAccount = 'MAIN', gateway: 'MOCK' | 'PAYU' | 'CCAVENUE' | 'BILLDESK' = 'MOCK') {
  const world = await payingCustomer(portal, [], { merchantAccount, gateway })
  const { body } = await checkOut(world.one, { advanceAmount: 2_500_00 })
  return { ...world, path: body.location as string, id: body.id as number, txnNo: body.txnNo as string }
}
/** Where a browser finds the simulated gateways: under the name of the portal. */
const PAGES = () => `http://portal.example:${new URL(portal.simulators.url).port}`
const paymentOf = (id: number) => portal.db('payment_transaction').where({ id }).first()

describe('the way to the gateway', () => {
  it.each([
    ['MAIN', 'MOCK', 5],
    ['PAYU1', 'PAYU', 5],
    ['CCAVENUE1', 'CCAVENUE', 1],
    ['BILLDESK1', 'BILLDESK', 5],
  ] as const)('of the account %s is a form to its gateway, which takes it', async (code, gateway, minutes) => {
    const { one, path, id } = await checkedOut(code, gateway)
    setClock('2026-11-20T06:30:00.000Z')
    const { status, body, headers } = await one.get(path)
    expect(status).toBe(200)
    const { action, fields } = formOn(body)
    expect(new URL(action).origin).toBe(PAGES())
    const posted = await fetch(new URL(new URL(action).pathname, portal.simulators.url), {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    expect(posted.status).toBe(200)
    expect(await posted.text()).toContain('2,500.00')
    expect(body).toContain('<button>')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('origin')
    expect(await paymentOf(id)).toMatchObject({
      status: 'PENDING',
      initiatedAt: '2026-11-20T06:30:00.000Z',
    })
    expect(await attemptsOf(portal.db, [id])).toMatchObject([
      { startedAt: '2026-11-20T06:30:00.000Z', nextAskAt: `2026-11-20T06:3${minutes}:00.000Z` },
    ])
  })

  it('tells the gateway where this portal listens for that account', async () => {
    const { one, path } = await checkedOut()
    expect(formOn((await one.get(path)).body).fields).toMatchObject({
      return_url: `${PORTAL}/api/payments/return/MAIN`,
      notify_url: `${PORTAL}/api/payments/notify/MAIN`,
    })
  })

  it('lets its form leave for the hosts of that gateway alone', async () => {
    const { one, path } = await checkedOut('PAYU1', 'PAYU')
    await portal.db('payment_account').where({ code: 'PAYU1' }).update({ formHosts: 'https://api.payu.in/x' })
    const policy = (await one.get(path)).headers.get('content-security-policy')!
    await portal.db('payment_account').where({ code: 'PAYU1' }).update({ formHosts: null })
    expect(policy).toContain(`form-action ${PAGES()} https://api.payu.in;`)
    expect(policy).toMatch(/script-src 'nonce-[^']+';/)
    expect(policy).not.toContain('unsafe')
  })

  it('is open once: Back, and a colleague, are told that the payment is there already', async () => {
    const { one, other, path, id } = await checkedOut()
    expect(formOn((await one.get(path)).body).action).not.toBe('')
    for (const person of [one, other]) {
      const { status, body, headers } = await person.get(path)
      expect(status).toBe(409)
      expect(body).toContain('This payment is already at the gateway')
      expect(body).toContain(`href="/transaction-view/transactions-view/show/${id}"`)
      expect(body).not.toContain('<form')
      expect(headers.get('content-security-policy')).toContain("form-action 'none'")
    }
  })

  it('opened twenty times at once gives the form to one', { tags: ['locks'] }, async () => {
    const { one, other, path } = await checkedOut()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, round) => (round % 2 ? one : other).get(path)))
    expect(answers.filter(({ body }) => body.includes('<form'))).toHaveLength(1)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
  })

  it('is closed to strangers, to staff and to nobody in particular, and stays unused', async () => {
    const { path, id } = await checkedOut()
    const stranger = await payingCustomer(portal, [])
    expect((await portal.nobody.get(path)).status).toBe(401)
    expect((await stranger.one.get(path)).status).toBe(404)
    expect((await (await portal.as('finance')).get(path)).status).toBe(403)
    expect((await stranger.one.get('/payments/hand-over/PT000000000000')).status).toBe(404)
    expect(await paymentOf(id)).toMatchObject({ status: 'CREATED', initiatedAt: null })
  })

  it('is closed to an administrator who views the portal as the payer', async () => {
    const { customerId, path, id } = await checkedOut()
    const [payer] = await portal.db('user').where({ customerId }).orderBy('id')
    const admin = await portal.as('sys_admin')
    expect((await admin.post('/api/view-as', { userId: payer.id, reason: 'cannot pay' })).status).toBe(201)
    const { status, body } = await admin.get(path)
    expect(status).toBe(403)
    expect(body).toContain('End the view first')
    expect(await paymentOf(id)).toMatchObject({ status: 'CREATED' })
  })

  it('is closed while the payer must choose a new password', async () => {
    const { customerId, path } = await checkedOut()
    const person = await personWith(portal, ['CUSTOMER'], { customerId, mustChangePassword: true })
    expect((await person.get(path)).status).toBe(403)
  })

  it('of an account whose secret is missing says that it is not possible now, and keeps the payment for later', async () => {
    const { one, path, id } = await checkedOut('PAYU1', 'PAYU')
    const account = () => portal.db('payment_account').where({ code: 'PAYU1' })
    await account().update({ payAt: 'https://secure.payu.in', askAt: 'https://info.payu.in' })
    const { status, body } = await one.get(path)
    await account().update({ payAt: null, askAt: null })
    expect(status).toBe(503)
    expect(body).toContain('Online payment is not available at present')
    expect(body).not.toContain('PAYMENT_PAYU1')
    expect(await paymentOf(id)).toMatchObject({ status: 'CREATED' })
  })
})
