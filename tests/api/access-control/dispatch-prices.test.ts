import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { insert } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'

let desk: Awaited<ReturnType<typeof dispatchDesk>>
beforeAll(async () => {
  desk = await dispatchDesk()
})
afterAll(() => desk.close())

describe('a dispatch desk', () => {
  it('reads the goods of an invoice and not their prices', async () => {
    const { ids } = await desk.billed()
    const auditor = await personWith(desk.portal, ['AUDITOR'])
    const path = `/api/invoice-lines?invoiceId=${ids[0]}`
    expect((await auditor.get(path)).body.data[0]).toMatchObject({ unitPrice: expect.any(Number) })
    const [line] = (await desk.desk.get(path)).body.data
    expect(line).toMatchObject({ qty: expect.any(Number) })
    for (const name of ['unitPrice', 'netValue', 'taxValue']) expect([name, name in line]).toEqual([name, false])
  })

  it('neither opens nor finds the customer’s paper of an order that it reads', async () => {
    const order = await desk.billed()
    const file = { ownerType: 'ORDER', title: 'PO of the customer', fileName: 'po.pdf', mimeType: 'application/pdf' }
    const kept = { sizeBytes: 1, sha256: 'a'.repeat(64), storageKey: 'a'.repeat(32) }
    const [po] = await insert(desk.portal.db, 'attachment', [{ ...file, ...kept }])
    await desk.portal.db('order').where('id', order.id).update({ poAttachmentId: po!.id })
    const auditor = await personWith(desk.portal, ['AUDITOR'])
    expect((await auditor.get(`/api/orders/${order.id}`)).body.poAttachmentId).toBe(po!.id)
    const { status, body } = await desk.desk.get(`/api/orders/${order.id}`)
    expect([status, 'poAttachmentId' in body]).toEqual([200, false])
    expect((await desk.desk.get(`/api/attachments/${po!.id}/file`)).status).toBe(404)
    expect((await desk.desk.get(`/api/attachments/${po!.id}`)).status).toBe(404)
    expect((await desk.desk.get('/api/attachments')).body.total).toBe(0)
    expect(JSON.stringify((await desk.desk.get(`/api/decisions?orderId=${order.id}`)).body)).not.toContain('po.pdf')
  })
})
