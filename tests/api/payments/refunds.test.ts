import { afterAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { sendFile } from '../../support/files.ts'
import { settlementDesk } from '../../support/gateways/settlement-desk.ts'
import type { ApiClient } from '../../support/portal.ts'

const desk = await settlementDesk()
const { portal, asha, vikram, ashaAgain, paid, take, payment, differences, onRefund } = desk
afterAll(() => portal.close())

const PATH = '/api/transaction-view/payment-refunds'
const proof = async (who: ApiClient = asha) => (await sendFile(portal, who, 'REFUND')).body.id as number
let references = 0

async function propose(transactionId: number, amount: number, more: Record<string, unknown> = {}, who = asha) {
  const asked = {
    ...{ transactionId, amount, kind: 'REFUND', reference: `RF${++references}`, refundedOn: today() },
    ...{ proofId: await proof(who), reason: 'Paid twice', ...more },
  }
  return who.post(`${PATH}/actions`, { action: 'propose', asked })
}
const refundsOf = (transactionId: number) => portal.db('payment_refund').where({ transactionId }).orderBy('id')
const lastOf = async (transactionId: number) => (await refundsOf(transactionId)).at(-1)

describe('a refund', () => {
  it('counts once a second person confirms it, and refunds the payment when all of it is given back', async () => {
    const { id, txnNo } = await paid(100_000)
    expect((await propose(id, 30_000)).body.message).toBe('Another person of Finance has to confirm it.')
    expect(await payment(id)).toMatchObject({ status: 'SUCCESS', refundedAmount: 0 })
    const first = await lastOf(id)
    const own = await onRefund(asha, 'confirmRefund', first.id)
    expect([own.status, own.body.message]).toEqual([
      403,
      'Another person of Finance than the one who entered it must confirm it',
    ])
    expect((await onRefund(ashaAgain, 'confirmRefund', first.id)).status).toBe(403)
    expect((await onRefund(vikram, 'confirmRefund', first.id)).body.message).toBe(`₹ 700.00 of ${txnNo} is left.`)
    expect(await payment(id)).toMatchObject({ status: 'SUCCESS', refundedAmount: 30_000 })
    await propose(id, 70_000, { kind: 'CHARGEBACK' }, vikram)
    const rest = await onRefund(asha, 'confirmRefund', (await lastOf(id)).id)
    expect(rest.body.message).toContain('no open item is reopened here')
    expect(await payment(id)).toMatchObject({ status: 'REFUNDED', refundedAmount: 100_000, postingStatus: 'POSTED' })
  })

  it('frees no open item of its payment, and says so', async () => {
    const item = await portal.db('upload_outstanding').first('id')
    const { id } = await paid(10_000)
    await portal.db('upload_outstanding').where({ id: item.id }).update({ lockedById: id })
    await propose(id, 10_000)
    await onRefund(vikram, 'confirmRefund', (await lastOf(id)).id)
    expect(await portal.db('upload_outstanding').where({ id: item.id }).first('lockedById')).toEqual({ lockedById: id })
  })

  it('is never more than was paid, with what waits for a second person counted', async () => {
    const { id } = await paid(100_000)
    await propose(id, 60_000)
    const more = await propose(id, 40_001)
    expect([more.status, more.body.message]).toEqual([
      400,
      'Amount must not be more than ₹ 400.00, which of the payment has not been refunded',
    ])
    expect((await propose(id, 40_000)).status).toBe(201)
    expect(await refundsOf(id)).toHaveLength(2)
  })

  it('of two entered at the same moment only what was paid is kept', { tags: ['locks'] }, async () => {
    const { id } = await paid(100_000)
    const answers = await Promise.all([propose(id, 60_000), propose(id, 60_000, {}, vikram)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(await refundsOf(id)).toHaveLength(1)
  })

  it('needs a proof of its own kind, a payment that succeeded, and a day since it was paid', async () => {
    const { id } = await paid(100_000)
    const [failed, other] = [await paid(100_000, 'PAYU', { status: 'FAILED' }), await sendFile(portal, asha, 'BILL')]
    expect(other.status).toBe(403)
    expect((await propose(id, 1_000, { proofId: null })).body.errors[0]).toMatchObject({ field: 'proofId' })
    expect((await propose(id, 1_000, { proofId: 999_999 })).body.errors[0]).toMatchObject({ field: 'proofId' })
    expect((await propose(failed.id, 1_000)).body.errors[0]).toMatchObject({ field: 'transactionId' })
    for (const refundedOn of [addDays(today(), 1), addDays(today(), -1)])
      expect((await propose(id, 1_000, { refundedOn })).body.message).toBe(
        'Refunded on must be from the day of the payment to today',
      )
    expect(await refundsOf(id)).toEqual([])
  })

  it('is entered once for each reference, which is free again when it is rejected', async () => {
    const { id } = await paid(100_000)
    const reference = 'CASE-7'
    await propose(id, 1_000, { reference })
    const again = await propose(id, 1_000, { reference: 'case-7' })
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('is entered already')])
    const { id: refund } = await lastOf(id)
    expect((await onRefund(vikram, 'reject', refund, { reason: 'No proof of the bank' })).status).toBe(201)
    expect((await propose(id, 1_000, { reference })).status).toBe(201)
    expect((await onRefund(vikram, 'confirmRefund', refund)).status).toBe(409)
    expect(await payment(id)).toMatchObject({ refundedAmount: 0 })
  })

  it('names the document by which SAP was corrected', async () => {
    const { id } = await paid(1_000)
    await propose(id, 1_000)
    const { id: refund } = await lastOf(id)
    expect((await onRefund(asha, 'enterReversal', refund, { fiReversalDoc: '1400000007' })).status).toBe(409)
    await onRefund(vikram, 'confirmRefund', refund)
    expect((await onRefund(asha, 'enterReversal', refund, { fiReversalDoc: '1400000007' })).status).toBe(201)
    expect(await lastOf(id)).toMatchObject({ status: 'CONFIRMED', fiReversalDoc: '1400000007' })
  })

  it('is entered by Finance alone, and its proof is read by those who read it', async () => {
    const { id } = await paid(1_000)
    await propose(id, 1_000)
    const { proofId } = await lastOf(id)
    const [auditor, buyer] = [await portal.as('auditor'), await portal.as('asha')]
    expect((await auditor.get(`/api/attachments/${proofId}/file`)).status).toBe(200)
    expect((await buyer.get(`/api/attachments/${proofId}/file`)).status).toBe(404)
    expect((await auditor.post(`${PATH}/actions`, { action: 'propose', asked: {} })).status).toBe(403)
    expect((await buyer.get(PATH)).status).toBe(403)
  })

  it('that a gateway took back without the portal is a difference until it is entered', async () => {
    const { id, ref } = await paid(100_000)
    const taken = (utr: string, amount: string, kind = 'REFUND') => ({ id: ref, kind, amount, utr })
    await take([{ id: ref, amount: '1000', utr: 'U-SALE' }])
    await take([taken('U-BACK', '400')])
    expect(await differences({ transactionId: id })).toMatchObject([
      { kind: 'REFUND_UNKNOWN', expectedAmount: 0, foundAmount: -40_000, status: 'OPEN' },
    ])
    await propose(id, 40_000)
    await onRefund(vikram, 'confirmRefund', (await lastOf(id)).id)
    expect(await differences({ transactionId: id })).toMatchObject([
      { status: 'CLOSED', reason: 'The refund is entered' },
    ])
    await propose(id, 10_000, { kind: 'CHARGEBACK' })
    await take([taken('U-CASE', '-100', 'CHARGEBACK')])
    expect(await differences({ transactionId: id })).toHaveLength(1)
  })
})
