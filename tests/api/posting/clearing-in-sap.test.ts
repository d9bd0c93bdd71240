import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { openItems } from '../../../api/payments/cart/cart-items.ts'
import { clearPayments } from '../../../api/payments/posting/clear-payments.ts'
import { createLog } from '../../../api/platform/log.ts'
import { clearingPull } from '../../../api/sap/documents/save-clearings.ts'
import { outstandingPull } from '../../../api/sap/documents/save-open-items.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { appSetting } from '../../../resources/settings/app-setting.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { postingWorld } from '../../support/payments/posting-world.ts'

const CLEARING = '/sap/bc/srt/scs_ext/sap/journalentrybulkclearingreques'
const log = createLog({ logLevel: 'silent' })
let world: Awaited<ReturnType<typeof postingWorld>>
beforeEach(async () => {
  world = await postingWorld()
})
afterEach(() => world.close())

const requests = () => world.sap.asked.filter(one => one === `POST ${CLEARING}`).length
const isRequest = ({ path }: { path: string }) => path === CLEARING

/** An open item of the customer in SAP, in paise. */
async function owed(amount: number): Promise<OutstandingItem> {
  const item = await world.item(amount)
  await inSap(item.sapAccountingDoc!, amount)
  return item
}
const inSap = (AccountingDocument: string, paise: number, more: object = {}) =>
  world.sap.control('entity', {
    entitySet: 'A_OperationalAcctgDocItemCube',
    key: { CompanyCode: '1000', FiscalYear: '2026', AccountingDocument, AccountingDocumentItem: '001' },
    set: {
      ...{ FinancialAccountType: 'D', Customer: '0000100123', AccountingDocumentType: 'RV', SpecialGLCode: '' },
      ...{ AccountingDocumentCategory: '', CompanyCodeCurrency: 'INR', DebitCreditCode: paise < 0 ? 'H' : 'S' },
      ...{
        AmountInCompanyCodeCurrency: (paise / 100).toFixed(2),
        AmountInTransactionCurrency: (paise / 100).toFixed(2),
      },
      ...{ ClearingAccountingDocument: '', ClearingDocFiscalYear: '', IsCleared: false },
      ...{ DocumentDate: '2026-10-01', NetDueDate: '2026-10-31', PostingDate: '2026-10-01', ...more },
    },
  })
const clearingMessage = () => world.db('sap_outbox').where({ messageType: 'PAYMENT_CLEAR' }).first()

/** A payment of a debit with tax and of a credit, which the portal has sent to SAP. */
async function posted() {
  const [debit, credit] = [await owed(1_000_000), await owed(-200_000)]
  const payment = await world.succeeded([
    { item: debit, amount: 990_000, tds: 10_000 },
    { item: credit, amount: -200_000 },
  ])
  return { payment, debit, credit }
}

/** Reads open items and clearings from SAP as the portal does by itself. */
async function read() {
  const means = { db: world.db, sap: world.sap.adapter(), log }
  for (const pull of [outstandingPull, clearingPull, outstandingPull]) {
    world.later(1)
    await sapRowReader(means, pull as never).read({ trigger: 'MANUAL', mode: 'FULL', requestedById: null })
  }
}

describe('what a posted payment settles', () => {
  it('is cleared by SAP on request, and counts as cleared once the items read from SAP show it', async () => {
    const { payment, debit } = await posted()
    await world.send()
    expect(await world.capture(payment)).toMatchObject({ postingStatus: 'POSTED', clearingRequest: 'QUEUED' })
    expect(await clearingMessage()).toMatchObject({
      ...{ idempotencyKey: `CLEAR-${payment.txnNo}`, status: 'RETRY', attempts: 1, errorClass: null },
      errorText: expect.stringContaining('processes it'),
    })
    world.later(2)
    await world.send()
    expect([requests(), (await clearingMessage()).status]).toEqual([1, 'DONE'])
    expect(await world.capture(payment)).toMatchObject({ postingStatus: 'POSTED', clearingRequest: 'DONE' })
    await clearPayments(world.db)
    expect((await world.capture(payment)).postingStatus).toBe('POSTED')
    await read()
    await clearPayments(world.db)
    const { postingStatus, sapClearingDoc } = await world.capture(payment)
    expect([postingStatus, sapClearingDoc]).toEqual(['CLEARED', (await clearingMessage()).sapDocumentNo])
    expect((await world.itemNow(debit)).lockedById).toBeNull()
  })

  it('is not paid with again: the payment’s own line in SAP is no credit to choose before SAP has cleared it', async () => {
    await exampleRow(world.db, appSetting, { key: 'sap.clear_payments', value: 'false', valueType: 'BOOL' })
    const { payment } = await posted()
    await world.send()
    await read()
    const { sapAccountingDoc, customerId } = await world.capture(payment)
    const rows = await rowsOf(world.db, uploadOutstanding, found => found.where({ customerId }))
    const own = rows.find(row => row.sapItem?.includes(`/${sapAccountingDoc}/`))!
    const shown = (await openItems(world.db, rows, '1000')).get(own.id)!.shown
    expect(shown).toMatchObject({ lockedByTxnNo: payment.txnNo, isPaid: true })
  })

  it('is not asked for a second time where the answer was lost, and SAP had done it', async () => {
    await posted()
    world.sap.through(async request => {
      if (!isRequest(request)) return request.forward()
      await request.forward()
      throw new Error('hung up')
    })
    await world.send()
    expect(await clearingMessage()).toMatchObject({ status: 'RETRY', errorClass: 'UNKNOWN' })
    world.sap.through(request => request.forward())
    world.later(2)
    await world.send()
    expect([requests(), (await clearingMessage()).status]).toEqual([1, 'DONE'])
  })

  it('is asked for again where SAP was dead, though only once its longest dialog step is over', async () => {
    await posted()
    world.sap.through(request => (isRequest(request) ? Promise.reject(new Error('dead')) : request.forward()))
    await world.send()
    world.sap.through(request => request.forward())
    world.later(5)
    await world.send()
    expect(requests()).toBe(1)
    world.later(6)
    await world.send()
    expect(requests()).toBe(2)
    world.later(2)
    await world.send()
    expect([requests(), (await clearingMessage()).status]).toEqual([2, 'DONE'])
  })

  it('is waited for where SAP does it minutes after its caller gave up', async () => {
    const { payment } = await posted()
    await world.sap.control('behaviour', { mode: 'commit-after-timeout', only: { service: 'clearing' }, times: 1 })
    await messageSender({ db: world.db, sap: world.sap.adapter(400), log }).drain()
    world.later(3)
    await world.send()
    world.later(2)
    await world.send()
    expect([requests(), (await world.capture(payment)).clearingRequest]).toEqual([1, 'DONE'])
  })

  it('is asked for once by three portals at the same time', { tags: ['locks'] }, async () => {
    await posted()
    const sender = () => messageSender({ db: world.db, sap: world.sap.adapter(), log }).drain()
    await Promise.all([sender(), sender(), sender()])
    world.later(2)
    await Promise.all([sender(), sender(), sender()])
    expect([requests(), (await clearingMessage()).status]).toEqual([1, 'DONE'])
  })

  it('is stuck, and is not asked for again by itself, where SAP takes the request and does not clear', async () => {
    const { payment, credit } = await posted()
    world.sap.through(async request => {
      // Somebody clears the credit in SAP just before the request comes, so that SAP refuses all of it.
      if (isRequest(request))
        await inSap(credit.sapAccountingDoc!, -200_000, { ClearingAccountingDocument: '1400099999' })
      return request.forward()
    })
    await world.send()
    for (const minutes of [5, 6, 30]) {
      world.later(minutes)
      await world.send()
    }
    expect(requests()).toBe(1)
    expect(await world.capture(payment)).toMatchObject({ postingStatus: 'POSTED', clearingRequest: 'STUCK' })
    expect((await world.capture(payment)).clearingText).toContain('SAP cleared')
    expect((await world.capture(payment)).clearingText).toContain('1400099999')
  })

  it('is stuck with its reason where SAP has not cleared when its longest dialog step is over', async () => {
    const { payment } = await posted()
    const taken = () => new Response('', { status: 202 })
    world.sap.through(async request => (isRequest(request) ? taken() : request.forward()))
    await world.send()
    world.later(11)
    await world.send()
    expect([requests(), (await clearingMessage()).status]).toEqual([1, 'FAILED_TECH'])
    expect((await world.capture(payment)).clearingText).toMatch(/^SAP took the clearing .* Message Dashboard says why/)
  })

  it('is stuck where SAP refuses the request', async () => {
    const { payment } = await posted()
    const refusal = JSON.stringify({ error: { code: 'F5/808', message: { value: 'Period 8 is closed.' } } })
    world.sap.through(async request =>
      isRequest(request) ? new Response(refusal, { status: 400 }) : request.forward(),
    )
    await world.send()
    expect(await clearingMessage()).toMatchObject({ status: 'FAILED_BUSINESS', sapMessageNo: '808' })
    expect(await world.capture(payment)).toMatchObject({
      ...{ postingStatus: 'POSTED', clearingRequest: 'STUCK' },
      clearingText: 'SAP refused it: Period 8 is closed. (F5/808)',
    })
  })

  it('is left to whoever clears in SAP by hand, where a setting says so, also while a request waits', async () => {
    const { payment } = await posted()
    const off = () => exampleRow(world.db, appSetting, { key: 'sap.clear_payments', value: 'false', valueType: 'BOOL' })
    world.sap.through(async request => {
      if (isRequest(request)) throw new Error('dead')
      return request.forward()
    })
    await world.send()
    await off()
    world.later(20)
    await world.send()
    expect([requests(), (await clearingMessage()).status]).toEqual([1, 'CANCELLED'])
    expect((await world.capture(payment)).clearingRequest).toBe('NONE')
    world.sap.through(request => request.forward())
    const later = await posted()
    await world.send()
    expect(await world.capture(later.payment)).toMatchObject({ postingStatus: 'POSTED', clearingRequest: 'NONE' })
    expect(requests()).toBe(1)
  })

  it('is not asked of SAP where it is money on account, an item of a file, or a part of an item', async () => {
    const fromFile = await world.item(50_000, { sapItem: null, source: 'UPLOAD' })
    const [account, ofFile] = [
      await world.succeeded([], 70_000),
      await world.succeeded([{ item: fromFile, amount: 50_000 }]),
    ]
    const part = await world.succeeded([{ item: await owed(100_000), amount: 40_000 }])
    await world.send()
    const asked = [account, ofFile, part].map(async one => (await world.capture(one)).clearingRequest)
    expect(await Promise.all(asked)).toEqual(['NONE', 'NONE', 'DONE'])
    expect(requests()).toBe(0)
  })
})
