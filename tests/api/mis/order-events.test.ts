import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { orderedBook } from '../../../api/mis/facts/order-differences.ts'
import { eventDifferences } from '../../../api/mis/facts/order-events.ts'
import { rebuildOrders } from '../../../api/mis/facts/order-fact.ts'
import { noteStep } from '../../../api/orders/move-order.ts'
import { compareBook } from '../../../api/platform/books.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'
import { fillCompany } from '../../support/mis/large-company.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { runs } from '../../support/proof.ts'

const author = systemAuthor('test')
const eventsIn = (db: Knex) => db('order_event_fact').orderBy('id').select('*')

describe('what became of the orders of three years', () => {
  const portal = portalOfFile(emptyPortal)
  beforeAll(async () => {
    await fillCompany(portal.db, 300)
  })

  it('is counted as their steps say', async () => {
    const { db } = portal
    const counted = await eventsIn(db)
    expect(new Set(counted.map(({ event }) => event)).size).toBe(5)
    expect(await eventDifferences(db)).toEqual([])
  })
})

describe('what becomes of an order', () => {
  let database: TestDatabase
  let db: Knex
  let company: Company
  beforeEach(async () => {
    setClock('2026-11-24T06:30:00.000Z')
    database = await freshDatabase()
    db = database.db
    company = await createCompany(db)
  })
  afterEach(async () => {
    setClock(null)
    await database.close()
  })
  const take = (orderId: number, [step, to]: readonly [Taken, string]) =>
    transact(db, trx => noteStep(trx, orderId, { step, from: 'DRAFT' }, to, author))

  type Taken = Parameters<typeof noteStep>[2]['step']
  const steps = [
    ...([['submit', 'PENDING_CSC'] as const, ['submit', 'APPROVED'] as const] as const),
    ...([['approve', 'APPROVED'] as const, ['approve', 'PENDING_EUD'] as const] as const),
    ...([['sendBack', 'DRAFT'] as const, ['reject', 'REJECTED'] as const] as const),
    ...([['cancel', 'CANCELLED'] as const, ['expire', 'DEAD'] as const] as const),
  ]

  it('is counted by its first submit and its last step into each end, whatever the order of its steps', async () => {
    const history = fc.array(fc.tuple(fc.constantFrom(...steps), fc.integer({ min: 1, max: 40 })), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(history, async taken => {
        const { id } = await createApprovedOrder(db, company)
        let hour = 0
        for (const [step, later] of taken) {
          hour += later
          setClock(new Date(Date.UTC(2026, 2, 28, hour)).toISOString())
          await take(id, step)
        }
        expect(await eventDifferences(db)).toEqual([])
        const counted = await eventsIn(db)
        await db('order_event_fact').delete()
        await rebuildOrders(db)
        expect(await eventsIn(db)).toEqual(counted)
      }),
      { numRuns: runs(12, 60) },
    )
  })

  it('is counted once by three who take a step at the same time', { tags: ['locks'] }, async () => {
    const { id } = await createApprovedOrder(db, company)
    await Promise.all([steps[0]!, steps[2]!, steps[6]!].map(step => take(id, step)))
    expect((await eventsIn(db)).map(({ event }) => event).toSorted()).toEqual(['APPROVED', 'CANCELLED', 'SUBMITTED'])
    expect(await eventDifferences(db)).toEqual([])
  })

  it('is named by the nightly comparison where it differs from its steps', async () => {
    const { id } = await createApprovedOrder(db, company)
    await take(id, steps[0]!)
    expect(await compareBook(db, orderedBook)).toBe(0)
    await db('order_event_fact').delete()
    expect(await eventDifferences(db)).toEqual(['SUBMITTED in 2026-11: 0 orders are counted, and 1 have such a step'])
    await expect(compareBook(db, orderedBook)).rejects.toThrow('Orders differ from their lines or steps (1 difference;')
  })
})
