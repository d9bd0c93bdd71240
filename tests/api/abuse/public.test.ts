import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { LEAKED_DETAILS } from '../../support/abuse.ts'
import { createApprovedOrder, createCompany, createInvoice, lrInput } from '../../support/dispatches/shipped-order.ts'
import { idempotencyHeader } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal, type TestPortal } from '../../support/portal.ts'

describe('somebody who has not signed in', () => {
  let portal: TestPortal
  beforeAll(async () => {
    // The day of the example LR.
    setClock('2026-11-20T06:30:00.000Z')
    // Every request comes from a different address, so only the answers themselves could reveal something.
    portal = await emptyPortal({ TRUSTED_PROXIES: '1' })
    const company = await createCompany(portal.db)
    const bought = await createApprovedOrder(portal.db, company)
    const invoice = await createInvoice(portal.db, company, bought)
    const lr = lrInput(company, 'VRL/777', [invoice.id])
    const { status } = await (await personWith(portal, ['DISPATCH'])).post('/api/lrs', lr, idempotencyHeader())
    expect(status).toBe(201)
  })
  afterAll(async () => {
    setClock(null)
    await portal.close()
  })

  let asked = 0
  const track = (body: unknown) => {
    const address = `10.${Math.floor(asked / 200)}.1.${asked++ % 200}`
    return portal.nobody.post('/api/track', body, { 'x-forwarded-for': address })
  }

  it('learns nothing from the three hundred numbers next to a consignment: their answers are identical to the byte', async () => {
    const lrNo = 'VRL/777'
    expect((await track({ type: 'LR', number: lrNo, pincode: '411001' })).status).toBe(201)
    const [, start, digits] = /^(.*?)(\d+)$/.exec(lrNo) as unknown as [string, string, string]
    const neighbours = Array.from(
      { length: 300 },
      (_, n) => start + String(Math.max(0, Number(digits) - 150) + n).padStart(digits.length, '0'),
    )
    const answers = new Set<string>()
    for (const number of [lrNo, ...neighbours]) {
      const { status, body } = await track({ type: 'LR', number, pincode: '999999' })
      answers.add(JSON.stringify([status, { ...body, requestId: '' }]))
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toMatch(/^\[404,/)
  })

  it('cannot avoid the limit per number by changing addresses', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 53; n++)
      statuses.push((await track({ type: 'LR', number: 'NOWHERE-1', pincode: String(100_000 + n) })).status)
    expect(statuses).toEqual([...Array(50).fill(404), 429, 429, 429])
    expect((await track({ type: 'LR', number: ' nowhere-1 ', pincode: '411001' })).status).toBe(429)
  })

  it.each([
    [{ type: 'LR', number: { $ne: null }, pincode: '411001' }],
    [{ type: 'LR', number: 'X', pincode: { $ne: null } }],
    [{ type: 'LR', number: ['X'], pincode: ['411001'] }],
    [{ type: '__proto__', number: 'X', pincode: '411001' }],
    [{ type: 'LR', number: "X' or '1'='1", pincode: '411001' }],
    [{ type: 'LR', number: '%', pincode: '411001' }],
    [{ type: 'LR', number: 'X', pincode: '411001', customerId: 1 }],
    [{ type: 'LR', number: 'X' }],
    [{ type: 'LR', number: 'X', pincode: '', last4: '' }],
    [{ type: 'LR', number: 'X'.repeat(50_000), pincode: '411001' }],
    [[]],
    ['text'],
  ])('is accepted in one form only: %j', async body => {
    const { status, body: said } = await track(body)
    expect(status).toBe(400)
    expect(JSON.stringify(said)).not.toMatch(LEAKED_DETAILS)
  })
})
