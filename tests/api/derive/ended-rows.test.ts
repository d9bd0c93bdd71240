/**
 * Rows of masters with a period end with a day and a reason, and earlier days go on answering with them.
 * @module-tag sql
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { up as endRows } from '../../../migrations/0022_ended_rows.ts'
import { addDays, FOREVER } from '../../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resources } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { finishedImport, importFile } from '../../support/imports.ts'
import { masterEditor } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
let keeper: ApiClient
beforeAll(async () => {
  keeper = await masterEditor(portal)
})

const dated = resources.filter(({ kind, dated }) => kind === 'master' && dated)
const named = (name: string) => dated.find(resource => resource.name === name)!
const SINCE = '2026-04-01'
const [yesterday, tomorrow] = [addDays(today(), -1), addDays(today(), 1)]
/** What is needed before a row counts, where that is an activation. */
const ACTIVE: Record<string, object> = {
  'rate-contract-customer': { status: 'ACTIVE' },
  'customer-annexure': { status: 'ACCEPTED' },
}

const path = ({ path }: Resource, rest = '') => `/api/${path}${rest}`
const stored = (resource: Resource, id: number) => portal.db(tableOf(resource)).where({ id }).first()

/** A row that was entered in spring and has counted since. */
async function inUse(resource: Resource, given: RowValues = {}) {
  const row = await exampleRow(portal.db, resource, { validFrom: SINCE, validTo: FOREVER, ...given })
  const settled = 'confirmStatus' in resource.fields ? { confirmStatus: 'CONFIRMED' } : {}
  const entered = { createdAt: '2026-03-31T06:00:00.000Z', updatedAt: '2026-03-31T06:00:00.000Z' }
  const changes = { ...settled, ...entered, ...ACTIVE[resource.name] }
  await portal.db(tableOf(resource)).where({ id: row.id }).update(changes)
  return row
}

const idsOn = async (resource: Resource, day: string) =>
  (await keeper.get(path(resource, `?isActive=true&asOn=${day}&$sort[id]=-1&$limit=500`))).body.data.map(
    ({ id }: { id: number }) => id,
  )
const endedBetween = async (resource: Resource, from: string, to: string) =>
  (await keeper.get(`/api/compare/${resource.path}?from=${from}&to=${to}&$sort[id]=-1&$limit=500`)).body.data
    .filter(({ kind }: { kind: string }) => kind === 'ENDED')
    .map(({ before }: { before: { id: number } }) => before.id)
const remove = (resource: Resource, id: number, query: Record<string, string> = {}) =>
  keeper.delete(path(resource, `/${id}?${new URLSearchParams(query)}`))

describe.each(dated)('$title, a row that was in use', resource => {
  const lastDay = resource.endsAtOnce ? yesterday : today()
  const dayAfter = addDays(lastDay, 1)

  it('ends with a day and a reason, stays in earlier days, and begins again as a new row', async () => {
    const { id } = await inUse(resource)
    const unsaid = await remove(resource, id)
    expect([unsaid.status, unsaid.body.errors?.[0]?.field]).toEqual([400, 'why'])
    const { status, body } = await remove(resource, id, { why: 'Agreed otherwise' })
    expect(status, body.message).toBe(200)
    expect(await stored(resource, id)).toMatchObject({ isActive: 1, validFrom: SINCE, validTo: lastDay })
    const [entry] = await portal.db('audit_entry').where({ entity: resource.name, entityId: id }).orderBy('id', 'desc')
    expect(entry.reason).toBe('Agreed otherwise')
    expect(await idsOn(resource, '2026-06-15')).toContain(id)
    expect(await idsOn(resource, dayAfter)).not.toContain(id)
    expect(await endedBetween(resource, '2026-06-15', dayAfter)).toContain(id)
    if ('copyLines' in resource.actions) return
    await portal.db(tableOf(resource)).where({ id }).update({ validTo: yesterday })
    const { rowVersion } = await stored(resource, id)
    const back = await keeper.patch(path(resource, `/${id}`), { isActive: true, rowVersion })
    expect(back.status, JSON.stringify(back.body)).toBe(200)
    expect(back.body).toMatchObject({ validFrom: today(), validTo: FOREVER })
    expect(back.body.id).not.toBe(id)
    expect(await stored(resource, id)).toMatchObject({ validFrom: SINCE, validTo: yesterday, rowVersion })
    expect(await idsOn(resource, '2026-06-15')).toContain(id)
  })

  it('ends among many rows, of which one that was entered today is switched off', async () => {
    const [old, fresh] = [await inUse(resource), await exampleRow(portal.db, resource, { validTo: FOREVER })]
    const asked = { ids: [old.id, fresh.id], expected: 2, change: { isActive: false } }
    const preview = await keeper.post(path(resource, '/bulk'), { ...asked, preview: true })
    expect(preview.body).toMatchObject({ changed: 2, ended: 1, failures: [] })
    const unsaid = await keeper.post(path(resource, '/bulk'), asked)
    expect([unsaid.status, unsaid.body.errors?.[0]?.field]).toEqual([400, 'why'])
    const done = await keeper.post(path(resource, '/bulk'), { ...asked, why: 'Agreed otherwise' })
    expect(done.body).toMatchObject({ changed: 2, ended: 1 })
    expect(await stored(resource, old.id)).toMatchObject({ isActive: 1, validTo: lastDay })
    expect(await stored(resource, fresh.id)).toMatchObject({ isActive: 0 })
    if ('copyLines' in resource.actions) return
    await portal.db(tableOf(resource)).where({ id: old.id }).update({ validTo: yesterday })
    const again = await keeper.post(path(resource, '/bulk'), { ...asked, change: { isActive: true } })
    expect(again.body).toMatchObject({ changed: 2, begun: 1 })
    expect(await stored(resource, old.id)).toMatchObject({ isActive: 1, validTo: yesterday })
  })
})

describe('a supply plant of a customer', () => {
  const resource = named('perennial-non-available-items')

  it('ends on a later day that is given, not on an earlier one, and is not ended twice', async () => {
    const { id } = await inUse(resource)
    const past = await remove(resource, id, { why: 'Made again', validTo: yesterday })
    expect([past.status, past.body.errors?.[0]?.field]).toEqual([400, 'validTo'])
    const { body } = await remove(resource, id, { why: 'Made again', validTo: addDays(today(), 40) })
    expect(body).toMatchObject({ isActive: true, validTo: addDays(today(), 40) })
    await remove(resource, id, { why: 'Made again' })
    const ended = await remove(resource, id, { why: 'Once more' })
    expect(ended.body).toMatchObject({ validTo: today(), rowVersion: 3 })
  })

  it('is switched off while it has not begun', async () => {
    const { id } = await inUse(resource, { validFrom: tomorrow })
    expect((await remove(resource, id)).body).toMatchObject({ isActive: false })
    expect((await keeper.patch(path(resource, `/${id}`), { isActive: true, rowVersion: 2 })).body).toMatchObject({
      id,
      isActive: true,
    })
  })

  it('begins again on a later day that is given', async () => {
    const { id } = await inUse(resource, { validTo: '2026-06-30' })
    const begin = (validFrom: string) =>
      keeper.patch(path(resource, `/${id}`), { isActive: true, validFrom, rowVersion: 1 })
    expect((await begin(yesterday)).body.errors[0]).toMatchObject({ field: 'validFrom', code: 'BACK_DATED' })
    expect((await begin(addDays(today(), 9))).body).toMatchObject({ validFrom: addDays(today(), 9), validTo: FOREVER })
  })
})

describe('a file', () => {
  const resource = named('dist-cust-mapping')
  const codes = async (row: Record<string, unknown>) => {
    const code = async (table: string, id: unknown) =>
      (
        await portal
          .db(table)
          .where({ id: id as number })
          .first()
      ).code
    const [distributor, customer] = [await code('customer', row.distributorId), await code('customer', row.customerId)]
    return `${distributor},${customer},${await code('sbu', row.sbuId)},${row.validFrom}`
  }
  const head = 'distributor_code,customer_code,sbu_code,valid_from,action'

  it('ends today what was in use, and switches off what was entered today', async () => {
    const [old, fresh] = [await inUse(resource), await exampleRow(portal.db, resource, { validTo: FOREVER })]
    const lines = [`${await codes(old)},DEACTIVATE`, `${await codes(fresh)},DEACTIVATE`]
    expect(
      await importFile(portal, keeper, resource.path, `${head}\n${lines.join('\n')}\n`, { commit: true }),
    ).toMatchObject({ status: 'DONE', rowsChanged: 2 })
    expect(await stored(resource, old.id)).toMatchObject({ isActive: 1, validTo: today() })
    expect(await stored(resource, fresh.id)).toMatchObject({ isActive: 0 })
  })

  it('with rows that begin in the past is asked once why, and the history keeps the answer', async () => {
    const prices = named('customer-wise-product-wise-price')
    const { customerId, productId } = await exampleRow(portal.db, prices)
    await portal.db(tableOf(prices)).where({ customerId }).delete()
    const codeOf = async (table: string, id: unknown) => (await portal.db(table).where({ id }).first('code')).code
    const line = `${await codeOf('customer', customerId)},${await codeOf('products', productId)},0,120.00,2026-08-01,`
    const file = `customer_code,product_code,min_qty,net_price,valid_from,valid_to\n${line}\n`
    const job = await importFile(portal, keeper, prices.path, file)
    expect(job).toMatchObject({ status: 'VALIDATED', rowsNew: 1, backdated: 1 })
    const commit = (more: object) => keeper.post('/api/import-steps', { importId: job.id, step: 'commit', ...more })
    const unsaid = await commit({})
    expect([unsaid.status, unsaid.body.errors]).toEqual([
      400,
      [{ field: 'why', code: 'REQUIRED', message: 'One new row begins before today: say in Why how that is' }],
    ])
    await commit({ why: 'List of August, sent today' })
    await finishedImport(keeper, job.id)
    const { id } = await portal.db(tableOf(prices)).where({ customerId }).first('id')
    const [entry] = await portal.db('audit_entry').where({ entity: prices.name, entityId: id })
    expect(entry).toMatchObject({ action: 'CREATE', reason: 'List of August, sent today' })
  })

  it('that is rolled back ten days later leaves those days as they were', async () => {
    const prices = named('customer-wise-product-wise-price')
    const old = await inUse(prices, { netPrice: 100_00, minQty: 0 })
    const codeOf = async (table: string, id: unknown) => (await portal.db(table).where({ id }).first('code')).code
    const [customer, product] = [await codeOf('customer', old.customerId), await codeOf('products', old.productId)]
    const file = `customer_code,product_code,min_qty,net_price,valid_from,valid_to\n${customer},${product},0,120.00,${today()},\n`
    const options = { commit: true, endReplaced: 'true' }
    const job = await importFile(portal, keeper, prices.path, file, options as { commit: true })
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 1 })
    const table = () => portal.db(tableOf(prices)).where({ customerId: old.customerId })
    const begun = addDays(today(), -10)
    const entered = { validFrom: begun, createdAt: `${begun}T06:00:00.000Z`, naturalKey: 'moved' }
    await table().where({ validFrom: today() }).update(entered)
    await table()
      .where({ id: old.id })
      .update({ validTo: addDays(begun, -1) })
    await keeper.post('/api/import-steps', { importId: job.id, step: 'rollback' })
    expect(await finishedImport(keeper, job.id)).toMatchObject({ status: 'ROLLED_BACK', conflicts: [] })
    expect(await table().orderBy('validFrom').select('netPrice', 'validFrom', 'validTo', 'isActive')).toEqual([
      { netPrice: 100_00, validFrom: SINCE, validTo: addDays(begun, -1), isActive: 1 },
      { netPrice: 120_00, validFrom: begun, validTo: yesterday, isActive: 1 },
      { netPrice: 100_00, validFrom: today(), validTo: FOREVER, isActive: 1 },
    ])
  })
})

describe('a row that an earlier version of the portal switched off', () => {
  const resource = named('customer-segment-map')
  const switchedOff = async (on: string, more: object = {}) => {
    const { id } = await inUse(resource)
    const { naturalKey } = await stored(resource, id)
    const off = { isActive: 0, updatedAt: `${on}T06:00:00.000Z`, naturalKey: `${naturalKey}~${id}`, ...more }
    await portal.db(tableOf(resource)).where({ id }).update(off)
    return id
  }
  const endOf = async (id: number) => {
    const { isActive, validTo } = await stored(resource, id)
    return isActive ? validTo : 'off'
  }

  it('is ended by the migration on the day on which it was switched off, and may be migrated twice', async () => {
    const inJuly = await switchedOff('2026-07-31')
    const mistake = await switchedOff('2026-03-31')
    const thisMorning = await switchedOff(today())
    const early = await switchedOff('2026-07-31', { validTo: '2026-05-31' })
    const followed = await switchedOff('2026-07-31')
    const { segmentId, customerId, sbuId, ...other } = await stored(resource, followed)
    const next = await exampleRow(portal.db, resource, {
      segmentId,
      customerId,
      ...(sbuId && { sbuId }),
      validFrom: '2026-06-01',
    })
    for (let run = 0; run < 2; run++) await endRows(portal.db)
    expect(await Promise.all([inJuly, mistake, thisMorning, early, followed].map(endOf))).toEqual([
      '2026-07-31',
      'off',
      yesterday,
      '2026-05-31',
      '2026-05-31',
    ])
    expect(await idsOn(resource, '2026-05-15')).toEqual(expect.arrayContaining([inJuly, thisMorning, followed]))
    expect(await idsOn(resource, '2026-06-15')).toContain(next.id)
    expect(other.periodKey).toBeDefined()
  })
})
