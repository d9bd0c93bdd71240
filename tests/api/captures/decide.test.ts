import { afterAll, describe, expect, it } from 'vitest'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { captureDesk } from '../../support/payments/capture-desk.ts'
import type { ApiClient } from '../../support/portal.ts'

const desk = await captureDesk()
const { portal, db, asha, vikram, ashaAgain, buyer, started, captured, holderOf, faults } = desk
afterAll(() => portal.close())

const decide = (who: ApiClient, { id }: Pick<PaymentTransaction, 'id'>, body: object) =>
  who.post(`/api/payments/${id}/decide`, body)
const confirm = (who: ApiClient, { id }: Pick<PaymentTransaction, 'id'>, body: object = {}) =>
  who.post(`/api/payments/${id}/confirm-decision`, body)
const bankSays = async (amount: number, more: object = {}) => ({
  ...{ paid: true, gatewayTxnId: '403993715521937565', amount, proofId: await desk.proof(asha, 'DECISION') },
  ...more,
})
const capturesOf = ({ id }: Pick<PaymentTransaction, 'id'>) => db('payment_capture').where('transactionId', id)

/** A payment of one item at a gateway that says nothing definite. */
async function open() {
  const one = await buyer([118_050])
  return { one, item: one.items[0]!, payment: await started(one, { items: one.items }) }
}

describe('a payment that its gateway leaves open', () => {
  it('is paid once two people have entered what the bank took, with its proof', async () => {
    const { payment, item } = await open()
    const asked = await bankSays(118_050)
    expect((await decide(asha, payment, asked)).body.message).toBe('Another person of Finance has to confirm it.')
    expect(await capturesOf(payment)).toEqual([])
    for (const who of [asha, ashaAgain]) expect((await confirm(who, payment)).status).toBe(403)
    const { status, body } = await confirm(vikram, payment)
    expect([status, body.status, body.message]).toEqual([
      ...[201, 'SUCCESS', '₹ 1,180.50 is taken in as 403993715521937565.'],
    ])
    expect(await capturesOf(payment)).toMatchObject([{ seenVia: 'HAND', fit: 'EXACT', amount: 118_050 }])
    expect(await holderOf(item)).toBe(payment.id)
    expect(await faults({ transactionId: payment.id })).toEqual([])
    expect((await confirm(vikram, payment)).status).toBe(409)
  })

  it('that the gateway calls a fraud is to be decided with the bank’s amount', async () => {
    const { payment, item } = await open()
    await db('payment_transaction').where('id', payment.id).update({ status: 'CHECKING', gatewayStatus: 'Fraud' })
    await decide(asha, payment, await bankSays(1_000, { gatewayTxnId: 'FRAUD1' }))
    expect((await confirm(vikram, payment)).body.status).toBe('CHECKING')
    expect(await capturesOf(payment)).toMatchObject([{ fit: 'TAMPERED', amount: 1_000, unresolvedAmount: 1_000 }])
    expect(await holderOf(item)).toBeNull()
    expect(await faults({ transactionId: payment.id })).toEqual([])
  })

  it('is not paid once two people say so: its item is free, the payer reads why', async () => {
    const { payment, item } = await open()
    expect(await holderOf(item)).toBe(payment.id)
    await decide(asha, payment, { paid: false, reason: 'The gateway’s console has no such order' })
    expect((await confirm(vikram, payment)).body).toMatchObject({
      ...{ status: 'FAILED', message: 'The payment is not paid, and its invoices are free.' },
    })
    expect(await db('payment_transaction').where('id', payment.id).first()).toMatchObject({
      ...{ failureCode: 'DECIDED', failureText: 'The gateway’s console has no such order' },
    })
    expect(await holderOf(item)).toBeNull()
    expect((await db('payment_attempt').where('transactionId', payment.id).first()).endedAt).not.toBeNull()
  })

  it('stays open where the second person does not agree', async () => {
    const { payment } = await open()
    await decide(asha, payment, { paid: false, reason: 'I think so' })
    expect((await decide(vikram, payment, { paid: false, reason: 'Me too' })).status).toBe(409)
    expect((await confirm(vikram, payment, { agrees: false })).body).toMatchObject({
      ...{ status: 'PENDING', message: 'The decision is dropped.' },
    })
    expect((await decide(vikram, payment, { paid: false, reason: 'Asked the bank' })).status).toBe(201)
  })

  it.each([
    ['gatewayTxnId', 'The gateway’s reference is required: enter it'],
    ['amount', 'The amount that the bank took is required: enter it'],
    ['proofId', 'A proof of the bank or the gateway is required: enter it'],
  ])('is not called paid without its %s', async (field, message) => {
    const { payment } = await open()
    const { status, body } = await decide(asha, payment, await bankSays(118_050, { [field]: null }))
    expect([status, body.errors[0]]).toMatchObject([400, { field, message }])
  })

  it('is not called unpaid without a reason, nor where its money is there', async () => {
    const { payment } = await open()
    expect((await decide(asha, payment, { paid: false })).body.errors[0]).toMatchObject({ field: 'reason' })
    const one = await buyer([20_000])
    const paid = await captured(one, { items: one.items })
    const known = await decide(asha, { id: paid.transactionId }, { paid: false, reason: 'x' })
    expect([known.status, known.body.message]).toEqual([
      409,
      'The result of this payment is known: there is nothing to decide',
    ])
    const twice = await decide(
      asha,
      { id: paid.transactionId },
      await bankSays(20_000, { gatewayTxnId: paid.gatewayTxnId }),
    )
    expect([twice.status, twice.body.message]).toEqual([409, `The portal has a capture ${paid.gatewayTxnId} already`])
  })

  it('is not paid under a number that another payment has by then: the decision can only be rejected', async () => {
    const { payment } = await open()
    const other = await buyer([20_000])
    await decide(asha, payment, await bankSays(118_050, { gatewayTxnId: 'MEANWHILE1' }))
    const { id } = await captured(other, { items: other.items })
    await db('payment_capture').where({ id }).update({ gatewayTxnId: 'MEANWHILE1' })
    const refused = await confirm(vikram, payment)
    expect([refused.status, refused.body.message]).toEqual([
      ...[409, expect.stringMatching(/^Payment PT\d+ has the capture MEANWHILE1: reject this decision$/)],
    ])
    expect(await capturesOf(payment)).toEqual([])
    expect((await confirm(vikram, payment, { agrees: false })).body.message).toBe('The decision is dropped.')
  })

  it('is decided by Finance alone', async () => {
    const { one, payment } = await open()
    expect((await decide(one.one, payment, { paid: false, reason: 'x' })).status).toBe(403)
    expect((await decide(await portal.as('auditor'), payment, { paid: false, reason: 'x' })).status).toBe(403)
  })

  it('of two confirmations at once is taken in once', { tags: ['locks'] }, async () => {
    const { payment } = await open()
    await decide(asha, payment, await bankSays(118_050, { gatewayTxnId: 'ONCE' }))
    const answers = await Promise.all([1, 2, 3].map(() => confirm(vikram, payment)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await capturesOf(payment)).toHaveLength(1)
  })
})
