/** @module-tag sql */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runImport } from '../../../api/derive/import/run-import.ts'
import { today } from '../../../api/platform/clock.ts'
import { isSqlite } from '../../../api/platform/database.ts'
import { checkedKey, savedFolder } from '../../../api/platform/stored-files.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { finishedImport, insert } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person(at => personWith(at, ['PRICING_APPROVER']))
const second = portal.person(at => personWith(at, ['PRICING_APPROVER']))

const path = 'masters/cust-shipto-prod-price'
const prices = resourceNamed('cust-shipto-prod-price')
const from = addDays(today(), 30)
const rise = { field: 'netPrice', by: 'PERCENT', value: 500, step: 50 }

/** So many prices of one ship-to and product, each of another quantity; the first costs ₹ 100.00, the next a paisa more. */
async function manyPrices(count: number) {
  const { customerId, shipToId, productId } = await exampleRow(portal.db, prices)
  const rows = await insert(
    portal.db,
    'cust-shipto-prod-price',
    Array.from({ length: count }, (_, at) => ({
      ...{ customerId, shipToId, productId, netPrice: 10_000 + at, minQty: (at + 1) * 1000 },
      ...{ approvedRef: 'round', validFrom: '2026-04-01', validTo: '9999-12-31' },
    })),
  )
  return { rows, filters: { shipToId, productId, minQty: { $gte: 1000 } } }
}

async function round(filters: RowValues, more: RowValues = {}) {
  const { status, body } = await keeper.post('/api/import-rounds', {
    resource: path,
    filters,
    formula: rise,
    from,
    ...more,
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return finishedImport(await keeper, body.id)
}
async function step(person: ApiClient, importId: number, name: string, more: RowValues = {}) {
  const { status, body } = await person.post('/api/import-steps', { importId, step: name, ...more })
  return status === 201 ? finishedImport(person, importId) : { status, message: body.message }
}
const stored = (id: number): Promise<RowValues> => portal.db('cust_shipto_prod_price').where({ id }).first()
const periodsOf = async (id: number) => {
  const { periodKey } = await stored(id)
  const rows: RowValues[] = await portal
    .db('cust_shipto_prod_price')
    .where({ periodKey, isActive: 1 })
    .orderBy('validFrom')
  return rows.map(({ netPrice, validFrom, validTo }) => [netPrice, validFrom, validTo])
}

/** On SQLite more than are saved at once, on MariaDB, which saves all at once, a few. */
const many = () => (isSqlite(portal.db) ? 2_100 : 60)

beforeAll(() => portal.db('app_setting').where({ key: 'rounds.second_person_rows' }).update({ value: '50' }))

describe('a round of prices', () => {
  it('is previewed, confirmed by a second person, rolled back as one, and made again', async () => {
    const { rows, filters } = await manyPrices(many())
    const [first] = rows as [RowValues & { id: number }]
    const preview = await round(filters, { why: 'Costs rose' })
    expect(preview).toMatchObject({
      ...{ status: 'VALIDATED', rowsChanged: many(), rowsFailed: 0, error: null },
      round: { secondPerson: true, sums: { rows: many(), succeeded: many(), over: 0 }, field: 'netPrice' },
    })
    expect(preview.round!.words).toMatch(/^Net price \+5 %, rounded to ₹ 0.50, from \d\d-\d\d-\d{4}, where Ship-to: /)
    const told: RowValues[] = await portal.db('notification').where('link', `/${path}/import?job=${preview.id}`)
    const ids = told.map(({ userId }) => userId)
    expect(ids).toContain((await second.get('/api/me')).body.user.id)
    expect(ids).not.toContain((await keeper.get('/api/me')).body.user.id)
    const shown = await keeper.get(`/api/import-rows?importJobId=${preview.id}&$limit=1`)
    expect(shown.body.data[0].changes).toMatchObject([
      { field: 'netPrice', before: 10_000, after: 10_500 },
      { field: 'validFrom', before: '2026-04-01', after: from },
    ])
    expect(await periodsOf(first.id)).toHaveLength(1)
    expect(await step(await keeper, preview.id, 'commit')).toEqual({
      status: 409,
      message: `You prepared this round of ${many().toLocaleString('en-IN')} rows: another person who may make it confirms it`,
    })
    expect(await step(await second, preview.id, 'commit')).toMatchObject({ status: 'DONE', rowsChanged: many() })
    const raised = [
      [10_000, '2026-04-01', addDays(from, -1)],
      [10_500, from, '9999-12-31'],
    ]
    expect(await periodsOf(first.id)).toEqual(raised)
    const history: RowValues[] = await portal.db('audit_entry').where({ importJobId: preview.id })
    expect(history).toHaveLength(2 * many())
    expect(history[0]!.reason).toMatch(/^Round IJ\d+: Net price \+5 %.+, confirmed by .+\. Costs rose$/)
    expect(await step(await second, preview.id, 'rollback')).toMatchObject({ status: 'ROLLED_BACK' })
    expect(await periodsOf(first.id)).toEqual([[10_000, '2026-04-01', '9999-12-31']])
    const again = await round(filters)
    expect(await step(await second, again.id, 'commit')).toMatchObject({ status: 'DONE' })
    expect(await periodsOf(first.id)).toEqual(raised)
  })

  it('names rows that a colleague saved since the preview, and leaves them as they are', async () => {
    const { rows, filters } = await manyPrices(3)
    const [theirs, mine] = rows.map(({ id }) => id) as [number, number]
    const { id } = await round(filters)
    expect((await second.patch(`/api/${path}/${theirs}`, { netPrice: 55_555, rowVersion: 1 })).status).toBe(200)
    expect(await step(await keeper, id, 'commit')).toMatchObject({
      status: 'DONE_WITH_ERRORS',
      rowsChanged: 2,
      rowsFailed: 1,
    })
    expect((await periodsOf(theirs)).map(([price]) => price)).toEqual([10_000, 55_555])
    expect((await periodsOf(mine)).map(([price]) => price)).toEqual([10_001, 10_500])
    const { body } = await keeper.get(`/api/import-rows?importJobId=${id}&verdict=REJECTED`)
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).toMatchObject({ entityId: theirs, errors: [{ errorCode: 'CHANGED_SINCE' }] })
    expect(body.data[0].errors[0].message).toMatch(/saved by .+ at \d\d:\d\d$/)
  })

  it('refuses a price that begins after its first day by name, and changes the others without it', async () => {
    const { rows, filters } = await manyPrices(2)
    await portal
      .db('cust_shipto_prod_price')
      .where('id', rows[1]!.id)
      .update({ validFrom: addDays(from, 9) })
    const preview = await round(filters)
    expect(preview).toMatchObject({ status: 'VALIDATED', rowsChanged: 1, rowsFailed: 1 })
    expect(await step(await keeper, preview.id, 'commit')).toMatchObject({ status: 409 })
    const done = await step(await keeper, preview.id, 'commit', { skipBadRows: true })
    expect(done).toMatchObject({ status: 'DONE_WITH_ERRORS', rowsChanged: 1 })
    expect((await stored(rows[1]!.id as number)).netPrice).toBe(10_001)
  })

  it('is written and rolled back at once where it begins today', async () => {
    const { rows, filters } = await manyPrices(many())
    const { id } = rows[0]! as { id: number }
    const preview = await round(filters, { from: today() })
    expect(await step(await second, preview.id, 'commit')).toMatchObject({ status: 'DONE', rowsChanged: many() })
    expect(await periodsOf(id)).toEqual([
      [10_000, '2026-04-01', addDays(today(), -1)],
      [10_500, today(), '9999-12-31'],
    ])
    expect(await step(await second, preview.id, 'rollback')).toMatchObject({ status: 'ROLLED_BACK' })
    expect(await periodsOf(id)).toEqual([[10_000, '2026-04-01', '9999-12-31']])
  })

  // MariaDB saves it in one transaction.
  it.runIf(process.env.TEST_DATABASE !== 'mariadb')(
    'is taken back where it is cut off while it is saved, and cancelled',
    async () => {
      const { rows, filters } = await manyPrices(2_010)
      const ids = rows.map(row => row.id as number)
      const { id } = await round(filters)
      const running = { status: 'COMMITTING', lockedUntil: '2099-01-01T00:00:00.000Z', lockedBy: 'test' }
      const commit = async (told: (rowsDone: number) => number) => {
        await portal.db('import_job').where({ id }).update(running)
        let done = 0
        const line = {
          told: () => told(done),
          onProgress: (progress: { rowsDone: number }) => (done = progress.rowsDone),
        }
        await runImport(portal.db, { home: portal.home, jobId: id, step: 'commit' }, line as never)
        return portal.db('import_job').where({ id }).first()
      }
      const successors = async () => {
        const [found] = await portal
          .db('cust_shipto_prod_price')
          .where({ validFrom: from, isActive: 1 })
          .whereIn('minQty', [1000, 2_010_000])
          .whereNotIn('id', ids)
          .where('shipToId', rows[0]!.shipToId as number)
          .count({ all: '*' })
        return Number(found!.all)
      }
      const stop = (signal: number) => (done: number) => (done >= 500 && done < 2_010 ? signal : 0)
      expect((await commit(stop(2))).status).toBe('COMMITTING')
      expect(await successors()).toBe(1)
      const resumed = await commit(() => 0)
      expect(resumed).toMatchObject({ status: 'VALIDATED', rowsChanged: 2_010 })
      expect(resumed.errorText).toMatch(/^The portal was stopped while it saved the round/)
      expect(await successors()).toBe(0)
      expect((await commit(stop(1))).status).toBe('CANCELLED')
      expect(await successors()).toBe(0)
      expect(await periodsOf(ids[0]!)).toEqual([[10_000, '2026-04-01', '9999-12-31']])
    },
  )

  it('is previewed again where the preview is gone, and saves nothing unseen', async () => {
    const { rows, filters } = await manyPrices(1)
    const { id } = await round(filters)
    const { paramsJson } = await portal.db('import_job').where({ id }).first()
    const { storageKey } = typeof paramsJson === 'string' ? JSON.parse(paramsJson) : paramsJson
    rmSync(join(savedFolder(portal.home), checkedKey(storageKey)))
    const again = await step(await keeper, id, 'commit')
    expect(again).toMatchObject({
      status: 'VALIDATED',
      error: 'The preview was no longer there, so nothing was saved: look at this one, then confirm the round again.',
    })
    expect(await periodsOf(rows[0]!.id as number)).toHaveLength(1)
    expect(await step(await keeper, id, 'commit')).toMatchObject({ status: 'DONE', error: null })
  })

  it('is refused by the part that makes no sense, and to whoever may not change the rows', async () => {
    const asked = { resource: path, filters: {}, formula: rise, from }
    const wrong: [RowValues, string][] = [
      [{ from: null }, 'From is required: rows in force end the day before, and successors begin'],
      [{ formula: null }, 'Say what changes: a formula, or fields with their values'],
      [{ filters: { $limit: 1 } }, 'filter says which rows: leave $limit away'],
      [{ formula: null, change: { validFrom: from } }, 'Say in From on which day the change begins'],
    ]
    for (const [part, message] of wrong) {
      const { status, body } = await keeper.post('/api/import-rounds', { ...asked, ...part })
      expect([status, body.errors?.[0].message]).toEqual([400, message])
    }
    const auditor = await personWith(portal, ['AUDITOR'])
    expect((await auditor.post('/api/import-rounds', asked)).status).toBe(403)
  })
})
