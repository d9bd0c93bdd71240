/** @module-tag locks */

import { beforeAll, expect, it } from 'vitest'
import { idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { type Answer, type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { signedInColleague } from '../../support/rights/company-people.ts'

const portal = portalOfFile(demoPortal)
type Colleague = ApiClient & { userId: number; loginId: string }

let head: ApiClient
let buyer: Colleague
let approver: Colleague
let customerId: number
const LIMIT = 1_000_00
const INCOMPANY = { orderLimit: LIMIT }
beforeAll(async () => {
  head = await portal.as('customer')
  customerId = (await portal.db('user').where({ loginId: 'customer' }).first('customerId')).customerId
  buyer = await signedInColleague(portal, head, ['BUYER'], { name: 'Nitin Joshi', ...INCOMPANY })
  approver = await signedInColleague(portal, head, ['APPROVER'], { name: 'Sunita Rao', approvalLimit: 1_00_00_000_00 })
})

const code = ({ status, body }: Answer) => [status, body.errors?.[0]?.code]
const orderNow = (id: number) => portal.db('order').where({ id }).first()
const offered = async (who: ApiClient, id: number): Promise<string[]> =>
  (await who.get(`/api/order-actions?orderId=${id}`)).body.map(({ step }: { step: string }) => step)

async function draftOf(who: ApiClient, qty = 100): Promise<number> {
  const input = await orderInputFor(portal, who, { id: customerId }, [['LS-1001', qty, 0]])
  const { status, body } = await who.post('/api/orders', input, idempotencyHeader())
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

async function asked(): Promise<number> {
  const id = await draftOf(buyer)
  const { status, body } = await takeStep(buyer, id, 'submit')
  if (status !== 201) throw new Error(JSON.stringify(body))
  return id
}

it('an order above the limit of its buyer stays a draft that colleagues are asked to approve', async () => {
  const id = await asked()
  expect(await orderNow(id)).toMatchObject({ status: 'DRAFT', companyAskedById: buyer.userId, submittedAt: null })
  expect(await offered(buyer, id)).not.toContain('submit')
  expect(code(await takeStep(buyer, id, 'approveInCompany'))).toEqual([403, 'FORBIDDEN'])
  expect(await offered(approver, id)).toEqual(['approveInCompany', 'returnInCompany'])
  expect(await offered(head, id)).toEqual(expect.arrayContaining(['approveInCompany', 'returnInCompany']))
  const mails = await portal.db('message_log').where({ templateCode: 'COMPANY_ASKED', ownerId: id }).pluck('toAddress')
  expect(mails).toContain(approver.loginId)
  const work = (await approver.get('/api/my-work')).body.items
  expect(work.map((item: { kind: string; id: number }) => [item.kind, item.id])).toContainEqual(['company-orders', id])
  const others = (await buyer.get('/api/my-work')).body.items
  expect(others.filter((item: { kind: string }) => item.kind === 'company-orders')).toEqual([])
})

it('a yes submits it as the order of the buyer, and the history names both', async () => {
  const id = await asked()
  const taken = await takeStep(approver, id, 'approveInCompany')
  expect([taken.status, ['PENDING', 'APPROVED']]).toEqual([201, expect.arrayContaining([taken.body.order.status])])
  expect(await orderNow(id)).toMatchObject({ placedById: buyer.userId, companyAskedAt: null })
  const steps = await portal.db('order_step').where({ orderId: id }).orderBy('id').select('step', 'actorId')
  expect(steps).toEqual(
    expect.arrayContaining([
      { step: 'askCompany', actorId: buyer.userId },
      { step: 'approveInCompany', actorId: approver.userId },
    ]),
  )
})

it('a no returns it with its reason, and a changed order asks again', async () => {
  const id = await asked()
  expect(code(await takeStep(head, id, 'returnInCompany'))).toEqual([400, 'REQUIRED'])
  expect((await takeStep(head, id, 'returnInCompany', { remark: 'Half of it' })).status).toBe(201)
  expect(await orderNow(id)).toMatchObject({ status: 'DRAFT', companyAskedAt: null })
  expect(code(await takeStep(head, id, 'approveInCompany'))).toEqual([409, 'TASK_ALREADY_DONE'])
  expect((await takeStep(buyer, id, 'submit')).status).toBe(201)
  const input = await orderInputFor(portal, buyer, { id: customerId }, [['LS-1001', 50, 0]])
  const { rowVersion } = await orderNow(id)
  const saved = await buyer.patch(`/api/orders/${id}`, { ...input, rowVersion }, idempotencyHeader())
  expect([saved.status, (await orderNow(id)).companyAskedAt]).toEqual([200, null])
  expect(await offered(head, id)).not.toContain('approveInCompany')
})

it('an order below the limit is submitted at once, and that of a head always', async () => {
  const generous = await signedInColleague(portal, head, ['BUYER'], { orderLimit: 99_00_00_000_00 })
  for (const who of [generous, head]) {
    const id = await draftOf(who)
    expect((await takeStep(who, id, 'submit')).status).toBe(201)
    expect((await orderNow(id)).status).not.toBe('DRAFT')
  }
})

it('an approver says yes up to their own amount only', async () => {
  const small = await signedInColleague(portal, head, ['APPROVER'], { approvalLimit: LIMIT })
  const id = await asked()
  expect(await offered(small, id)).toEqual([])
  expect(code(await takeStep(small, id, 'approveInCompany'))).toEqual([403, 'FORBIDDEN'])
})

it('of three who decide at once one is heard', async () => {
  const second = await signedInColleague(portal, head, ['HEAD'])
  const id = await asked()
  const { rowVersion } = await orderNow(id)
  const answers = await Promise.all([
    takeStep(approver, id, 'approveInCompany', { rowVersion }),
    takeStep(head, id, 'returnInCompany', { rowVersion, remark: 'Not now' }),
    takeStep(second, id, 'approveInCompany', { rowVersion }),
  ])
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, 409, 409])
  const steps: string[] = await portal.db('order_step').where({ orderId: id }).pluck('step')
  expect(steps.filter(step => step === 'approveInCompany' || step === 'returnInCompany')).toHaveLength(1)
})
