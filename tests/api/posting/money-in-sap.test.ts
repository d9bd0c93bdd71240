import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows, updateRow } from '../../../api/derive/save/write.ts'
import { openItems } from '../../../api/payments/cart/cart-items.ts'
import { lockPayment } from '../../../api/payments/lock-payment.ts'
import { liveRows, lockCapture, moveMoney, type Placed } from '../../../api/payments/money/ledger.ts'
import { recountPayment } from '../../../api/payments/money/recount.ts'
import { takeCapture } from '../../../api/payments/money/take-capture.ts'
import { clearPayments } from '../../../api/payments/posting/clear-payments.ts'
import { postMove, postReturn, reverseReturn } from '../../../api/payments/posting/post-money.ts'
import { findSapDifferences } from '../../../api/payments/posting/posted-in-sap.ts'
import { findPostingDifferences } from '../../../api/payments/posting/posting-book.ts'
import { now } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { clearingPull } from '../../../api/sap/documents/save-clearings.ts'
import { outstandingPull } from '../../../api/sap/documents/save-open-items.ts'
import { entitySet } from '../../../api/sap/identity/entity-sets.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { connectSap } from '../../../api/sap/sap-connection.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import type { RefundKind } from '../../../resources/payments/settlement-words.ts'
import { postingWorld } from '../../support/payments/posting-world.ts'

const author = systemAuthor('test')
const log = createLog({ logLevel: 'silent' })
let world: Awaited<ReturnType<typeof postingWorld>>
beforeEach(async () => {
  world = await postingWorld()
})
afterEach(() => world.close())

const cube = entitySet('API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube')
const CLEARING_DOC = /^\d+$/

/** An open invoice of the customer in SAP and in the portal, in paise. */
async function owed(amount: number): Promise<OutstandingItem> {
  const item = await world.item(amount)
  await world.sap.control('entity', {
    entitySet: 'A_OperationalAcctgDocItemCube',
    key: {
      ...{ CompanyCode: '1000', FiscalYear: '2026', AccountingDocument: item.sapAccountingDoc! },
      AccountingDocumentItem: '001',
    },
    set: {
      ...{ FinancialAccountType: 'D', Customer: '0000100123', AccountingDocumentType: 'RV', SpecialGLCode: '' },
      ...{ AccountingDocumentCategory: '', CompanyCodeCurrency: 'INR', DebitCreditCode: 'S' },
      AmountInCompanyCodeCurrency: (amount / 100).toFixed(2),
      AmountInTransactionCurrency: (amount / 100).toFixed(2),
      ...{ ClearingAccountingDocument: '', ClearingDocFiscalYear: '', IsCleared: false },
      ...{ DocumentDate: '2026-10-01', NetDueDate: '2026-10-31', PostingDate: '2026-10-01' },
    },
  })
  return item
}

/** The lines of SAP's documents with this reference: type, account, rupees, and what each is assigned to. */
async function documentOf(reference: string) {
  const pages = world.sap.adapter().pages(cube, { filter: `DocumentReferenceID eq '${reference}'` })
  return (await Array.fromAsync(pages))
    .flatMap(({ rows }) => rows)
    .map(row => [
      row.AccountingDocumentType,
      row.FinancialAccountType === 'D' ? 'customer' : String(row.GLAccount).replace(/^0+/, ''),
      Number(row.AmountInTransactionCurrency),
      row.AssignmentReference ?? '',
    ])
}
const assignment = ({ sapAccountingDoc }: OutstandingItem) => `${sapAccountingDoc}2026001`

/** What SAP shows as open on the customer's account, in rupees. */
async function openInSap(): Promise<number[]> {
  const filter = `Customer eq '0000100123' and ClearingAccountingDocument eq ''`
  const rows = (await Array.fromAsync(world.sap.adapter().pages(cube, { filter }))).flatMap(page => page.rows)
  return rows.map(row => Number(row.AmountInTransactionCurrency)).toSorted((one, other) => one - other)
}

/** Moves rupees of a capture, from these rows to others. */
async function move(
  captureId: number,
  to: readonly Placed[],
  from: 'ITEM' | 'ON_ACCOUNT' | 'TO_REFUND' | null = 'ON_ACCOUNT',
) {
  await transact(world.db, async trx => {
    const { capture } = await lockCapture(trx, captureId)
    const rows = (await liveRows(trx, [captureId])).filter(({ target }) => target === from)
    await moveMoney(trx, capture, { from: rows, to }, author)
    await recountPayment(trx, capture.transactionId, author)
    await postMove(trx, captureId)
  })
}
const onItem = ({ id: itemId, documentNo, balanceAmount }: OutstandingItem, amount: number, tdsAmount = 0): Placed => ({
  ...{ target: 'ITEM', itemId, documentNo, amount, tdsAmount, balanceBefore: balanceAmount },
})
const onAccount = (amount: number): Placed => ({ target: 'ON_ACCOUNT', amount })

/** Has money of a capture go back: from its items where `from` says so, else what has no place. */
async function giveBack(
  capture: Pick<PaymentCapture, 'id'>,
  amount: number,
  {
    kind = 'REFUND',
    from = null,
    rest = [],
  }: { kind?: RefundKind; from?: 'ITEM' | 'ON_ACCOUNT' | null; rest?: Placed[] } = {},
): Promise<Refund> {
  return transact(world.db, async trx => {
    const { capture: locked } = await lockCapture(trx, capture.id)
    const { transactionId, customerId } = locked
    const n = (await trx('refund').count({ n: '*' }).first())!.n
    const [row] = await insertRows(
      trx,
      refund,
      [
        {
          ...{ refundNo: `PR2627${String(Number(n) + 1).padStart(7, '0')}`, captureId: capture.id, transactionId },
          ...{ customerId, kind, how: 'GATEWAY', amount, status: 'SETTLED', reason: 'Told by the gateway' },
          ...{ settledAt: now(), askCount: 0, postingStatus: 'NOT_DUE' },
        },
      ],
      author,
    )
    const rows = (await liveRows(trx, [capture.id])).filter(({ target }) => target === from)
    if (kind !== 'CHARGEBACK_WON') {
      const to: Placed[] = [{ target: 'TO_REFUND', amount, refundId: row!.id }, ...rest]
      await moveMoney(trx, locked, { from: rows, to }, author)
    }
    await recountPayment(trx, transactionId, author)
    await postReturn(trx, row!)
    return row!
  })
}
const refundNow = async ({ id }: { id: number }): Promise<Refund> =>
  (await rowsOf(world.db, refund, rows => rows.where({ id })))[0]!
const postings = async () => (await world.db('sap_outbox').orderBy('id')).map(({ messageType }) => messageType)

/** Sends what waits, and gives SAP the minutes that it takes to clear. */
async function sendAll() {
  for (let round = 0; round < 4; round++) {
    await world.send()
    world.later(2)
  }
}

/** Reads open items and clearings from SAP as the portal does by itself. */
async function read() {
  const means = { db: world.db, sap: world.sap.adapter(), log }
  for (const pull of [outstandingPull, clearingPull, outstandingPull]) {
    world.later(1)
    await sapRowReader(means, pull as never).read({ trigger: 'MANUAL', mode: 'FULL', requestedById: null })
  }
}

/** A payment of 1,180.50 on account that SAP has. */
async function onAccountInSap(amount = 118_050): Promise<PaymentCapture> {
  const payment = await world.succeeded([], amount)
  await sendAll()
  return world.capture(payment)
}

describe('a capture in rupees', () => {
  it('is posted at once, what nobody has decided as a line on account', async () => {
    const { planned, captured, send, db } = world
    const payment = await planned([{ item: await owed(118_050), amount: 118_050 }])
    const capture = await captured(payment, { amount: 10_000 })
    expect(capture).toMatchObject({ fit: 'SHORT', unresolvedAmount: 10_000, postingStatus: 'QUEUED' })
    await send()
    expect(await documentOf(payment.txnNo)).toEqual([
      ['DZ', '113100', 100, ''],
      ['DZ', 'customer', -100, ''],
    ])
    expect(await findPostingDifferences(db)).toEqual([])
  })

  it('is one document of its own for each, the second under a reference of its own', async () => {
    const payment = await world.succeeded([], 50_000)
    const second = await world.captured(payment)
    expect(second.sapReference).toBe(`${payment.txnNo.slice(-13)}C2`)
    await world.send()
    expect(await documentOf(second.sapReference)).toEqual([
      ['DZ', '113100', 500, ''],
      ['DZ', 'customer', -500, ''],
    ])
    const keys = (await world.db('sap_outbox').orderBy('id')).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toEqual([`PAY-${payment.txnNo}`, `PAY-${second.sapReference}`])
  })

  it('in another currency is never posted by the portal, nor what is done with it', async () => {
    const payment = await world.planned([], 50_000)
    const foreign = await world.captured(payment, { currency: 'USD' })
    expect(foreign).toMatchObject({ fit: 'FOREIGN', postingStatus: 'NOT_DUE' })
    await giveBack(foreign, 50_000)
    expect(await postings()).toEqual([])
  })
})

describe('money on account that is applied later', () => {
  it('is only cleared where it is the whole of the item: SAP gets no document more', async () => {
    const capture = await onAccountInSap()
    const item = await owed(118_050)
    await move(capture.id, [onItem(item, 118_050)])
    expect((await world.allocations({ id: capture.transactionId }))[0]).toMatchObject({ sapLine: 'ACCOUNT' })
    await sendAll()
    expect(await postings()).toEqual(['PAYMENT_POST', 'PAYMENT_CLEAR'])
    expect(await openInSap()).toEqual([])
    await read()
    await clearPayments(world.db)
    expect(await world.capture({ id: capture.transactionId })).toMatchObject({ postingStatus: 'CLEARED' })
    expect((await world.itemNow(item)).lockedById).toBeNull()
    expect(await findPostingDifferences(world.db)).toEqual([])
  })

  it('is moved by a document of its own where it is a part, and cleared with its item', async () => {
    const capture = await onAccountInSap()
    const item = await owed(100_000)
    await move(capture.id, [onItem(item, 100_000), onAccount(18_050)])
    await sendAll()
    expect(await documentOf(`${capture.sapReference}D1`)).toEqual([
      ['DA', 'customer', 1180.5, ''],
      ['DA', 'customer', -1000, assignment(item)],
      ['DA', 'customer', -180.5, ''],
    ])
    expect(await openInSap()).toEqual([-180.5])
    const next = await owed(10_000)
    await move(capture.id, [onItem(next, 10_000), onAccount(8_050)])
    await sendAll()
    expect(await documentOf(`${capture.sapReference}D2`)).toHaveLength(3)
    expect(await openInSap()).toEqual([-80.5])
    expect(await findPostingDifferences(world.db)).toEqual([])
  })

  it('takes the tax with it that is deducted on the item', async () => {
    const capture = await onAccountInSap(99_000)
    const item = await owed(100_000)
    await move(capture.id, [onItem(item, 99_000, 1_000)])
    await sendAll()
    expect(await documentOf(`${capture.sapReference}D1`)).toEqual([
      ['DA', '125600', 10, ''],
      ['DA', 'customer', 990, ''],
      ['DA', 'customer', -1000, assignment(item)],
    ])
    expect(await openInSap()).toEqual([])
  })

  it('waits until SAP has the capture, and two moves in a row become one', async () => {
    const payment = await world.succeeded([], 118_050)
    const { id, sapReference } = await world.capture(payment)
    const [one, other] = [await owed(50_000), await owed(40_000)]
    await move(id, [onItem(one, 50_000), onAccount(68_050)])
    await move(id, [onItem(other, 40_000), onAccount(28_050)])
    expect(await postings()).toEqual(['PAYMENT_POST'])
    await sendAll()
    expect(await documentOf(`${sapReference}D1`)).toHaveLength(4)
    expect(await openInSap()).toEqual([-280.5])
  })

  it('goes back to the account from an item that is not cleared, and the tax with its last rupee', async () => {
    const item = await owed(100_000)
    const payment = await world.succeeded([{ item, amount: 99_000, tds: 1_000 }])
    const { id, sapReference } = await world.capture(payment)
    world.sap.through(async request =>
      request.path.includes('bulkclearing') ? new Response('', { status: 202 }) : request.forward(),
    )
    await world.send()
    await move(id, [onItem(item, 49_000, 1_000), onAccount(50_000)], 'ITEM')
    for (let round = 0; round < 8; round++) {
      world.later(3)
      await world.send()
    }
    expect(await documentOf(`${sapReference}D1`)).toEqual([
      ['DA', 'customer', 1000, assignment(item)],
      ['DA', 'customer', -500, assignment(item)],
      ['DA', 'customer', -500, ''],
    ])
    world.sap.through(request => request.forward())
    await transact(world.db, async trx => {
      const { capture } = await lockCapture(trx, id)
      const rows = (await liveRows(trx, [id])).filter(({ target }) => target === 'ITEM')
      await moveMoney(trx, capture, { from: rows, to: [onAccount(49_000)] }, author)
      await recountPayment(trx, capture.transactionId, author)
      await postMove(trx, id)
    })
    for (let round = 0; round < 8; round++) {
      world.later(3)
      await world.send()
    }
    expect(await documentOf(`${sapReference}D2`)).toEqual([
      ['DA', '125600', -10, ''],
      ['DA', 'customer', 500, assignment(item)],
      ['DA', 'customer', 500, ''],
      ['DA', 'customer', -990, ''],
    ])
    expect(await openInSap()).toEqual([-990, 1000])
    expect(await findPostingDifferences(world.db)).toEqual([])
  })

  it('is stuck with SAP’s reason where SAP refuses the move; the capture stays posted, and a new move mends it', async () => {
    const capture = await onAccountInSap()
    const gone = await world.item(30_000)
    await move(capture.id, [onItem(gone, 30_000), onAccount(88_050)])
    await world.send()
    const stuck = await world.capture({ id: capture.transactionId })
    expect(stuck).toMatchObject({ postingStatus: 'STUCK', sapAccountingDoc: capture.sapAccountingDoc })
    expect(stuck.postingText).toMatch(/does not exist/)
    expect(await world.payment({ id: capture.transactionId })).toMatchObject({ postingStatus: 'STUCK' })
    await clearPayments(world.db)
    expect(await postings()).toEqual(['PAYMENT_POST', 'PAYMENT_TRANSFER'])
    await transact(world.db, async trx => {
      const { capture: locked } = await lockCapture(trx, capture.id)
      const rows = await liveRows(trx, [capture.id])
      await moveMoney(trx, locked, { from: rows, to: [onAccount(118_050)] }, author)
      await recountPayment(trx, capture.transactionId, author)
      await postMove(trx, capture.id)
    })
    expect(await world.capture({ id: capture.transactionId })).toMatchObject({
      postingStatus: 'POSTED',
      postingText: null,
    })
    expect(await findPostingDifferences(world.db)).toEqual([])
  })

  it('is in no cart: neither as a credit nor as a debit of its moves', async () => {
    const capture = await onAccountInSap()
    const part = await owed(200_000)
    await move(capture.id, [onItem(part, 50_000), onAccount(68_050)])
    world.sap.through(async request =>
      request.path.includes('bulkclearing') ? new Response('', { status: 202 }) : request.forward(),
    )
    await world.send()
    await read()
    const rows = await rowsOf(world.db, uploadOutstanding, found => found.where({ isActive: 1 }))
    const own = rows.filter(({ id, sapItem }) => id !== part.id && !sapItem?.includes(part.sapAccountingDoc!))
    expect(own.length).toBeGreaterThan(1)
    const shown = await openItems(world.db, own, '1000')
    const { txnNo } = await world.payment({ id: capture.transactionId })
    for (const { id } of own) expect(shown.get(id)!.shown).toMatchObject({ lockedByTxnNo: txnNo })
  })
})

describe('money that went back', () => {
  it('is a document back to the gateway’s account under the number of the refund, cleared with its credit', async () => {
    const capture = await onAccountInSap()
    const row = await giveBack(capture, 118_050, { from: 'ON_ACCOUNT' })
    expect(await refundNow(row)).toMatchObject({ postingStatus: 'QUEUED' })
    await sendAll()
    expect(await documentOf(row.refundNo)).toEqual([
      ['DZ', '113100', -1180.5, ''],
      ['DZ', 'customer', 1180.5, ''],
    ])
    const { sapDoc, sapYear, postingStatus } = await refundNow(row)
    expect([sapDoc, sapYear, postingStatus]).toEqual([expect.stringMatching(CLEARING_DOC), '2026', 'POSTED'])
    expect(await openInSap()).toEqual([])
    expect(await findPostingDifferences(world.db)).toEqual([])
  })

  it('in two equal parts is two documents, and leaves the item open by both', async () => {
    const item = await owed(11_800_000)
    const payment = await world.succeeded([{ item, amount: 11_800_000 }])
    const capture = await world.capture(payment)
    world.sap.through(async request =>
      request.path.includes('bulkclearing') ? new Response('', { status: 202 }) : request.forward(),
    )
    await world.send()
    await giveBack(capture, 50_000, { from: 'ITEM', rest: [onItem(item, 11_750_000)] })
    await giveBack(capture, 50_000, { from: 'ITEM', rest: [onItem(item, 11_700_000)] })
    world.sap.through(request => request.forward())
    for (let round = 0; round < 10; round++) {
      world.later(3)
      await world.send()
    }
    expect(await documentOf('PR26270000001')).toContainEqual(['DZ', '113100', -500, ''])
    expect(await documentOf('PR26270000002')).toContainEqual(['DZ', '113100', -500, ''])
    expect(await openInSap()).toEqual([-117_000, 118_000])
    expect(await findPostingDifferences(world.db)).toEqual([])
  })

  it('of a cleared item waits until Finance has reset the clearing in SAP and the portal has read that', async () => {
    const item = await owed(118_050)
    const payment = await world.succeeded([{ item, amount: 118_050 }])
    await sendAll()
    await read()
    await clearPayments(world.db)
    const capture = await world.capture(payment)
    expect(capture.postingStatus).toBe('CLEARED')
    const row = await giveBack(capture, 118_050, { kind: 'CHARGEBACK', from: 'ITEM' })
    expect(await refundNow(row)).toMatchObject({
      ...{ postingStatus: 'STUCK' },
      postingText: `Reset the clearing of ${item.sapAccountingDoc} in SAP first: document ${capture.sapClearingDoc} cleared it`,
    })
    await clearPayments(world.db)
    expect(await postings()).not.toContain('REFUND_POST')
    await world.sap.control('documents', { command: 'reset-clearing', clearingDocument: capture.sapClearingDoc })
    await read()
    await clearPayments(world.db)
    await sendAll()
    expect(await documentOf(row.refundNo)).toEqual([
      ['DZ', '113100', -1180.5, ''],
      ['DZ', 'customer', 1180.5, assignment(item)],
    ])
    expect(await refundNow(row)).toMatchObject({ postingStatus: 'POSTED', postingText: null })
    expect(await openInSap()).toEqual([1180.5])
  })

  it('only asks for a reset in SAP once it is decided: not for a refund that somebody proposes of a cleared item', async () => {
    const item = await owed(118_050)
    const payment = await world.succeeded([{ item, amount: 118_050 }])
    await sendAll()
    await read()
    await clearPayments(world.db)
    const { id } = await world.capture(payment)
    await move(id, [], 'ITEM')
    expect(await world.capture(payment)).toMatchObject({ unresolvedAmount: 118_050, postingStatus: 'CLEARED' })
    await transact(world.db, async trx => {
      const { capture } = await lockCapture(trx, id)
      await moveMoney(trx, capture, { to: [onAccount(118_050)] }, author)
      await recountPayment(trx, payment.id, author)
      await postMove(trx, id)
    })
    expect(await world.capture(payment)).toMatchObject({
      postingStatus: 'STUCK',
      postingText: expect.stringMatching(/^Reset the clearing of \S+ in SAP first/),
    })
  })

  it('and was won again is a credit on account once more', async () => {
    const capture = await onAccountInSap()
    await giveBack(capture, 118_050, { kind: 'CHARGEBACK', from: 'ON_ACCOUNT' })
    await sendAll()
    const won = await giveBack(capture, 118_050, { kind: 'CHARGEBACK_WON' })
    await sendAll()
    expect(await documentOf(won.refundNo)).toEqual([
      ['DZ', '113100', 1180.5, ''],
      ['DZ', 'customer', -1180.5, ''],
    ])
    expect(await openInSap()).toEqual([-1180.5])
    expect(await world.payment({ id: capture.transactionId })).toMatchObject({ status: 'CHECKING' })
  })

  it('by the gateway itself before SAP ever had it is nothing in SAP', async () => {
    const payment = await world.planned([], 118_050)
    const capture = await transact(world.db, async trx => {
      const facts = { gatewayTxnId: 'GWAUTO', amount: 118_050, currency: 'INR' }
      return (
        await takeCapture(trx, await lockPayment(trx, payment.id), facts, { via: 'POLL', isReturned: true }, author)
      ).capture
    })
    const row = await giveBack(capture, 118_050, { kind: 'AUTO_REFUND' })
    expect(await postings()).toEqual([])
    expect(await refundNow(row)).toMatchObject({ postingStatus: 'NOT_DUE' })
    expect(await findPostingDifferences(world.db)).toEqual([])
  })

  it('whose refund failed after all is reversed, and on account again', async () => {
    const capture = await onAccountInSap()
    world.sap.through(async request =>
      request.path.includes('bulkclearing') ? new Response('', { status: 202 }) : request.forward(),
    )
    const row = await giveBack(capture, 18_050, { from: 'ON_ACCOUNT', rest: [onAccount(100_000)] })
    await world.send()
    const { sapDoc } = await refundNow(row)
    const fail = () =>
      transact(world.db, async trx => {
        const failed = await updateRow(trx, refund, await refundNow(row), { status: 'FAILED' }, author)
        const { capture: locked } = await lockCapture(trx, capture.id)
        const back = (await liveRows(trx, [capture.id])).filter(({ target }) => target === 'TO_REFUND')
        await moveMoney(trx, locked, { from: back, to: [] }, author)
        await recountPayment(trx, capture.transactionId, author)
        await reverseReturn(trx, failed, author)
      })
    await fail()
    for (let round = 0; round < 8; round++) {
      world.later(3)
      await world.send()
    }
    expect(await refundNow(row)).toMatchObject({ postingStatus: 'REVERSED', sapDoc })
    expect(await openInSap()).toEqual([-1180.5])
    expect(await findPostingDifferences(world.db)).toEqual([])
  })

  it('is searched for in SAP before it is sent a second time', async () => {
    const capture = await onAccountInSap()
    const isPosting = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && path.includes('journalentrycreate')
    const row = await giveBack(capture, 118_050, { from: 'ON_ACCOUNT' })
    let sent = 0
    world.sap.through(async request => {
      if (!isPosting(request)) return request.forward()
      sent += 1
      await request.forward()
      throw new Error('hung up')
    })
    await world.send()
    world.sap.through(request => {
      if (isPosting(request)) sent += 1
      return request.forward()
    })
    world.later(2)
    await world.send()
    expect([sent, (await refundNow(row)).postingStatus]).toEqual([1, 'POSTED'])
  })
})

describe('the book of what SAP holds', () => {
  it('names a document that accounting reversed or that credits another amount, and nothing where all is as sent', async () => {
    connectSap(world.db, world.sap.adapter())
    const capture = await onAccountInSap()
    const row = await giveBack(capture, 18_050, { from: 'ON_ACCOUNT', rest: [onAccount(100_000)] })
    await sendAll()
    expect(await findSapDifferences(world.db)).toEqual([])
    const { sapDoc } = await refundNow(row)
    const line = (AccountingDocument: string, AccountingDocumentItem: string, set: object) =>
      world.sap.control('entity', {
        entitySet: 'A_OperationalAcctgDocItemCube',
        key: { CompanyCode: '1000', FiscalYear: '2026', AccountingDocument, AccountingDocumentItem },
        set,
      })
    await line(sapDoc!, '002', { AmountInTransactionCurrency: '1000.00' })
    await line(capture.sapAccountingDoc!, '002', { IsReversed: true })
    expect(await findSapDifferences(world.db)).toEqual([
      `SAP has no document ${capture.sapAccountingDoc} of 2026 for ${capture.sapReference} any more`,
      `SAP has ₹ 0.00 instead of \u2212₹ 180.50 in document ${sapDoc} of 2026 for ${row.refundNo}`,
    ])
    world.later(15 * 24 * 60)
    expect(await findSapDifferences(world.db)).toEqual([])
  })
})

describe('the book of what SAP was sent', () => {
  it('names a capture that is posted with another amount, one that is not posted, and a return without a document', async () => {
    const capture = await onAccountInSap()
    const row = await giveBack(capture, 18_050, { from: 'ON_ACCOUNT', rest: [onAccount(100_000)] })
    await sendAll()
    expect(await findPostingDifferences(world.db)).toEqual([])
    const name = `Capture ${capture.gatewayTxnId} (${capture.sapReference})`
    await world.db('sap_outbox').where({ messageType: 'REFUND_POST' }).update({ ownerId: 99 })
    await world.db('refund').where({ id: row.id }).update({ postingStatus: 'QUEUED' })
    expect(await findPostingDifferences(world.db)).toEqual([
      `${name} has no document of return ${row.refundNo} in SAP, nor a message`,
    ])
    await world.db('payment_capture').where({ id: capture.id }).update({ amount: 90_000 })
    expect(await findPostingDifferences(world.db)).toEqual([`${name} of ₹ 900.00 goes to SAP with ₹ 1,180.50`])
    await world.db('sap_outbox').update({ ownerId: 99 })
    expect(await findPostingDifferences(world.db)).toContain(`${name} has 0 postings in SAP instead of 1`)
  })
})
