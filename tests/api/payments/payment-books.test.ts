import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPaymentDifferences, paymentBook } from '../../../api/payments/reconcile-payments.ts'
import { compareBook } from '../../../api/platform/books.ts'
import { markSapLive } from '../../../api/sap/sap-connection.ts'
import { postingWorld } from '../../support/payments/posting-world.ts'

let world: Awaited<ReturnType<typeof postingWorld>>
beforeEach(async () => {
  world = await postingWorld()
})
afterEach(() => world.close())

describe('the books of payments', () => {
  it('agree for payments that settle items, stand on account, failed, or never go to SAP', async () => {
    const { item, planned, succeeded, send, db } = world
    await succeeded([{ item: await item(90_000, { sapItem: null }), amount: 80_000, tds: 1_000 }], 20_000)
    await planned([], 10_000, { status: 'FAILED' })
    await send()
    markSapLive(db)
    await succeeded([], 5_000)
    expect(await findPaymentDifferences(db)).toEqual([])
    expect(await compareBook(db, paymentBook)).toBe(0)
  })

  it('say each capture with more or less in its rows, another state, no owner, or no receipt', async () => {
    const { item, succeeded, capture, db } = world
    const one = await succeeded([{ item: await item(90_000), amount: 90_000 }])
    const { id, gatewayTxnId, receiptNo } = await capture(one)
    const change = (values: object) => db('payment_capture').where({ id }).update(values)
    const name = `Capture ${gatewayTxnId} of payment ${one.txnNo}`
    await change({ unresolvedAmount: 100 })
    expect(await findPaymentDifferences(db)).toEqual([
      `${name} has ₹ 1.00 to decide, and by its rows ₹ 0.00`,
      `${name} has money to decide and no owner`,
    ])
    await change({ unresolvedAmount: 0, status: 'REFUNDED' })
    expect(await findPaymentDifferences(db)).toEqual([
      `${name} is REFUNDED with ₹ 0.00 returned, and by its refunds CAPTURED with ₹ 0.00`,
    ])
    await change({ status: 'CAPTURED', receiptNo: null })
    expect(await findPaymentDifferences(db)).toEqual([`${name} serves ₹ 900.00 and has no receipt`])
    await change({ receiptNo })
    await db('capture_allocation').where({ captureId: id }).update({ target: 'TO_REFUND' })
    expect(await findPaymentDifferences(db)).toEqual(
      expect.arrayContaining([
        `${name} has ₹ 900.00 going back, and refunds of ₹ 0.00`,
        `Payment ${one.txnNo} is SUCCESS, and by its money CHECKING`,
      ]),
    )
  })

  it('say each payment whose sums are not those of its captures', async () => {
    const { succeeded, db } = world
    const one = await succeeded([], 5_000)
    const change = (values: object) => db('payment_transaction').where({ id: one.id }).update(values)
    await change({ unallocatedAmount: 0 })
    expect(await findPaymentDifferences(db)).toEqual([`Payment ${one.txnNo}: unallocatedAmount is ₹ 0.00, not ₹ 50.00`])
    await change({ unallocatedAmount: 5_000, postingStatus: 'CLEARED' })
    expect(await findPaymentDifferences(db)).toEqual([
      `Payment ${one.txnNo} is CLEARED in SAP, and its captures QUEUED`,
    ])
  })

  it('say each item that something over holds, that nothing holds though it is paid, or that is paid twice', async () => {
    const { item, planned, succeeded, db } = world
    const paid = await item(90_000)
    const one = await succeeded([{ item: paid, amount: 90_000 }])
    const open = await item(50_000)
    const failed = await planned([{ item: open, amount: 50_000 }], 0, { status: 'FAILED' })
    const hold = (id: number, lockedById: number | null) =>
      db('upload_outstanding').where({ id }).update({ lockedById })
    await hold(open.id, failed.id)
    expect(await findPaymentDifferences(db)).toEqual([
      `Open item ${open.documentNo} is held by ${failed.id} instead of none`,
    ])
    await hold(open.id, null)
    await hold(paid.id, null)
    expect(await findPaymentDifferences(db)).toEqual([
      `Open item ${paid.documentNo} is held by no payment instead of ${one.id}`,
    ])
    await hold(paid.id, one.id)
    await db('capture_allocation').where({ itemId: paid.id }).update({ balanceBefore: 40_000 })
    expect(await findPaymentDifferences(db)).toEqual([
      `₹ 900.00 lie on ${paid.documentNo}, of which ₹ 400.00 were open`,
    ])
  })

  it('say receipt numbers that are missing', async () => {
    const { succeeded, db } = world
    const payments = [await succeeded([], 5_000), await succeeded([], 5_000)]
    const last = payments[1]!.receiptNo!
    const later = `${last.slice(0, -2)}09`
    await db('payment_capture').where('receiptNo', last).update({ receiptNo: later })
    await db('payment_transaction').where('receiptNo', last).update({ receiptNo: later })
    expect(await findPaymentDifferences(db)).toEqual([`7 receipt numbers of ${last.slice(0, 6)} are missing`])
    await expect(compareBook(db, paymentBook)).rejects.toThrow(
      'Payments differ from where their money is (1 difference)',
    )
  })

  it('say each capture that SAP was sent with another amount, or not at all', async () => {
    const { succeeded, capture, db } = world
    const one = await succeeded([], 5_000)
    const { sapReference, gatewayTxnId } = await capture(one)
    const [message] = await db('sap_outbox').where({ ownerType: 'CAPTURE' })
    const payload = JSON.parse(message.payload)
    await db('sap_outbox')
      .where({ id: message.id })
      .update({ payload: JSON.stringify({ ...payload, amount: 4_000 }) })
    expect(await findPaymentDifferences(db)).toEqual([
      `Capture ${gatewayTxnId} (${sapReference}) of ₹ 50.00 goes to SAP with ₹ 40.00`,
    ])
    await db('sap_outbox').delete()
    expect(await findPaymentDifferences(db)).toEqual([
      `Capture ${gatewayTxnId} (${sapReference}) has 0 postings in SAP instead of 1`,
    ])
  })
})
