import knex, { type Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseConfig, isSqlite } from '../../../api/platform/database.ts'
import { migrationFiles } from '../../../api/platform/migrate.ts'
import { up as moveMoney } from '../../../migrations/0059_money_of_before.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'
import { exampleRow } from '../../support/example-rows.ts'

let database: TestDatabase
/** Foreign keys are not checked on the connection that migrates. */
let db: Knex
let customerId: number
let accountId: number
let userId: number
let count = 0

const AT = '2026-11-01T06:30:00.000Z'
const stamps = { rowVersion: 1, createdAt: AT, updatedAt: AT }

beforeEach(async () => {
  database = await emptyDatabase()
  db = knex({ ...databaseConfig(database.url), pool: { min: 1, max: 1 } })
  await db.raw(isSqlite(db) ? 'PRAGMA foreign_keys=OFF' : 'SET foreign_key_checks=0')
  for (const name of await migrationFiles.getMigrations([]))
    if (!name.startsWith('0059')) await (await migrationFiles.getMigration(name)).up(db)
  customerId = (await make('customer', {})).id
  userId = (await make('user', {})).id
  accountId = (await make('payment-account', { gateway: 'PAYU' })).id
})
afterEach(async () => {
  await db.destroy()
  await database.close()
})

const make = (name: string, given: Record<string, unknown>) => exampleRow(db, resourceNamed(name), given)
const inserted = async (table: string, row: Record<string, unknown>) => (await db(table).insert(row))[0]!

/** A payment as it was kept before: rupees of its items, and of what was on account; each item is held by it. */
async function payment(
  status: string,
  rupees: readonly number[],
  { onAccount = 0, ...more }: { onAccount?: number; [column: string]: unknown } = {},
) {
  const txnNo = `PT2627${String(++count).padStart(8, '0')}`
  const id = await inserted('payment_transaction', {
    ...{ txnNo, customerId, userId, accountId, gateway: 'PAYU', companyCode: '1000', currency: 'INR', isAdvance: 0 },
    ...{ amount: 100 * rupees.reduce((sum, one) => sum + one, onAccount), unallocatedAmount: 100 * onAccount },
    ...{
      refundedAmount: 0,
      status,
      postingStatus: status === 'SUCCESS' ? 'POSTED' : 'NOT_DUE',
      clearingRequest: 'NONE',
    },
    ...{ sapAccountingDoc: '1400000001', gatewayTxnId: `MIH${txnNo}`, paidAt: AT, initiatedAt: AT, pollCount: 3 },
    ...{ signatureOk: 1, amountOk: 1, receiptNo: `RC2627${count}`, idempotencyKey: txnNo, requestHash: txnNo },
    ...{ ...stamps, ...more },
  })
  const items: number[] = []
  for (const one of rupees) {
    const documentNo = `INV${++count}`
    const given = { customerId, documentNo, documentType: 'INVOICE', sapItem: null, balanceAmount: 100 * one }
    const item = await make('upload-outstanding', { ...given, originalAmount: 100 * one })
    await db('upload_outstanding').where('id', item.id).update({ lockedById: id })
    items.push(item.id)
    await db('payment_allocation').insert({
      ...{ transactionId: id, customerId, itemId: item.id, documentNo, amount: 100 * one, tdsAmount: 0 },
      ...{ balanceBefore: 100 * one, clearingStatus: 'OPEN', ...stamps },
    })
  }
  return { id, txnNo, items }
}

const task = (transactionId: number, kind: string, rupees: number, details = 'What happened') =>
  inserted('payment_task', {
    ...{ transactionId, kind, about: `CAP${++count}`, amount: 100 * rupees, details, status: 'OPEN', ...stamps },
  })

const refund = (transactionId: number, rupees: number, status = 'CONFIRMED', kind = 'REFUND') =>
  inserted('payment_refund', {
    ...{
      transactionId,
      kind,
      amount: 100 * rupees,
      reference: `RF${++count}`,
      releasedNo: 0,
      refundedOn: '2026-11-05',
    },
    ...{ proofId: 1, reason: 'The buyer asked', status, proposedById: userId, confirmedById: userId, ...stamps },
  })

const capturesOf = (transactionId: number) => db('payment_capture').where({ transactionId }).orderBy('id')
const liveOf = async (transactionId: number) => {
  const rows = await db('capture_allocation')
    .where({ transactionId })
    .whereNot('clearingStatus', 'RELEASED')
    .orderBy('id')
  return rows.map(({ target, amount }) => [target, Number(amount) / 100])
}
const stateOf = async (id: number) => (await db('payment_transaction').where({ id }).first('status')).status
const heldBy = (ids: readonly number[]) =>
  db('upload_outstanding')
    .whereIn('id', [...ids])
    .orderBy('id')
    .pluck('lockedById')

describe('money of before', () => {
  it('that was paid is one capture with what it settles and what is on account, and holds its items', async () => {
    const { id, txnNo, items } = await payment('SUCCESS', [500, 300], { onAccount: 200 })
    await moveMoney(db)
    expect(await capturesOf(id)).toMatchObject([
      { gatewayTxnId: `MIH${txnNo}`, fit: 'EXACT', status: 'CAPTURED', unresolvedAmount: 0, sapReference: txnNo },
    ])
    expect((await capturesOf(id))[0]).toMatchObject({ postingStatus: 'POSTED', sapAccountingDoc: '1400000001' })
    expect(await liveOf(id)).toEqual([
      ['ITEM', 500],
      ['ITEM', 300],
      ['ON_ACCOUNT', 200],
    ])
    expect(await stateOf(id)).toBe('SUCCESS')
    expect(await heldBy(items)).toEqual([id, id])
  })

  it('that was refunded whole lets go of its items', async () => {
    const { id, items } = await payment('REFUNDED', [500, 300], { refundedAmount: 80_000 })
    await refund(id, 800)
    await moveMoney(db)
    expect(await capturesOf(id)).toMatchObject([{ status: 'REFUNDED', returnedAmount: 80_000, unresolvedAmount: 0 }])
    expect(await liveOf(id)).toEqual([['TO_REFUND', 800]])
    expect(await stateOf(id)).toBe('REFUNDED')
    expect(await heldBy(items)).toEqual([null, null])
  })

  it('of which a part went back is taken from the account first, then from the newest item', async () => {
    const { id, items } = await payment('SUCCESS', [500, 300], { onAccount: 100, refundedAmount: 20_000 })
    await refund(id, 200)
    await moveMoney(db)
    expect(await liveOf(id)).toEqual([
      ['ITEM', 500],
      ['ITEM', 200],
      ['TO_REFUND', 200],
    ])
    expect(await capturesOf(id)).toMatchObject([{ status: 'PART_RETURNED', returnedAmount: 20_000 }])
    expect(await heldBy(items)).toEqual([id, id])
  })

  it('that was taken twice is two captures, and a refund of the second leaves the payment paid', async () => {
    const { id, items } = await payment('REFUNDED', [500], { refundedAmount: 50_000 })
    await task(id, 'DUPLICATE_CAPTURE', 500)
    await refund(id, 500)
    await moveMoney(db)
    expect(await capturesOf(id)).toMatchObject([
      { fit: 'EXACT', status: 'CAPTURED' },
      { fit: 'SECOND', status: 'REFUNDED', unresolvedAmount: 0 },
    ])
    expect(await stateOf(id)).toBe('SUCCESS')
    expect(await heldBy(items)).toEqual([id])
  })

  it.each([
    [100, 'in INR', 'SHORT'],
    [600, 'in INR', 'OVER'],
    [500, 'in USD', 'FOREIGN'],
  ])(
    'of another amount or currency (%i %s) is to be decided, is asked about no more and holds nothing',
    async (rupees, currency, fit) => {
      const { id, items } = await payment('PENDING', [500], { receiptNo: null, nextPollAt: AT })
      await task(id, 'AMOUNT_MISMATCH', rupees, `The gateway took another amount or currency, ${currency}.`)
      await moveMoney(db)
      expect(await capturesOf(id)).toMatchObject([{ fit, unresolvedAmount: 100 * rupees, receiptNo: null }])
      expect(await stateOf(id)).toBe('CHECKING')
      expect(await heldBy(items)).toEqual([null])
      expect(await db('payment_attempt').where('transactionId', id)).toMatchObject([{ nextAskAt: null, askCount: 3 }])
      expect(await db('payment_task').where('transactionId', id)).toMatchObject([{ status: 'DONE' }])
    },
  )

  it('that does not balance stays as it is, with a task that says so', async () => {
    const { id } = await payment('SUCCESS', [500], { amount: 70_000 })
    await moveMoney(db)
    expect(await capturesOf(id)).toEqual([])
    expect(await stateOf(id)).toBe('SUCCESS')
    expect(await db('payment_task').where('transactionId', id)).toMatchObject([{ kind: 'UNALLOCATED', amount: 70_000 }])
  })

  it('that nobody knows of yet holds its items for a day after its start, and is asked about as before', async () => {
    const now = new Date().toISOString()
    const { id, items } = await payment('PENDING', [500], { initiatedAt: now, nextPollAt: now, receiptNo: null })
    await moveMoney(db)
    expect(await heldBy(items)).toEqual([id])
    expect(await db('payment_attempt').where('transactionId', id)).toMatchObject([{ nextAskAt: now, endedAt: null }])
    expect(await capturesOf(id)).toEqual([])
  })
})
