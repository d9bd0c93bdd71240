import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { complaintDesk } from '../../support/cases/complaint-desk.ts'

const desk = await complaintDesk()
const { portal, company, people, types, ids, row, opened, step, billed, make, clockAt } = desk
const { buyer, owner, agent, qa } = people
afterAll(desk.close)
beforeEach(() => clockAt())

const ok = ({ status, body }: { status: number; body: { message?: string } }) =>
  expect([status, body.message]).toEqual([201, undefined])
const radar = async (batchNo: string) =>
  (await qa.get(`/api/complaints/batch-radar?batchNo=${batchNo}&lastComplaintOn[$gte]=2026-10-01`)).body.data
const bells = (batchNo: string) => portal.db('notification').where('title', 'like', `Batch ${batchNo} of %`)

/** An invoice of a batch: 20 of the first product. */
async function shipped(batchNo: string, quantities = [20_000]) {
  const { ids: made } = await billed(quantities)
  await portal.db('invoice_line').where({ invoiceId: made[0] }).update({ batchNo })
  const line = await portal.db('invoice_line').where({ invoiceId: made[0] }).orderBy('lineNo').first()
  return { invoiceId: made[0]!, invoiceLineId: line.id as number, productId: line.productId as number }
}
const certified = async (batchNo: string, productId: number) => {
  const { id: attachmentId } = await make('attachment', { ownerType: 'COA', storageKey: batchNo })
  return make('coa-document', { productId, batchNo, version: 1, status: 'ACTIVE', attachmentId })
}
const complained = async (goods: object, affectedQty: number | null = 100) =>
  opened({ categoryId: types.quality, description: 'Turbid', ...goods, affectedQty })

describe('the batch radar', () => {
  it('counts quality complaints of a batch against what was shipped of it', async () => {
    const goods = await shipped('R100')
    const { productId } = goods
    await certified('R100', productId)
    const first = await complained(goods)
    await complained(goods)
    expect(await radar('R100')).toMatchObject([
      {
        productId,
        complaints: 2,
        customers: 1,
        affectedQty: 200,
        shippedQty: 20_000,
        affectedPct: 100,
        proposal: 'WATCH',
      },
    ])
    expect(await bells('R100')).toEqual([])
    ok(await step(agent, first, 'cancel', { remark: 'Wrong bottle' }))
    expect(await radar('R100')).toMatchObject([{ complaints: 1, lastComplaintOn: '2026-11-20' }])
  })

  it('proposes to withdraw the certificate at three complaints, tells QA once, and QA withdraws it', async () => {
    const goods = await shipped('R200')
    const coa = await certified('R200', goods.productId)
    for (let count = 0; count < 4; count++) await complained(goods, null)
    expect(await radar('R200')).toMatchObject([
      { proposal: 'WITHDRAW_CERTIFICATE', coaDocumentId: coa.id, affectedPct: 0 },
    ])
    const told = await bells('R200')
    expect(told.map(({ body }) => body)).toEqual(['3 complaints say so.'])
    const { id: chemist } = await portal.db('user').where({ name: 'Dr Rao' }).first('id')
    expect(told[0].userId).toBe(chemist)
    const action = { action: 'withdraw', asked: { reason: 'Complaints' }, rows: [{ id: coa.id, rowVersion: 1 }] }
    expect((await agent.post('/api/coa/certificates/actions', action)).status).toBe(403)
    ok(await qa.post('/api/coa/certificates/actions', action))
    expect(await radar('R200')).toMatchObject([{ proposal: 'CERTIFICATE_WITHDRAWN', coaDocumentId: null }])
  })

  it('proposes it from the share of the quantity too, both by the settings', async () => {
    const goods = await shipped('R300')
    await complained(goods, 399)
    expect(await radar('R300')).toMatchObject([{ affectedPct: 199, proposal: 'WATCH' }])
    await complained(goods, 1)
    expect(await radar('R300')).toMatchObject([{ affectedPct: 200, proposal: 'NO_CERTIFICATE' }])
    await make('app-setting', { key: 'radar.affected_pct', value: '2.5', valueType: 'DEC' })
    expect(await radar('R300')).toMatchObject([{ proposal: 'WATCH' }])
    await make('app-setting', { key: 'radar.complaints', value: '2', valueType: 'INT' })
    expect(await radar('R300')).toMatchObject([{ proposal: 'NO_CERTIFICATE' }])
    await portal.db('app_setting').where('key', 'like', 'radar.%').delete()
  })

  it('leaves out what was not accepted, and what is not about quality', async () => {
    const goods = await shipped('R400')
    const id = await complained(goods)
    ok(await step(owner, id, 'start'))
    const answer = { resolution: 'REJECTED', rootCause: 'Stored warm', capa: 'None', remark: 'Stored warm' }
    ok(await step(qa, id, 'resolveQuality', answer))
    await opened({ description: 'Rude driver', invoiceId: goods.invoiceId, invoiceLineId: goods.invoiceLineId })
    expect((await row(id)).resolution).toBe('REJECTED')
    expect(await radar('R400')).toEqual([])
  })

  it('lists who received a batch, with who complained, for a file; only for quality and the auditor', async () => {
    const goods = await shipped('R500', [20_000, 5_000])
    await shipped('R500')
    await complained(goods)
    const path = 'complaints/batch-receivers'
    const query = 'batchNo=R500&invoiceDate[$gte]=2026-01-01'
    const { body } = await qa.get(`/api/${path}?${query}`)
    expect(body.message).toBeUndefined()
    expect(body.data).toHaveLength(3)
    expect(body.data[0]).toMatchObject({
      batchNo: 'R500',
      customerId: company.customerId,
      hasComplained: expect.anything(),
    })
    expect(new Set(body.data.map(({ hasComplained }: { hasComplained: boolean }) => hasComplained)).has(true)).toBe(
      true,
    )
    const file = await qa.get(`/api/export/${path}?format=csv&${query}`)
    expect([file.status, String(file.body).includes('R500')]).toEqual([200, true])
    for (const who of [buyer, owner, agent])
      for (const one of [path, 'complaints/batch-radar']) expect((await who.get(`/api/${one}`)).status).toBe(403)
    expect(ids.keeper).toBeGreaterThan(0)
  })
})
