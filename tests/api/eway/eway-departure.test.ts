import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ewayDesk } from '../../support/dispatches/eway-desk.ts'

const { portal, desk, clockAt, booked, generate, simulator, act, close } = await ewayDesk()
const { db } = portal
afterAll(close)
beforeEach(() => clockAt())

const NOON = '2026-11-20T06:30:00.000Z'
const worth = { grossValue: 5_900_000, netValue: 5_000_000, cgst: 450_000, sgst: 450_000 }
const leave = (lrId: number) => desk.post('/api/tracking-events', { lrId, eventCode: 'IN_TRANSIT', eventAt: NOON })
const statusOf = async (lrId: number) => (await db('lr').where('id', lrId).first('deliveryStatus')).deliveryStatus

describe('an LR of a plant with an account at the e-way portal', () => {
  it('is booked without an e-way bill, but does not leave before the portal has made it', async () => {
    const { lrId, lines, invoices } = await booked({ declaredValue: 5_900_000 }, worth)
    const refused = await leave(lrId)
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual([
      {
        field: 'eventCode',
        code: 'EWAY_MISSING',
        message: expect.stringMatching(
          new RegExp(
            `^Invoice ${invoices[0]!.invoiceNo} of LR .* has no valid e-way bill, and ₹ 59,000.00 is above ₹ 50,000.00`,
          ),
        ),
      },
    ])
    expect(await statusOf(lrId)).toBe('BOOKED')
    expect((await generate(lines[0]!.id)).status).toBe(201)
    await portal.runDue()
    expect((await leave(lrId)).status).toBe(201)
    expect(await statusOf(lrId)).toBe('IN_TRANSIT')
  })

  it('does not leave on an e-way bill that was cancelled', async () => {
    const { lrId, lines } = await booked({ declaredValue: 5_900_000 }, worth)
    await generate(lines[0]!.id)
    await portal.runDue()
    const bill = await db('eway_bill').where({ lrId }).first()
    await act('dispatches/eway-bills', 'cancelBill', 'eway_bill', bill.id, {
      cancelReason: 'DATA_ENTRY',
      remark: 'Wrong party',
    })
    await portal.runDue()
    expect((await simulator.bill(bill.ewayBillNo)).status).toBe('CNL')
    expect((await leave(lrId)).body.errors).toMatchObject([{ code: 'EWAY_MISSING' }])
  })

  it('leaves without one below the threshold, which exempt goods of a mixed invoice do not count towards', async () => {
    const small = await booked()
    expect((await leave(small.lrId)).status).toBe(201)
    const mixed = await booked({ declaredValue: 5_900_000 }, worth)
    const [line] = await db('invoice_line').where('invoiceId', mixed.invoices[0]!.id).orderBy('id')
    await db('invoice_line').where('id', line.id).update({ taxValue: 0 })
    await db('products').where('id', line.productId).update({ gstRate: 0 })
    expect((await leave(mixed.lrId)).status).toBe(201)
  })
})
