import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyersOrder, NOWHERE } from '../support/abuse.ts'
import { poFile, withKey } from '../support/order-story.ts'
import { type Asker, demoPortal, type TestPortal } from '../support/portal.ts'

describe('files of somebody else', () => {
  let portal: TestPortal
  let asha: Asker
  let buyer: Asker
  beforeAll(async () => {
    portal = await demoPortal()
    ;[asha, buyer] = await Promise.all([portal.as('asha'), portal.as('customer')])
  })
  afterAll(() => portal.close())
  const ownOrder = (more = {}) => buyersOrder(portal, asha, buyer, more)

  it('opens nobody a file by naming it in an order of his own', async () => {
    const secret = await poFile(portal, asha)
    expect((await buyer.get(`/api/attachments/${secret}/file`)).status).toBe(404)
    for (const poAttachmentId of [secret, NOWHERE]) {
      const { status, body } = await buyer.post('/api/orders', await ownOrder({ poAttachmentId }), withKey())
      expect([status, body.errors[0].field, body.errors[0].code]).toEqual([400, 'poAttachmentId', 'UNKNOWN_REF'])
    }
    const own = await poFile(portal, buyer)
    const draft = await ownOrder({ poAttachmentId: own })
    const { body: made } = await buyer.post('/api/orders', draft, withKey())
    const smuggled = { ...draft, poAttachmentId: secret, rowVersion: made.rowVersion }
    expect((await buyer.patch(`/api/orders/${made.id}`, smuggled)).body.errors[0].code).toBe('UNKNOWN_REF')
    expect((await buyer.get(`/api/attachments/${secret}/file`)).status).toBe(404)
    // Who corrects an order keeps the file that somebody else brought.
    const kept = await buyer.patch(`/api/orders/${made.id}`, {
      ...draft,
      remarks: 'Ring first',
      rowVersion: made.rowVersion,
    })
    expect([kept.status, kept.body.poAttachmentId]).toEqual([200, own])
  })

  it('takes files from those who place orders, and no form it does not understand', async () => {
    await expect(poFile(portal, await portal.as('transporter'))).rejects.toThrow('Only who places orders')
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const { status } = await buyer.post('/api/attachments', '--x\r\nodd', { 'content-type': type })
      expect([type, status]).toEqual([type, 400])
    }
    const form = new FormData()
    form.set('ownerType', 'x'.repeat(3000))
    const { status } = await fetch(`${portal.url}/api/attachments`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${buyer.token}` },
    })
    expect(status).toBe(400)
  })
})
