import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { up as upgrade } from '../../../migrations/0073_lr_reasons.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { download } from '../../support/files.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { personWith } from '../../support/people.ts'
import { runs } from '../../support/proof.ts'

const world = await billDesk()
const { portal, company, desk, finance, clockAt, billed, lrOver, key, bookedLr, voucher } = world
const buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
afterAll(world.close)
beforeEach(() => clockAt())

async function bookedToPay(...invoices: number[][]) {
  const { id: orderId, ids } = await billed(...invoices)
  await portal.db('order').where({ id: orderId }).update({ freightTerms: 'TO_PAY' })
  const made = await desk.post('/api/lrs', lrOver(ids, { freightTerms: 'TO_PAY' }), key())
  expect(made.status).toBe(201)
  return made.body as { id: number; lrNo: string }
}

async function sharesOf(lrId: number) {
  const total = async (table: string, column: string) =>
    Number((await portal.db(table).where({ lrId }).sum({ total: column }).first())!.total)
  return [
    ...[await total('lr_line', 'freightShare'), await total('lr_line_item', 'freightShare')],
    ...[await total('lr_line', 'cartingShare'), await total('lr_line_item', 'cartingShare')],
  ]
}

describe('an LR whose freight the consignee pays', () => {
  it('is no cost of ours but for the carting that we approved, and is what its buyer paid', async () => {
    const lr = await bookedToPay([8_000, 0], [12_000, 5_000])
    expect(await sharesOf(lr.id)).toEqual([100_000, 100_000, 0, 0])
    await voucher([{ lrId: lr.id, amount: 15_001 }])
    expect(await sharesOf(lr.id)).toEqual([100_000, 100_000, 15_001, 15_001])
    const path = '/api/mis/proportionate-freight?lrDate[$gte]=2026-11-01&lrDate[$lte]=2026-11-30'
    const rows: Record<string, number>[] = (await finance.get(path)).body.data.filter(
      ({ lrId }: { lrId: number }) => lrId === lr.id,
    )
    expect(rows).toHaveLength(3)
    expect(rows.map(({ freightShare }) => freightShare)).toEqual([0, 0, 0])
    const paid = await finance.get(
      '/api/mis/view-freight-paid?invoiceDate[$gte]=2026-11-01&invoiceDate[$lte]=2026-11-30',
    )
    const theirs = paid.body.data.filter(({ lrNos }: { lrNos: string | null }) => lrNos === lr.lrNo)
    expect(theirs.map(({ toPayFreight }: { toPayFreight: number }) => toPayFreight).toSorted()).toEqual(
      (await portal.db('lr_line').where({ lrId: lr.id }).pluck('freightShare')).map(Number).toSorted(),
    )
    expect(theirs).toHaveLength(2)
  })

  it('shares what it states after an upgrade too', async () => {
    const { id: lrId } = await bookedToPay([3_000, 1_000], [17_000, 0])
    const before = await portal.db('lr_line').where({ lrId }).orderBy('id').pluck('freightShare')
    for (const table of ['lr_line', 'lr_line_item']) await portal.db(table).where({ lrId }).update({ freightShare: 0 })
    await upgrade(portal.db)
    expect(await portal.db('lr_line').where({ lrId }).orderBy('id').pluck('freightShare')).toEqual(before)
    expect(await sharesOf(lrId)).toEqual([100_000, 100_000, 0, 0])
  })

  it('is asked why, where the freight of the order is ours, and keeps the answer', async () => {
    const { ids } = await billed()
    const entered = lrOver(ids, { freightTerms: 'TO_PAY' })
    const refused = await desk.post('/api/lrs', entered, key())
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          field: 'termsReason',
          code: 'REQUIRED',
          message:
            'Why the consignee pays is required: the freight terms of the order are FOR, so the customer has paid for the carriage already. Choose FOR, or say why',
        },
      ],
    ])
    const termsReason = 'The buyer asked for its own account with the transporter'
    const made = await desk.post('/api/lrs', { ...entered, termsReason }, key())
    expect([made.status, made.body.termsReason]).toEqual([201, termsReason])
    expect((await buyer.get(`/api/lrs/${made.body.id}`)).body).not.toHaveProperty('termsReason')
  })

  it('shows its freight to the customer, and no other LR does', async () => {
    const [theirs, ours] = [await bookedToPay(), await bookedLr()]
    expect((await buyer.get(`/api/lrs/${theirs.id}`)).body).toMatchObject({ freightAmount: 100_000 })
    const other = (await buyer.get(`/api/lrs/${ours.id}`)).body
    expect(other).toMatchObject({ lrNo: ours.lrNo })
    expect(other).not.toHaveProperty('freightAmount')
    for (const name of ['otherCharges', 'expectedFreight', 'driverName', 'billStatus'])
      expect((await buyer.get(`/api/lrs/${theirs.id}`)).body).not.toHaveProperty(name)
    const found = (await buyer.get('/api/lrs?freightAmount[$gt]=0')).body.data
    expect(found.map(({ lrNo }: { lrNo: string }) => lrNo)).toContain(theirs.lrNo)
    expect(found.map(({ lrNo }: { lrNo: string }) => lrNo)).not.toContain(ours.lrNo)
  })

  it('prints its freight on the copy that the customer gets, and no other LR does', async () => {
    const textOf = async (lr: { id: number }) => {
      const { status, bytes } = await download(portal, buyer, `/api/lrs/${lr.id}/pdf`)
      expect(status, bytes.toString()).toBe(200)
      return pdfText(bytes)
    }
    expect(await textOf(await bookedToPay())).toContain('1,000.00')
    expect(await textOf(await bookedLr())).not.toContain('1,000.00')
  })
})

describe('the freight of an LR', () => {
  it('is borne by nothing once the LR is cancelled', async () => {
    const lr = await bookedLr()
    expect(await sharesOf(lr.id)).toEqual([100_000, 100_000, 0, 0])
    const cancelled = { lrId: lr.id, eventCode: 'CANCELLED', eventAt: '2026-11-20T06:30:00.000Z', remarks: 'No truck' }
    expect((await desk.post('/api/tracking-events', cancelled, key())).status).toBe(201)
    expect(await sharesOf(lr.id)).toEqual([0, 0, 0, 0])
  })

  it('adds up over invoices and goods to what the LR states, whatever it is and whoever pays', async () => {
    const [ours, theirs] = [
      await bookedLr({}, [8_000, 0], [12_000, 5_000]),
      await bookedToPay([3_000, 1_000], [17_000, 0]),
    ]
    await fc.assert(
      fc.asyncProperty(fc.nat(10_000_000), fc.nat(1_000_000), async (freightAmount, otherCharges) => {
        for (const { id } of [ours, theirs]) {
          const { rowVersion } = await portal.db('lr').where({ id }).first('rowVersion')
          const body = { rowVersion, reason: 'Weighed again', freightAmount, otherCharges }
          expect((await desk.patch(`/api/lrs/${id}`, body)).status).toBe(200)
        }
        const base = freightAmount + otherCharges
        expect(await sharesOf(ours.id)).toEqual([base, base, 0, 0])
        expect(await sharesOf(theirs.id)).toEqual([base, base, 0, 0])
      }),
      { numRuns: runs(15, 60) },
    )
  })
})
