import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closePaymentTasks } from '../../../api/payments/close-task.ts'
import { clearPayments } from '../../../api/payments/posting/clear-payments.ts'
import { recordPosted } from '../../../api/payments/posting/settle-posting.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { clearingPull } from '../../../api/sap/documents/save-clearings.ts'
import { outstandingPull } from '../../../api/sap/documents/save-open-items.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import type { OutstandingItem } from '../../../resources/masters/upload-outstanding.ts'
import { postingWorld, type Settled } from '../../support/payments/posting-world.ts'
import { stubSap } from '../../support/sap/rows.ts'

type Wire = Record<string, unknown>

const cube = 'API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube'
const PAYMENT_DOC = '1400000009'
const log = createLog({ logLevel: 'silent' })
let world: Awaited<ReturnType<typeof postingWorld>>
beforeEach(async () => {
  world = await postingWorld()
})
afterEach(() => world.close())

const day = (text: string) => `/Date(${Date.parse(`${text}T00:00:00Z`)})/`

/** An item of SAP as it comes over the wire; the amount in rupees. */
const wire = (document: string, rupees: number, more: Wire = {}): Wire => ({
  ...{ CompanyCode: '1000', FiscalYear: '2026', AccountingDocument: document, AccountingDocumentItem: '001' },
  ...{ AccountingDocumentCategory: '', AccountingDocumentType: 'RV', FinancialAccountType: 'D', SpecialGLCode: '' },
  ...{ DebitCreditCode: rupees < 0 ? 'H' : 'S', AmountInCompanyCodeCurrency: `${Math.abs(rupees)}.00` },
  ...{ CompanyCodeCurrency: 'INR', Customer: '0000100123', BillingDocument: '', DocumentReferenceID: '' },
  ...{ ClearingAccountingDocument: '', ClearingDocFiscalYear: '', ClearingDate: null, ClearingCreationDate: null },
  ...{ DocumentDate: day('2026-10-01'), NetDueDate: day('2026-10-31') },
  ...{ InvoiceReference: '', InvoiceReferenceFiscalYear: '0000', InvoiceItemReference: '000' },
  ...more,
})
const cleared = {
  ...{ ClearingAccountingDocument: PAYMENT_DOC, ClearingDocFiscalYear: '2026' },
  ...{ ClearingDate: day('2026-11-20'), ClearingCreationDate: day('2026-11-20') },
}
const referringTo = (document: string) => ({
  ...{ InvoiceReference: document, InvoiceReferenceFiscalYear: '2026', InvoiceItemReference: '001' },
})

/** Reads what SAP holds: its open items, its clearings, and its open items once more. */
async function read(...rows: Wire[]) {
  const means = { db: world.db, sap: stubSap({ [cube]: rows }), log }
  const how = { trigger: 'MANUAL', mode: 'FULL', requestedById: null } as const
  world.later(1)
  await sapRowReader(means, outstandingPull).read(how)
  await sapRowReader(means, clearingPull).read(how)
  world.later(1)
  await sapRowReader(means, outstandingPull).read(how)
}

/** Another customer’s items, so that a list of open items is never empty. */
const others = [wire('1999999991', 77), wire('1999999992', 88)]
/** Open items of these rupees, as SAP has them. */
async function listed(...rupees: number[]): Promise<OutstandingItem[]> {
  const rows = rupees.map((each, at) => wire(`18000001${at}0`, each))
  await read(...rows, ...others)
  const keys = rows.map(row => `1000/2026/${row.AccountingDocument}/1`)
  const items = await world.db('upload_outstanding').whereIn('sapItem', keys).orderBy('sapItem')
  return items.map(item => ({ ...item, isActive: true, isDisputed: false }))
}
const itemOf = async ({ id }: OutstandingItem) => ({
  ...(await world.itemNow({ id })),
  isActive: true,
  isDisputed: false,
})
async function posted(settled: readonly Settled[], unallocated = 0) {
  const payment = await world.succeeded(settled, unallocated)
  const document = { accountingDocument: PAYMENT_DOC, companyCode: '1000', fiscalYear: '2026' }
  await transact(world.db, async trx => recordPosted(trx, (await world.capture(payment)).id, document, sapAuthor))
  return payment
}
const states = async (payment: { id: number }) => [
  (await world.capture(payment)).postingStatus,
  ...(await world.allocations(payment)).map(({ clearingStatus }) => clearingStatus),
]

describe('a payment that SAP has posted', () => {
  it('is cleared, and its items are free, once SAP cleared all that it settles', async () => {
    const [debit, credit] = await listed(1_180, -180)
    const payment = await posted([
      { item: debit!, amount: 116_820, tds: 1_180 },
      { item: credit!, amount: -18_000 },
    ])
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['POSTED', 'OPEN', 'OPEN'])
    await read(wire(debit!.sapAccountingDoc!, 1_180, cleared), wire(credit!.sapAccountingDoc!, -180), ...others)
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['POSTED', 'CLEARED', 'OPEN'])
    expect((await world.itemNow(debit!)).lockedById).toBeNull()
    expect((await world.itemNow(credit!)).lockedById).toBe(payment.id)
    await read(
      wire(debit!.sapAccountingDoc!, 1_180, cleared),
      wire(credit!.sapAccountingDoc!, -180, cleared),
      ...others,
    )
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['CLEARED', 'CLEARED', 'CLEARED'])
    expect((await world.capture(payment)).sapClearingDoc).toBe(PAYMENT_DOC)
    expect(await clearPayments(world.db)).toBe(0)
  })

  it('of a part is cleared once a list of open items begun after the posting shows the rest', async () => {
    const [debit] = await listed(1_000)
    const payment = await world.succeeded([{ item: debit!, amount: 40_000 }])
    const part = wire(PAYMENT_DOC, -400, referringTo(debit!.sapAccountingDoc!))
    await read(wire(debit!.sapAccountingDoc!, 1_000), part, ...others)
    const document = { accountingDocument: PAYMENT_DOC, companyCode: '1000', fiscalYear: '2026' }
    await transact(world.db, async trx => recordPosted(trx, (await world.capture(payment)).id, document, sapAuthor))
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['POSTED', 'OPEN'])
    await read(wire(debit!.sapAccountingDoc!, 1_000), part, ...others)
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['CLEARED', 'CLEARED'])
    expect(await world.itemNow(debit!)).toMatchObject({ balanceAmount: 60_000, lockedById: null })
  })

  it('is short where SAP took less for an item than was paid: Finance gets one task', async () => {
    const [debit] = await listed(1_000)
    const payment = await posted([{ item: debit!, amount: 100_000 }])
    const part = wire(PAYMENT_DOC, -900, referringTo(debit!.sapAccountingDoc!))
    await read(wire(debit!.sapAccountingDoc!, 1_000), part, ...others)
    await clearPayments(world.db)
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['POSTED', 'SHORT'])
    expect(await world.db('payment_task')).toMatchObject([
      { transactionId: payment.id, kind: 'SHORT_CLEARING', amount: 10_000, about: debit!.documentNo, status: 'OPEN' },
    ])
  })

  it('is short where its clearing left a rest as an item of its own', async () => {
    const [debit] = await listed(1_000)
    const payment = await posted([{ item: debit!, amount: 100_000 }])
    const rest = wire(PAYMENT_DOC, 25, { AccountingDocumentItem: '003', ...referringTo(debit!.sapAccountingDoc!) })
    await read(wire(debit!.sapAccountingDoc!, 1_000, cleared), rest, ...others)
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['POSTED', 'SHORT'])
    expect(await world.db('payment_task').first()).toMatchObject({ amount: 2_500 })
    expect((await world.itemNow(debit!)).lockedById).toBeNull()
  })

  it('is cleared once Finance has said what became of what was short', async () => {
    const [debit] = await listed(1_000)
    const payment = await posted([{ item: debit!, amount: 100_000 }])
    await read(
      wire(debit!.sapAccountingDoc!, 1_000),
      wire(PAYMENT_DOC, -900, referringTo(debit!.sapAccountingDoc!)),
      ...others,
    )
    await clearPayments(world.db)
    const task = await world.db('payment_task').first()
    const closing = {
      action: 'close',
      values: { reason: 'Written off' },
      person: { id: payment.userId },
      author: sapAuthor,
    }
    await transact(world.db, trx => closePaymentTasks(trx, { ...closing, rows: [task] } as never))
    expect(await states(payment)).toEqual(['POSTED', 'SETTLED'])
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['CLEARED', 'SETTLED'])
    expect((await world.capture(payment)).clearingText).toBe(
      `SAP cleared ${debit!.documentNo} with ₹ 100.00 less: Written off`,
    )
    expect(await clearPayments(world.db)).toBe(0)
  })

  it('is open again where SAP took its clearing back: its items are held again, also beside a payment that has begun since', async () => {
    const [debit, other] = await listed(1_000, 500)
    const settled = [
      { item: debit!, amount: 100_000 },
      { item: other!, amount: 50_000 },
    ]
    const payment = await posted(settled)
    const both = (more: Wire) => [
      wire(debit!.sapAccountingDoc!, 1_000, more),
      wire(other!.sapAccountingDoc!, 500, more),
    ]
    await read(...both(cleared), ...others)
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['CLEARED', 'CLEARED', 'CLEARED'])
    const next = await world.planned([{ item: await itemOf(other!), amount: 50_000 }])
    await read(...both({}), ...others)
    await Promise.all([1, 2, 3].map(() => clearPayments(world.db)))
    expect(await states(payment)).toEqual(['POSTED', 'OPEN', 'OPEN'])
    expect((await world.capture(payment)).sapClearingDoc).toBeNull()
    // What is paid of an item holds it before what somebody only means to pay.
    expect(next.id).not.toBe(payment.id)
    expect([(await world.itemNow(debit!)).lockedById, (await world.itemNow(other!)).lockedById]).toEqual([
      payment.id,
      payment.id,
    ])
    expect(await world.db('payment_task').orderBy('amount')).toMatchObject([
      { kind: 'CLEARING_RESET', about: `${other!.documentNo} ${PAYMENT_DOC}`, amount: 50_000, status: 'OPEN' },
      { kind: 'CLEARING_RESET', about: `${debit!.documentNo} ${PAYMENT_DOC}`, amount: 100_000 },
    ])
    await read(...both(cleared), ...others)
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['CLEARED', 'CLEARED', 'CLEARED'])
  })

  it('costs no more to look at among twenty than alone while SAP shows nothing new', async () => {
    const looked = async () => {
      const statements: string[] = []
      const count = ({ sql }: { sql: string }) => statements.push(sql)
      world.db.on('query', count)
      expect(await clearPayments(world.db)).toBe(0)
      world.db.removeListener('query', count)
      return statements.length
    }
    const items = await listed(...Array.from({ length: 21 }, (_, at) => at + 1))
    await posted([{ item: items[0]!, amount: 100 }])
    const alone = await looked()
    for (const item of items.slice(1)) await posted([{ item, amount: item.balanceAmount }])
    expect(await looked()).toBe(alone)
  })

  it('on account is cleared once SAP has set its own line off', async () => {
    const payment = await posted([], 50_000)
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['POSTED'])
    await read(wire(PAYMENT_DOC, -500, { AccountingDocumentItem: '002', ...cleared }), ...others)
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['CLEARED'])
  })

  it('of an item from a file is cleared by a later file without it, not by one of the same day', async () => {
    const debit = await world.item(70_000, { source: 'UPLOAD', sapItem: null })
    const payment = await posted([{ item: debit, amount: 70_000 }])
    const gone = (closedOn: string) =>
      world.db('upload_outstanding').where({ id: debit.id }).update({ isActive: 0, balanceAmount: 0, closedOn })
    await gone('2026-11-20')
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['POSTED', 'OPEN'])
    await gone('2026-11-21')
    await clearPayments(world.db)
    expect(await states(payment)).toEqual(['CLEARED', 'CLEARED'])
  })
})

describe('an item that SAP no longer lists', () => {
  it('keeps the payment or dispute that holds it and owes nothing; others stay as they were', async () => {
    const [paidOne, disputed, free] = await listed(100, 200, 300)
    await world.db('upload_outstanding').where({ id: disputed!.id }).update({ isDisputed: 1 })
    const payment = await world.succeeded([{ item: paidOne!, amount: 10_000 }])
    await read(...others, ...Array.from({ length: 9 }, (_, at) => wire(`19000000${at}0`, 10)))
    expect(await world.itemNow(paidOne!)).toMatchObject({ isActive: 0, balanceAmount: 0, lockedById: payment.id })
    expect(await world.itemNow(disputed!)).toMatchObject({ isActive: 0, balanceAmount: 0, isDisputed: 1 })
    expect(await world.itemNow(free!)).toMatchObject({ isActive: 0, balanceAmount: 30_000, closedOn: '2026-11-20' })
  })
})
