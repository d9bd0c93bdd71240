import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { loadCreditFacts } from '../../../api/orders/approvals/credit-facts.ts'
import { now } from '../../../api/platform/clock.ts'
import { markSapLive } from '../../../api/sap/sap-connection.ts'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { postingWorld } from '../../support/payments/posting-world.ts'

let world: Awaited<ReturnType<typeof postingWorld>>
beforeEach(async () => {
  world = await postingWorld()
})
afterEach(() => world.close())

const credit = async () => {
  const { customerId } = world.company
  return (await loadCreditFacts(world.db, [customerId], 0))(customerId)
}
/** Notes a reading of SAP's open items that begins now. */
const listing = () =>
  insertRows(
    world.db,
    sapSyncRun,
    [{ object: 'OUTSTANDING', mode: 'FULL', trigger: 'SCHEDULE', status: 'OK', startedAt: now(), ...counts }],
    systemAuthor('test'),
  )
const counts = { rowsRead: 1, rowsCreated: 0, rowsUpdated: 0, rowsFailed: 0, rowsSkipped: 0 }

describe('the credit of a payer', () => {
  it('is freed by a payment from its success on, and counted once when SAP shows it', async () => {
    const { item, succeeded, send, later, db } = world
    const debit = await item(100_000)
    await item(50_000, { dueDate: '2026-12-31' })
    expect(await credit()).toMatchObject({ outstanding: 150_000, oldestInvoice: { documentNo: debit.documentNo } })
    await succeeded([{ item: debit, amount: 99_000, tds: 1_000 }])
    expect(await credit()).toMatchObject({ outstanding: 50_000, oldestInvoice: { dueDate: '2026-12-31' } })
    await succeeded([], 20_000)
    expect(await credit()).toMatchObject({ outstanding: 30_000, onAccount: 20_000 })
    await listing()
    later(1)
    await send()
    expect((await credit()).outstanding).toBe(30_000)
    later(1)
    await listing()
    await db('payment_capture').update({ postingStatus: 'POSTED', postedAt: '2026-11-20T06:31:00.000Z' })
    expect((await credit()).outstanding).toBe(150_000)
  })

  it('is not freed by money of a test account where SAP is live, nor twice where the item is gone', async () => {
    const { item, succeeded, db } = world
    const debit = await item(100_000)
    await item(30_000)
    await succeeded([{ item: debit, amount: 100_000 }])
    await db('upload_outstanding').where({ id: debit.id }).update({ isActive: 0 })
    expect((await credit()).outstanding).toBe(30_000)
    markSapLive(db)
    await succeeded([], 5_000)
    expect((await credit()).outstanding).toBe(30_000)
  })
})
