import { afterAll, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { takeReturn } from '../../../api/payments/money/take-return.ts'
import { captureMessage } from '../../../api/payments/posting/capture-lines.ts'
import { transact } from '../../../api/platform/transact.ts'
import { callSap } from '../../../api/sap/sap-connection.ts'
import { paymentMaker } from '../../support/payments/posting-world.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'

const portal = await demoPortal()
const { db } = portal
afterAll(() => portal.close())
const payer = await db('user').where({ loginId: 'customer' }).first('id', 'customerId')
const maker = paymentMaker(db, { customerId: payer.customerId, userId: payer.id })
const { succeeded, message } = maker
const now = ({ id }: { id: number }) => db('payment_capture').where({ id }).first()
const [employeeId, otherEmployee]: number[] = await db('employee').orderBy('id').limit(2).pluck('id')
const finance = await personWith(portal, ['FINANCE'], { employeeId })
const secondLogin = await personWith(portal, ['FINANCE'], { employeeId })
const second = await personWith(portal, ['FINANCE'], { employeeId: otherEmployee })
const PATH = '/api/transaction-view/payment-captures'

async function take(who: ApiClient, action: string, { id }: { id: number }, asked?: object) {
  const { rowVersion } = await now({ id })
  return who.post(`${PATH}/actions`, { action, rows: [{ id, rowVersion }], ...(asked && { asked }) })
}
const refundNow = ({ id }: { id: number }) => db('refund').where({ id }).first()
async function takeOfReturn(who: ApiClient, action: string, { id }: { id: number }, asked?: object) {
  const { rowVersion } = await refundNow({ id })
  const body = { action, rows: [{ id, rowVersion }], ...(asked && { asked }) }
  return who.post('/api/transaction-view/payment-refunds/actions', body)
}
/** The capture of a payment that was paid. */
const paid = async (...given: Parameters<typeof succeeded>) => maker.capture(await succeeded(...given))
/** A capture on account that SAP has refused; the portal has stopped to send it. */
async function stuck(amount = 50_000) {
  const capture = await paid([], amount)
  await db('sap_outbox').where({ ownerType: 'CAPTURE', ownerId: capture.id }).update({ status: 'FAILED_BUSINESS' })
  const none = { sapAccountingDoc: null, sapFiscalYear: null, postedAt: null }
  await db('payment_capture')
    .where({ id: capture.id })
    .update({ postingStatus: 'STUCK', postingText: 'SAP refused it', ...none })
  return capture
}
/** Posts a payment in SAP as an accountant would, so that the portal does not know of it. */
const byHand = async (payment: Parameters<typeof captureMessage>[1], amount: number) => {
  const posted = { ...(await captureMessage(db, payment)), txnNo: `HAND${payment.id}`, amount, unallocated: amount }
  return callSap(db, sap => sap.postPayment(posted))
}

describe('a payment that is stuck', () => {
  it('is posted again by Finance, dated anew', async () => {
    const payment = await stuck()
    expect((await take(await personWith(portal, ['CSC_AGENT']), 'retryPosting', payment)).status).toBe(403)
    const answer = await take(finance, 'retryPosting', payment)
    expect(answer.status).toBe(201)
    await portal.runDue()
    expect((await now(payment)).postingStatus).toBe('POSTED')
    expect((await now(payment)).postingText).toBeNull()
    expect((await take(finance, 'retryPosting', payment)).status).toBe(409)
  })

  it('is not sent again while its message is young or on its way', async () => {
    const payment = await stuck()
    await db('payment_capture').where({ id: payment.id }).update({ postingStatus: 'QUEUED' })
    expect((await take(finance, 'retryPosting', payment)).body.message).toContain('after 30 minutes')
    await db('payment_capture').where({ id: payment.id }).update({ postingStatus: 'STUCK' })
    const lockedUntil = '9999-12-31T00:00:00.000Z'
    await db('sap_outbox')
      .where({ ownerId: payment.id, ownerType: 'CAPTURE' })
      .update({ status: 'SENDING', lockedUntil })
    expect((await take(finance, 'retryPosting', payment)).status).toBe(409)
  })

  it('counts as posted under the document that one person names and another confirms, and is not sent any more', async () => {
    const payment = await stuck()
    const { accountingDocument: sapAccountingDoc, fiscalYear: sapFiscalYear } = await byHand(payment, 50_000)
    expect((await take(finance, 'confirmPosted', payment)).status).toBe(409)
    const named = await take(finance, 'markPosted', payment, { sapAccountingDoc, sapFiscalYear })
    expect(named.status).toBe(201)
    expect(await now(payment)).toMatchObject({ postingStatus: 'STUCK', namedSapDoc: sapAccountingDoc })
    expect((await take(finance, 'confirmPosted', payment)).status).toBe(403)
    expect((await take(secondLogin, 'confirmPosted', payment)).status).toBe(403)
    expect((await take(second, 'confirmPosted', payment)).status).toBe(201)
    expect(await now(payment)).toMatchObject({
      postingStatus: 'MANUAL',
      sapAccountingDoc,
      sapFiscalYear,
      namedById: null,
    })
    expect((await message({ id: payment.transactionId })).status).toBe('CANCELLED')
  })

  it('is refused a document that SAP does not have, or that credits the customer with another amount', async () => {
    const payment = await stuck()
    const none = await take(finance, 'markPosted', payment, { sapAccountingDoc: '4711', sapFiscalYear: '2026' })
    expect(none.status).toBe(422)
    expect(none.body.message).toContain('SAP has no document 4711 of 2026 in company code 1000')
    const { accountingDocument, fiscalYear } = await byHand(payment, 40_000)
    const asked = { sapAccountingDoc: accountingDocument, sapFiscalYear: fiscalYear }
    const other = await take(finance, 'markPosted', payment, asked)
    expect(other.status).toBe(422)
    expect(other.body.message).toContain('₹ 400.00 instead of ₹ 500.00')
    await transact(db, async trx =>
      expect((await trx('payment_capture').where({ id: payment.id }).first()).namedById).toBeNull(),
    )
  })
})

describe('a move of money that SAP has not answered', () => {
  it('makes its capture stuck once it has waited as long as a setting says', async () => {
    const capture = await paid([], 45_000)
    await portal.runDue()
    const isStuck = async () => {
      const { body } = await finance.get(`${PATH}?id=${capture.id}&$select[]=isStuck`)
      return body.data[0].isStuck
    }
    const from = await db('sap_outbox').where({ ownerType: 'CAPTURE', ownerId: capture.id }).first()
    const waiting = (createdAt: string) => ({
      ...from,
      ...{ id: undefined, messageNo: `MV${createdAt.slice(14, 19)}`, idempotencyKey: `MOVE-${createdAt}`, createdAt },
      ...{ messageType: 'PAYMENT_TRANSFER', status: 'RETRY', nextAttemptAt: '2099-01-01T00:00:00.000Z' },
    })
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await db('sap_outbox').insert(waiting(minutesAgo(5)))
    expect(await isStuck()).toBe(false)
    await db('sap_outbox').insert(waiting(minutesAgo(45)))
    expect(await isStuck()).toBe(true)
  })
})

describe('a capture of before captures were posted', () => {
  it('has no message: it is posted by Finance, or counts under the document that two name', async () => {
    const [sent, named] = [await stuck(31_000), await stuck(32_000)]
    await db('sap_outbox')
      .where({ ownerType: 'CAPTURE' })
      .whereIn('ownerId', [sent.id, named.id])
      .update({ ownerId: 0 })
    await db('sap_outbox')
      .where({ ownerId: 0 })
      .update({ idempotencyKey: db.raw('messageNo') })
    expect((await take(finance, 'retryPosting', sent)).status).toBe(201)
    await portal.runDue()
    expect((await now(sent)).postingStatus).toBe('POSTED')
    const document = await byHand(named, 32_000)
    const asked = { sapAccountingDoc: document.accountingDocument, sapFiscalYear: document.fiscalYear }
    expect((await take(finance, 'markPosted', named, asked)).status).toBe(201)
    expect((await take(second, 'confirmPosted', named)).status).toBe(201)
    expect(await now(named)).toMatchObject({ postingStatus: 'MANUAL', sapAccountingDoc: document.accountingDocument })
  })
})

describe('a return that SAP has refused', () => {
  /** A chargeback of a capture that SAP has, which SAP has refused to post. */
  async function refusedReturn(amount = 60_000) {
    const capture = await paid([], amount)
    await portal.runDue()
    const returned = { kind: 'CHARGEBACK' as const, amount, eventId: `CB${capture.id}`, text: 'Taken back by the bank' }
    const row = await transact(db, trx => takeReturn(trx, capture.id, returned, systemAuthor('test')))
    const of = { ownerType: 'CAPTURE', ownerId: capture.id, messageType: 'REFUND_POST' }
    await db('sap_outbox').where(of).update({ status: 'FAILED_BUSINESS' })
    await db('refund').where({ id: row!.id }).update({ postingStatus: 'STUCK', postingText: 'SAP refused it' })
    return { capture, row: row! }
  }

  it('is posted again by Finance', async () => {
    const { row } = await refusedReturn()
    expect((await takeOfReturn(await personWith(portal, ['CSC_AGENT']), 'retryPosting', row)).status).toBe(403)
    expect((await takeOfReturn(finance, 'retryPosting', row)).status).toBe(201)
    await portal.runDue()
    expect(await refundNow(row)).toMatchObject({ postingStatus: 'POSTED', postingText: null })
    expect((await takeOfReturn(finance, 'retryPosting', row)).status).toBe(409)
  })

  it('counts under the document that one person names and another confirms, if it debits the customer so much', async () => {
    const { capture, row } = await refusedReturn(61_000)
    const credit = await byHand(capture, 61_000)
    const wrong = { sapDoc: credit.accountingDocument, sapYear: credit.fiscalYear }
    const denied = await takeOfReturn(finance, 'markPosted', row, wrong)
    expect([denied.status, denied.body.message]).toEqual([422, expect.stringContaining('credits the customer')])
    const back = {
      ...(await captureMessage(db, capture)),
      ...{ txnNo: `BACK${row.id}`, amount: -61_000, allocations: [], unallocated: -61_000 },
    }
    const document = await callSap(db, sap => sap.postPayment(back))
    const asked = { sapDoc: document.accountingDocument, sapYear: document.fiscalYear }
    expect((await takeOfReturn(finance, 'markPosted', row, asked)).status).toBe(201)
    expect((await takeOfReturn(finance, 'confirmPosted', row)).status).toBe(403)
    expect((await takeOfReturn(second, 'confirmPosted', row)).status).toBe(201)
    expect(await refundNow(row)).toMatchObject({ postingStatus: 'MANUAL', ...asked, namedById: null })
    const { status, sapDocumentNo } = await db('sap_outbox')
      .where({ ownerType: 'CAPTURE', ownerId: capture.id, messageType: 'REFUND_POST' })
      .first()
    expect([status, sapDocumentNo]).toEqual(['CANCELLED', asked.sapDoc])
  })
})

describe('a payment that SAP has not cleared', () => {
  const documentInSap = async (AccountingDocument: string, paise: number) => {
    const { code } = await db('customer').where({ id: payer.customerId }).first('code')
    const { status } = await portal.simulators.post('/sap/simulator/entity', {
      entitySet: 'A_OperationalAcctgDocItemCube',
      key: { CompanyCode: '1000', FiscalYear: '2026', AccountingDocument, AccountingDocumentItem: '001' },
      set: {
        ...{ FinancialAccountType: 'D', Customer: String(code).padStart(10, '0'), AccountingDocumentType: 'RV' },
        ...{ SpecialGLCode: '', AccountingDocumentCategory: '', CompanyCodeCurrency: 'INR', DebitCreditCode: 'S' },
        AmountInCompanyCodeCurrency: (paise / 100).toFixed(2),
        AmountInTransactionCurrency: (paise / 100).toFixed(2),
        ...{ ClearingAccountingDocument: '', ClearingDocFiscalYear: '', IsCleared: false },
        ...{ DocumentDate: '2026-10-01', NetDueDate: '2026-10-31', PostingDate: '2026-10-01' },
      },
    })
    expect(status).toBeLessThan(300)
  }

  it('is cleared again by Finance, one row a request, once SAP can; not while SAP has just been asked', async () => {
    const item = await maker.item(80_000)
    // SAP shows more of it than the payment settles: there is nothing to clear as a whole.
    await documentInSap(item.sapAccountingDoc!, 90_000)
    const payment = await paid([{ item, amount: 80_000 }])
    await portal.runDue()
    expect((await now(payment)).clearingRequest).toBe('DONE')
    expect((await take(await personWith(portal, ['CSC_AGENT']), 'retryClearing', payment)).status).toBe(403)
    expect((await take(finance, 'retryPosting', payment)).status).toBe(409)
    const { rowVersion } = await now(payment)
    const twice = [payment, await stuck()].map(({ id }) => ({ id, rowVersion }))
    const both = await finance.post(`${PATH}/actions`, { action: 'retryClearing', rows: twice })
    expect([both.status, both.body.errors[0].message]).toEqual([400, expect.stringContaining('rows must be one row')])

    await documentInSap(item.sapAccountingDoc!, 80_000)
    const answer = await take(finance, 'retryClearing', payment)
    expect([answer.status, answer.body.message]).toEqual([
      201,
      'The portal looks for the clearing in SAP first, and asks again if there is none.',
    ])
    expect(await now(payment)).toMatchObject({ clearingRequest: 'QUEUED', clearingText: null })
    const { payload } = await message({ id: payment.transactionId })
    const asked = typeof payload === 'string' ? JSON.parse(payload) : payload
    await portal.runDue()
    expect(await callSap(db, sap => sap.findClearing(asked))).toMatchObject({ clearingDocs: [expect.any(String)] })
    const again = await take(finance, 'retryClearing', payment)
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('after 30 minutes')])
    const history = await db('audit_entry').where({ entity: 'payment-capture', entityId: payment.id })
    expect(history.map(({ reason }) => reason)).toContain('Clear again')
  })
})
