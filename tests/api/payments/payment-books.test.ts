import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { recordPosted } from '../../../api/payments/posting/settle-posting.ts'
import { findPaymentDifferences, paymentBook } from '../../../api/payments/reconcile-payments.ts'
import { compareBook } from '../../../api/platform/books.ts'
import { transact } from '../../../api/platform/transact.ts'
import { markSapLive } from '../../../api/sap/sap-connection.ts'
import { postingWorld } from '../../support/payments/posting-world.ts'

let world: Awaited<ReturnType<typeof postingWorld>>
beforeEach(async () => {
  world = await postingWorld()
})
afterEach(() => world.close())

describe('the books of payments', () => {
  it('agree for payments that settle items, stand on account, failed, or never go to SAP', async () => {
    const { item, succeeded, paid, send, db } = world
    await succeeded([{ item: await item(90_000, { sapItem: null }), amount: 80_000, tds: 1_000 }], 20_000)
    await paid([], 10_000, { status: 'FAILED' })
    await send()
    markSapLive(db)
    await succeeded([], 5_000)
    expect(await findPaymentDifferences(db)).toEqual([])
    expect(await compareBook(db, paymentBook)).toBe(0)
  })

  it('say each payment that settles another amount, lacks a receipt or a message, or sends another amount', async () => {
    const { item, paid, succeeded, db } = world
    const open = await item(90_000)
    const one = await succeeded([{ item: open, amount: 90_000 }])
    const change = (values: object) => db('payment_transaction').where({ id: one.id }).update(values)
    await change({ unallocatedAmount: 100 })
    expect(await findPaymentDifferences(db)).toEqual([
      `Payment ${one.txnNo} of ₹ 900.00 settles ₹ 900.00 with ₹ 1.00 on account`,
    ])
    await change({ unallocatedAmount: 0, receiptNo: null })
    expect(await findPaymentDifferences(db)).toEqual([`Payment ${one.txnNo} was paid and has no receipt`])
    await change({ receiptNo: one.receiptNo, amount: 95_000, unallocatedAmount: 5_000 })
    expect(await findPaymentDifferences(db)).toEqual([`Payment ${one.txnNo} of ₹ 950.00 goes to SAP with ₹ 900.00`])
    await change({ amount: 90_000, unallocatedAmount: 0 })
    await db('sap_outbox').delete()
    expect(await findPaymentDifferences(db)).toEqual([`Payment ${one.txnNo} has 0 messages to SAP instead of 1`])
    await db('payment_transaction').where({ id: one.id }).update({ postingStatus: 'NOT_DUE' })
    const failed = await paid([{ item: { ...open, rowVersion: open.rowVersion + 1 }, amount: 90_000 }], 0, {
      status: 'FAILED',
    })
    const locked = `Open item ${open.documentNo} is locked by payment ${failed.txnNo}, which did not succeed`
    expect(await findPaymentDifferences(db)).toEqual([locked])
    await expect(compareBook(db, paymentBook)).rejects.toThrow('Payments differ from what they settle (1 difference)')
  })

  it('say each payment whose request to clear is missing, is of another state, amount or document', async () => {
    const { item, succeeded, db } = world
    const one = await succeeded([{ item: await item(90_000), amount: 90_000 }])
    const document = { accountingDocument: '1400000001', companyCode: '1000', fiscalYear: '2026' }
    await transact(db, trx => recordPosted(trx, one.id, document, systemAuthor('test')))
    const { clearingRequest, sapAccountingDoc } = await world.payment(one)
    expect([clearingRequest, sapAccountingDoc]).toEqual(['QUEUED', '1400000001'])
    expect(await findPaymentDifferences(db)).toEqual([])
    const change = (values: object) => db('payment_transaction').where({ id: one.id }).update(values)
    const clearing = () => db('sap_outbox').where({ ownerId: one.id, messageType: 'PAYMENT_CLEAR' })
    const { status } = await clearing().first('status')
    await change({ clearingRequest: 'DONE' })
    await clearing().update({ status: 'FAILED_TECH' })
    expect(await findPaymentDifferences(db)).toEqual([
      `The clearing of payment ${one.txnNo} is DONE, and its message to SAP FAILED_TECH`,
    ])
    await clearing().update({ status })
    await change({ clearingRequest, sapAccountingDoc: '4711' })
    expect(await findPaymentDifferences(db)).toEqual([
      `SAP is asked to clear payment ${one.txnNo} with ${sapAccountingDoc} instead of 4711`,
    ])
    await change({ sapAccountingDoc, clearingRequest: 'NONE' })
    expect(await findPaymentDifferences(db)).toEqual([
      `Payment ${one.txnNo} has 1 requests to clear it in SAP instead of 0`,
    ])
    await change({ clearingRequest })
    await clearing().delete()
    expect(await findPaymentDifferences(db)).toEqual([
      `Payment ${one.txnNo} has 0 requests to clear it in SAP instead of 1`,
    ])
  })
})
