import { describe, expect, it } from 'vitest'
import { download } from '../../support/files.ts'
import { submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const meena = portal.person('meena')
const buyer = portal.person('customer')

const rowFor = async (who: ApiClient, id: number) => (await who.get(`/api/orders?id=${id}`)).body.data[0]

describe('an order that waits for an approval', () => {
  it('tells our own people, in lists and on its page, who is to decide and about what', async () => {
    const { id } = await submittedOrder(portal, asha)
    const told = { status: 'PENDING', pendingStep: 'MY_APPROVAL', waitingFor: 'Meena Kulkarni' }
    expect(await rowFor(asha, id)).toMatchObject(told)
    expect((await asha.get(`/api/orders/${id}`)).body).toMatchObject(told)
  })

  it('tells its buyer nothing of approvals: no kind, no name, no level, no round, no due time', async () => {
    const { id } = await submittedOrder(portal, asha)
    for (const seen of [await rowFor(buyer, id), (await buyer.get(`/api/orders/${id}`)).body]) {
      expect(seen).toMatchObject({ status: 'PENDING', isForAcceptance: false })
      for (const name of ['pendingStep', 'waitingFor', 'approvalRound']) expect(seen).not.toHaveProperty(name)
    }
    expect((await buyer.get(`/api/approval-tasks?orderId=${id}`)).body.data).toEqual([])
    expect((await buyer.get(`/api/decisions?orderId=${id}`)).body.task).toBeNull()
    expect((await buyer.get(`/api/orders?id=${id}&pendingStep=MY_APPROVAL`)).status).toBe(400)
    expect((await buyer.get(`/api/orders?id=${id}&$sort[waitingFor]=1`)).status).toBe(400)
    await takeStep(meena, id, 'approve')
    const steps = (await buyer.get(`/api/order-steps?orderId=${id}&$sort[id]=1`)).body.data
    expect(steps.map(({ step }: { step: string }) => step)).toEqual(expect.arrayContaining(['create', 'submit']))
    expect(JSON.stringify(steps)).not.toMatch(/approve|PENDING_|MY_APPROVAL|Meena/)
  })

  it('is told in the words of its reader in the mail about it', async () => {
    const { orderNo } = await submittedOrder(portal, asha)
    const mails = await portal.db('message_log').where({ templateCode: 'ORDER_SUBMITTED' })
    const bodies = mails.map(({ body }) => String(body)).filter(body => body.includes(orderNo))
    expect(bodies).toHaveLength(2)
    expect(bodies.filter(body => body.includes('Status: Waiting for Meena Kulkarni (discount).'))).toHaveLength(1)
    expect(bodies.filter(body => body.includes('Status: Being checked.'))).toHaveLength(1)
  })

  it('is written in words in files as shown', async () => {
    const { orderNo } = await submittedOrder(portal, asha)
    const path = `/api/export/orders/item-wise-order?format=csv&as=shown&columns=orderNo,orderStatus&orderNo=${orderNo}`
    const file = async (who: ApiClient) => String((await download(portal, who, path)).bytes)
    expect(await file(asha)).toContain(`${orderNo},Waiting for approval`)
  })
})

describe('an order that was sent back', () => {
  it('is a draft that says so where it is offered again', async () => {
    const { id, customerId } = await submittedOrder(portal, asha)
    const open = async () => (await asha.get(`/api/order-sources?customerId=${customerId}`)).body.carts
    await takeStep(meena, id, 'sendBack', { remark: 'Please ask for less.' })
    expect((await open()).find((cart: { id: number }) => cart.id === id).submittedAt).toMatch(/^\d{4}-/)
    const fresh = (await open()).filter((cart: { id: number }) => cart.id !== id)
    expect(fresh.every((cart: object) => 'submittedAt' in cart)).toBe(true)
  })
})
