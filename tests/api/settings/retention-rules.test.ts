/** @module-tag sql */
import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setClock, today } from '../../../api/platform/clock.ts'
import { isSaved } from '../../../api/platform/stored-files.ts'
import { removeExpired } from '../../../api/settings/retention/remove-expired.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { type RetentionRule, retentionRules } from '../../../resources/settings/retention-rules.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { exampleOrderInput, idempotencyHeader, submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

const at = '2034-11-20T06:30:00.000Z'
const byAge = (Object.entries(retentionRules) as [string, RetentionRule][]).flatMap(([name, { kept, rows }]) =>
  rows ? [{ name, rows, kept }] : [],
)

/** The day before `at` on which something is just kept, and the day before that. */
function edges(kept: RetentionRule['kept']) {
  const day = new Date('2034-11-20T00:00:00.000Z')
  if ('days' in kept) day.setUTCDate(day.getUTCDate() - kept.days)
  else day.setUTCFullYear(day.getUTCFullYear() - kept.years)
  const older = new Date(day.getTime() - 86_400_000)
  return {
    young: `${day.toISOString().slice(0, 10)}T05:00:00.000Z`,
    old: `${older.toISOString().slice(0, 10)}T05:00:00.000Z`,
  }
}

/** What an example leaves empty: secrets, texts of machines, and the rows that these belong to. */
async function needed(db: Knex, { name }: Resource): Promise<RowValues> {
  if (name === 'one-time-code') return { codeHash: 'x' }
  if (name === 'payment-callback') return { payload: '{}' }
  if (name === 'approval-link') {
    const task = await exampleRow(db, resourceNamed('approval-task')!, { triggerJson: {} })
    return { taskId: task.id, tokenHash: `of ${task.id}` }
  }
  if (name !== 'sap-attempt') return {}
  const message = await exampleRow(db, resourceNamed('sap-outbox')!, { payload: {} })
  return { messageId: message.id }
}

describe('what is removed by its age alone', () => {
  let database: TestDatabase
  let db: Knex
  beforeEach(async () => {
    setClock(at)
    database = await freshDatabase()
    db = database.db
  })
  afterEach(async () => {
    setClock(null)
    await database.close()
  })

  it.each(byAge)('goes on the first day after its time, and not before: $name', async ({ name, rows, kept }) => {
    const resource = resourceNamed(rows.table.replaceAll('_', '-'))!
    const { old, young } = edges(kept)
    const add = async (since: string) => {
      const { id } = await exampleRow(db, resource, await needed(db, resource))
      await db(tableOf(resource))
        .where({ id })
        .update({ ...rows.where, [rows.since]: since })
      return id
    }
    const [gone, left] = [await add(old), await add(young)]
    await removeExpired(db, '')
    const ids: number[] = await db(tableOf(resource)).whereIn('id', [gone, left]).pluck('id')
    expect(ids).toEqual([left])
    expect(await db('retention').where({ name }).first()).toMatchObject({ lastRunAt: at, removed: 1, removedInAll: 1 })
    await removeExpired(db, '')
    expect(await db('retention').where({ name }).first()).toMatchObject({ removed: 0, removedInAll: 1 })
  })

  it('goes although another rule fails, whose last run stays as it was', async () => {
    const { old } = edges(retentionRules.oneTimeCodes.kept)
    const codes = resourceNamed('one-time-code')!
    const { id } = await exampleRow(db, codes, await needed(db, codes))
    await db('one_time_code').where({ id }).update({ createdAt: old })
    const fails = () => Promise.reject(new Error('The disk is gone'))
    await expect(removeExpired(db, '', { leftOutPods: fails, importFiles: fails })).rejects.toThrow(
      'leftOutPods: The disk is gone; importFiles: The disk is gone',
    )
    expect(await db('one_time_code').where({ id })).toEqual([])
    expect(await db('retention').where({ name: 'leftOutPods' }).first()).toMatchObject({
      lastRunAt: null,
      removed: null,
    })
  })
})

describe('orders that were deleted or have lapsed', () => {
  let portal: TestPortal
  let asha: ApiClient
  beforeAll(async () => {
    portal = await demoPortal()
    asha = await portal.as('asha')
  })
  afterAll(() => portal.close())

  const [old, young] = [731, 730].map(days => `${addDays(today(), -days)}T05:00:00.000Z`) as [string, string]
  const deleted = async (statusSince: string) => {
    const input = await exampleOrderInput(portal, asha)
    const draft = await asha.post('/api/orders', input, idempotencyHeader())
    expect((await takeStep(asha, draft.body.id, 'delete', { remark: 'Not needed' })).status).toBe(201)
    await portal.db('order').where({ id: draft.body.id }).update({ statusSince })
    return { id: draft.body.id as number, file: input.poAttachmentId }
  }
  const isThere = async ({ id }: { id: number }) => (await portal.db('order').where({ id })).length === 1

  it('go after 730 days with their lines, steps and file, and stay where something that goes on names them', async () => {
    const sent = await submittedOrder(portal, asha)
    expect((await takeStep(asha, sent.id, 'delete', { remark: 'Not needed' })).status).toBe(201)
    await portal.db('order').where({ id: sent.id }).update({ statusSince: old })
    const gone = await deleted(old)
    const file = await portal.db('attachment').where({ id: gone.file }).first('storageKey')
    const replaced = await deleted(old)
    const lately = await deleted(young)
    const goesOn = await submittedOrder(portal, asha)
    await portal.db('order').where({ id: goesOn.id }).update({ replacesOrderId: replaced.id, statusSince: old })
    await removeExpired(portal.db, portal.home)
    for (const removed of [gone, sent]) expect(await isThere(removed)).toBe(false)
    for (const kept of [replaced, lately, goesOn]) expect(await isThere(kept)).toBe(true)
    for (const table of ['order_line', 'order_step', 'schedule_line', 'order_fact', 'order_terms'])
      expect([table, await portal.db(table).whereIn('orderId', [gone.id, sent.id])]).toEqual([table, []])
    expect(await portal.db('attachment').where({ id: gone.file })).toEqual([])
    expect(await isSaved(portal.home, file.storageKey)).toBe(false)
    expect(await portal.db('audit_entry').where({ entity: 'order', entityId: gone.id })).not.toEqual([])
  })

  it('stay where somebody decided about them: approvals belong to the books', async () => {
    const order = await deleted(old)
    const task = await exampleRow(portal.db, resourceNamed('approval-task')!, { orderId: order.id, triggerJson: {} })
    await portal.db('approval_task').where({ id: task.id }).update({ status: 'APPROVED' })
    await removeExpired(portal.db, portal.home)
    expect(await isThere(order)).toBe(true)
    await portal.db('approval_task').where({ id: task.id }).update({ status: 'CANCELLED' })
    await removeExpired(portal.db, portal.home)
    expect(await isThere(order)).toBe(false)
  })

  it('are counted on the list of what is kept, which administrators read and nobody changes', async () => {
    const admin = await portal.as('sys_admin')
    await removeExpired(portal.db, portal.home)
    const { status, body } = await admin.get('/api/settings/retention?$sort[position]=1&$limit=50')
    expect(status).toBe(200)
    expect(body.data.map(({ records }: { records: string }) => records)).toEqual(
      Object.values(retentionRules).map(({ what }: RetentionRule) => what),
    )
    const orders = body.data.find(({ name }: { name: string }) => name === 'deadOrders')
    expect(orders).toMatchObject({ kept: '730 days' })
    expect(orders.removed).toBeGreaterThanOrEqual(0)
    expect(body.data.find(({ name }: { name: string }) => name === 'books').kept).toBe('At least 8 years')
    expect((await admin.patch(`/api/settings/retention/${orders.id}`, { kept: '1 day', rowVersion: 1 })).status).toBe(
      405,
    )
    expect((await asha.get('/api/settings/retention')).status).toBe(403)
  })
})
