import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { mailFailure } from '../../../api/payments/posting/mail-failure.ts'
import { transact } from '../../../api/platform/transact.ts'
import { entitySet } from '../../../api/sap/identity/entity-sets.ts'
import { markSapLive } from '../../../api/sap/sap-connection.ts'
import { postingWorld } from '../../support/payments/posting-world.ts'

let world: Awaited<ReturnType<typeof postingWorld>>
beforeEach(async () => {
  world = await postingWorld()
})
afterEach(() => world.close())

const payloadOf = ({ payload }: { payload: string | object }) =>
  typeof payload === 'string' ? JSON.parse(payload) : payload
const customerLines = async (document: string) =>
  (
    await Array.fromAsync(
      world.sap.adapter().pages(entitySet('API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube'), {
        filter: `AccountingDocument eq '${document}'`,
      }),
    )
  ).flatMap(({ rows }) => rows)

describe('a payment that succeeded', () => {
  it('gets one receipt, one message to SAP, and a mail with the receipt to who paid', async () => {
    const { item, succeeded, payment, capture, message, db } = world
    const paid = await succeeded([{ item: await item(11_800_000), amount: 11_682_000, tds: 118_000 }], 5_000)
    expect(await capture(paid)).toMatchObject({ receiptNo: 'RC2627000001', postingStatus: 'QUEUED', postingText: null })
    expect(await payment(paid)).toMatchObject({ receiptNo: 'RC2627000001', postingStatus: 'QUEUED' })
    expect(await message(paid)).toMatchObject({
      ...{ messageType: 'PAYMENT_POST', idempotencyKey: `PAY-${paid.txnNo}`, status: 'READY' },
    })
    const [mail, ...others] = await db('message_log')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ templateCode: 'PAYMENT_RECEIPT', toAddress: 'asha@buyer.example', status: 'QUEUED' })
    expect(mail.body).toContain('₹ 1,16,820.00 and TDS of ₹ 1,180.00')
    expect(mail.body).toContain('On account: ₹ 50.00')
  })

  it('names to SAP its company code, its clearing account, and each document that it settles', async () => {
    const { account, item, succeeded, message } = world
    const accountId = await account({ clearingAccount: '113200', companyCode: '1100' })
    const [debit, credit] = [await item(1_000_000), await item(-200_000)]
    const paid = await succeeded(
      [
        { item: debit, amount: 990_000, tds: 10_000 },
        { item: credit, amount: -200_000 },
      ],
      0,
      { accountId, companyCode: '1100' },
    )
    expect(payloadOf(await message(paid))).toEqual({
      ...{ txnNo: paid.txnNo, companyCode: '1100', clearingAccount: '113200', customer: '100123' },
      ...{ postingDate: '2026-11-20', amount: 790_000, unallocated: 0 },
      allocations: [
        { accountingDocument: debit.sapAccountingDoc, fiscalYear: '2026', item: '1', amount: 990_000, tds: 10_000 },
        { accountingDocument: credit.sapAccountingDoc, fiscalYear: '2026', item: '1', amount: -200_000, tds: 0 },
      ],
    })
  })

  it('is posted on account under the document number where an item came from a file', async () => {
    const { item, succeeded, send, capture } = world
    const fromFile = await item(500_000, { sapItem: null, source: 'UPLOAD', documentNo: 'TALLY/77' })
    const paid = await succeeded([{ item: fromFile, amount: 495_000, tds: 5_000 }])
    await send()
    const { postingStatus, sapAccountingDoc } = await capture(paid)
    expect(postingStatus).toBe('POSTED')
    const line = (await customerLines(sapAccountingDoc!)).find(row => row.FinancialAccountType === 'D')
    expect(line).toMatchObject({ AssignmentReference: 'TALLY/77', AmountInTransactionCurrency: '-5000.00' })
  })

  it('is posted in SAP with what was paid on account, and says the document and when', async () => {
    const { succeeded, send, capture, message, later } = world
    const paid = await succeeded([], 250_000)
    later(1)
    await send()
    const posted = await capture(paid)
    expect(posted).toMatchObject({
      postingStatus: 'POSTED',
      sapFiscalYear: '2026',
      postedAt: '2026-11-20T06:31:00.000Z',
    })
    expect((await message(paid)).sapDocumentNo).toBe(posted.sapAccountingDoc)
  })

  it('is stuck with SAP’s reason where SAP refuses it', async () => {
    const { item, succeeded, send, capture } = world
    const paid = await succeeded([{ item: await item(500_000), amount: 500_000 }])
    await send()
    expect(await capture(paid)).toMatchObject({ postingStatus: 'STUCK', postedAt: null })
    expect((await capture(paid)).postingText).toMatch(/^SAP refused it: .* does not exist/)
  })

  it('is stuck where the portal gave up, or where SAP has another amount under its number', async () => {
    const { succeeded, send, payment, capture, db, sap } = world
    const [late, other] = [await succeeded([], 100_000), await succeeded([], 200_000)]
    const wrong = payloadOf(await world.message(other))
    await sap.adapter().postPayment({ ...wrong, amount: 150_000, unallocated: 150_000 })
    await db('sap_outbox')
      .where({ ownerId: (await capture(late)).id })
      .update({ attempts: 8, status: 'RETRY' })
    await db('sap_outbox')
      .where({ ownerId: (await capture(other)).id })
      .update({ attempts: 1, status: 'RETRY' })
    sap.through(request =>
      request.path.includes('journalentry') ? Promise.reject(new Error('hung up')) : request.forward(),
    )
    await send()
    expect([(await payment(late)).postingStatus, (await payment(other)).postingStatus]).toEqual(['STUCK', 'STUCK'])
    expect((await capture(other)).postingText).toContain('but of ₹ 1,500.00 instead of ₹ 2,000.00')
  })

  it('of a test account never reaches a live SAP, also where SAP became live while it waited', async () => {
    const { succeeded, account, send, payment, capture, message, db, sap } = world
    const waiting = await succeeded([], 100_000)
    markSapLive(db)
    const held = await succeeded([], 200_000)
    expect(await message(held)).toBeUndefined()
    const live = await account({ gateway: 'PAYU', mode: 'LIVE' })
    const real = await succeeded([], 300_000, { accountId: live, gateway: 'PAYU' })
    await send()
    const states = [await payment(waiting), await payment(held), await payment(real)]
    expect(states.map(({ postingStatus }) => postingStatus)).toEqual(['NOT_DUE', 'NOT_DUE', 'POSTED'])
    expect((await capture(waiting)).postingText).toMatch(
      /^The payment account MOCK\d+ is for tests: its money is not real/,
    )
    expect((await message(waiting)).status).toBe('CANCELLED')
    expect(sap.asked.filter(one => one.startsWith('POST'))).toHaveLength(1)
  })
})

describe('a payment that failed', () => {
  it('is told to who paid by mail with the reason, and behind the bell unless they ended it themselves', async () => {
    const { planned, db } = world
    const failed = await planned([], 100_000, {
      status: 'FAILED',
      failureText: 'Card declined by the bank.',
      paidAt: null,
    })
    await transact(db, trx => mailFailure(trx, failed, systemAuthor('test')))
    const [mail] = await db('message_log')
    expect(mail).toMatchObject({ templateCode: 'PAYMENT_FAILED', toAddress: 'asha@buyer.example' })
    expect(mail.body).toContain('₹ 1,000.00')
    expect(mail.body).toContain('Card declined by the bank.')
    const own = { ...systemAuthor('test'), id: failed.userId }
    await transact(db, trx => mailFailure(trx, failed, own))
    expect(await db('notification').where({ userId: failed.userId })).toHaveLength(1)
    expect(await db('message_log')).toHaveLength(2)
  })
})
