/** @module-tag sql */

import { beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { OWN_PASSWORD } from '../../support/password.ts'
import { type Answer, type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { colleague, invite, setPassword, signedInColleague } from '../../support/rights/company-people.ts'

const portal = portalOfFile(demoPortal)

let head: ApiClient
let csc: ApiClient
let customerId: number
beforeAll(async () => {
  head = await portal.as('customer')
  csc = await portal.as('csc_agent')
  customerId = (await portal.db('user').where({ loginId: 'customer' }).first('customerId')).customerId
})

const fault = ({ status, body }: Answer) => [status, body.errors?.[0]?.field, body.errors?.[0]?.message ?? body.message]
const code = ({ status, body }: Answer) => [status, body.errors?.[0]?.code]

describe('the head of a customer company', () => {
  it('invites a colleague, whose link sets one password, once', async () => {
    const { status, body } = await invite(head, ['BUYER'])
    expect([status, body.hours]).toEqual([201, 48])
    const shown = (await head.get('/api/company-people')).body
    expect(shown.mayChange).toBe(true)
    expect(shown.people.find(({ userId }: { userId: number }) => userId === body.userId)).toMatchObject({
      status: 'INVITED',
      companyRoles: ['BUYER'],
      lastLoginAt: null,
    })
    expect((await setPassword(portal, body.path)).status).toBe(201)
    expect((await setPassword(portal, body.path, 'Another@12345')).status).toBe(404)
    const buyer = await portal.as(body.loginId, OWN_PASSWORD)
    expect((await buyer.get('/api/me')).body.user.customerId).toBe(customerId)
  })

  it('sends an invitation again: the first link and one of two days ago open nothing', async () => {
    const { body: first } = await invite(head, ['PAYER'])
    const { body: again } = await head.post('/api/company-invitations', { userId: first.userId })
    expect((await setPassword(portal, first.path)).status).toBe(404)
    setClock(new Date(Date.now() + 49 * 3_600_000).toISOString())
    expect((await setPassword(portal, again.path)).status).toBe(404)
    setClock(null)
    expect((await setPassword(portal, again.path)).status).toBe(201)
    expect(code(await head.post('/api/company-invitations', { userId: first.userId }))).toEqual([409, 'NOT_INVITED'])
  })

  it('is told whose an address is in their company, that it is taken elsewhere, and to confirm one of ours', async () => {
    const { body } = await invite(head, ['QUALITY'])
    const { name } = await portal.db('user').where({ id: body.userId }).first('name')
    const again = await invite(head, ['BUYER'], { email: body.loginId.toUpperCase() })
    expect(fault(again)).toEqual([
      400,
      'email',
      expect.stringMatching(new RegExp(`^${body.loginId} already signs in as ${name} at `)),
    ])
    const elsewhere = await invite(head, ['BUYER'], { email: 'jyoti@partner.example' })
    expect(fault(elsewhere)[2]).toBe('jyoti@partner.example already signs in to the portal: use another address')
    const ours = colleague(['BUYER'], { email: 'asha@meridian-labs.example' })
    expect(code(await head.post('/api/company-people', ours))).toEqual([422, 'SHARED_MAIL'])
    expect((await head.post('/api/company-people', { ...ours, sharedMail: true })).status).toBe(201)
  })

  it('neither sees nor keeps the people of another company, nor gives roles of a transporter', async () => {
    const jyoti = await portal.db('user').where({ loginId: 'jyoti' }).first('id', 'customerId')
    const of = { of: 'customer', companyId: jyoti.customerId }
    expect((await head.get(`/api/company-people?of=customer&companyId=${jyoti.customerId}`)).status).toBe(404)
    expect((await head.post('/api/company-people', { ...colleague(['BUYER']), ...of })).status).toBe(404)
    expect((await head.post('/api/company-people-ends', { userId: jyoti.id, headId: null })).status).toBe(404)
    const { name: _, email: __, ...rights } = colleague(['BUYER'])
    expect((await head.patch(`/api/company-people/${jyoti.id}`, { ...rights, name: 'X' })).status).toBe(404)
    expect(fault(await invite(head, ['BILLS']))).toEqual([400, 'companyRoles', expect.stringContaining('Head, Buyer')])
    const foreign = await portal.db('ship_to').where({ customerId: jyoti.customerId }).first('id')
    expect(fault(await invite(head, ['BUYER'], { shipToIds: [foreign.id] }))[1]).toBe('shipToIds')
  })

  it('ends a colleague at once, takes over their drafts, and never ends the last head', async () => {
    const buyer = await signedInColleague(portal, head, ['BUYER'])
    const input = await orderInputFor(portal, buyer, { id: customerId }, [['LS-1001', 10, 0]])
    const draft = await buyer.post('/api/orders', input, idempotencyHeader())
    expect(draft.status).toBe(201)
    const ended = await head.post('/api/company-people-ends', { userId: buyer.userId, headId: null })
    expect([ended.status, ended.body.drafts]).toEqual([201, 1])
    expect((await buyer.get('/api/me')).status).toBe(401)
    const me = (await head.get('/api/me')).body.user.id
    expect((await portal.db('order').where({ id: draft.body.id }).first('placedById')).placedById).toBe(me)
    expect((await head.post('/api/company-people-ends', { userId: me, headId: null })).status).toBe(403)
    const { name: _, email: __, ...rights } = colleague(['BUYER'])
    expect(code(await head.patch(`/api/company-people/${me}`, { ...rights, name: 'X' }))).toEqual([422, 'LAST_HEAD'])
  })

  it('invites an ended colleague again, whose old password opens nothing', async () => {
    const buyer = await signedInColleague(portal, head, ['BUYER'])
    await head.post('/api/company-people-ends', { userId: buyer.userId, headId: null })
    const again = await invite(head, ['PAYER'], { email: buyer.loginId })
    expect([again.status, again.body.userId]).toEqual([201, buyer.userId])
    const old = { strategy: 'local', loginId: buyer.loginId, password: OWN_PASSWORD }
    expect((await portal.nobody.post('/api/authentication', old)).status).toBe(401)
    expect((await setPassword(portal, again.body.path, 'Another@12345')).status).toBe(201)
    const payer = await portal.as(buyer.loginId, 'Another@12345')
    expect((await payer.get('/api/payment-carts')).status).toBe(200)
    expect((await payer.get('/api/orders')).status).toBe(403)
  })
})

it('customer service ends the last head where another person heads the company from then on', async () => {
  const jyoti = await portal.db('user').where({ loginId: 'jyoti' }).first('id', 'customerId')
  const end = (headId: number | null) => csc.post('/api/company-people-ends', { userId: jyoti.id, headId })
  expect(code(await end(null))).toEqual([422, 'LAST_HEAD'])
  const asked = { ...colleague(['BUYER']), of: 'customer', companyId: jyoti.customerId }
  const { body } = await csc.post('/api/company-people', asked)
  expect((await end(body.userId)).status).toBe(201)
  const people = (await csc.get(`/api/company-people?of=customer&companyId=${jyoti.customerId}`)).body.people
  const rolesOf = (userId: number) => people.find((one: { userId: number }) => one.userId === userId)
  expect(rolesOf(body.userId)).toMatchObject({ companyRoles: ['HEAD'] })
  expect(rolesOf(jyoti.id)).toMatchObject({ status: 'DISABLED' })
})

it('two heads who end each other at once leave one', async () => {
  const imran = await portal.as('imran')
  const second = await signedInColleague(portal, imran, ['HEAD'])
  const me = (await imran.get('/api/me')).body.user.id
  const ended = await Promise.all([
    imran.post('/api/company-people-ends', { userId: second.userId, headId: null }),
    second.post('/api/company-people-ends', { userId: me, headId: null }),
  ])
  expect(ended.map(({ status }) => status).filter(status => status === 201)).toHaveLength(1)
})

it('thirty invitations in an hour are enough', async () => {
  const distributor = await portal.as('distributor')
  const answers = await Promise.all(Array.from({ length: 31 }, () => invite(distributor, ['BUYER'])))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 30 }, () => 201), 429])
})

it('a login of a company with several people is not closed beside them', async () => {
  const asked = { of: 'access-control/customer', ids: [customerId], step: 'close' }
  expect(code(await csc.post('/api/logins', asked))).toEqual([409, 'SEVERAL_PEOPLE'])
})

it('a transporter has a desk that reports and somebody who bills', async () => {
  const konark = await portal.as('transporter')
  const desk = await signedInColleague(portal, konark, ['DESK'])
  const bills = await signedInColleague(portal, konark, ['BILLS'])
  const reads = async (who: ApiClient) =>
    Promise.all(
      ['lrs', 'pod-batches', 'dispatches/lr-transporter-bill'].map(
        async path => (await who.get(`/api/${path}`)).status,
      ),
    )
  expect(await reads(desk)).toEqual([200, 200, 403])
  expect(await reads(bills)).toEqual([200, 403, 200])
})

describe('colleagues who do not order', () => {
  let orderId: number
  beforeAll(async () => {
    const draft = await head.post(
      '/api/orders',
      await orderInputFor(portal, head, { id: customerId }, [['LS-1001', 5, 0]]),
      idempotencyHeader(),
    )
    orderId = draft.body.id
  })

  it.each(['PAYER', 'QUALITY', 'APPROVER'])('a %s neither orders, changes, copies nor cancels', async role => {
    const who = await signedInColleague(portal, head, [role])
    const input = { ...(await orderInputFor(portal, head, { id: customerId }, [['LS-1001', 5, 0]])) }
    for (const [status, answer] of [
      [403, await who.post('/api/orders', input, idempotencyHeader())],
      [403, await who.post('/api/quotes', input)],
      [403, await who.get(`/api/order-context?customerId=${customerId}`)],
    ] as const)
      expect([role, answer.status]).toEqual([role, status])
    const { rowVersion } = await portal.db('order').where({ id: orderId }).first('rowVersion')
    const saved = await who.patch(`/api/orders/${orderId}`, { ...input, rowVersion }, idempotencyHeader())
    expect([role, saved.status]).toEqual([role, 403])
    for (const step of ['submit', 'delete', 'cancel', 'copy']) {
      const taken = await takeStep(who, orderId, step, { remark: 'No' })
      expect([role, step, taken.status]).toEqual([role, step, 403])
    }
    expect((await portal.db('order').where({ id: orderId }).first()).status).toBe('DRAFT')
  })

  it('read the goods without amounts where they look after quality, and what they cost where they pay', async () => {
    const quality = await signedInColleague(portal, head, ['QUALITY'])
    const [order] = (await quality.get(`/api/orders?id=${orderId}`)).body.data
    expect(['grossValue' in order, 'orderNo' in order]).toEqual([false, true])
    expect((await quality.get('/api/coa/certificates')).status).toBe(200)
    expect((await quality.get('/api/payment-carts')).status).toBe(403)
    expect((await quality.get('/api/home')).status).toBe(200)
    const payer = await signedInColleague(portal, head, ['PAYER'])
    expect((await payer.get('/api/mis/outstanding')).status).toBe(200)
    expect((await payer.get('/api/complaints')).status).toBe(403)
  })
})
