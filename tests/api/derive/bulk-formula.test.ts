/** @module-tag sql */
import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText } from '../../../resources/define/show.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person(at => personWith(at, ['PRICING_APPROVER']))
const colleague = portal.person(at => personWith(at, ['PRICING_APPROVER']))

const PRICES = '/api/masters/cust-shipto-prod-price'
const prices = resourceNamed('cust-shipto-prod-price')
const price = (netPrice: number, validFrom = '2026-04-01', validTo = '9999-12-31') =>
  exampleRow(portal.db, prices, { netPrice, validFrom, validTo })
const periodsOf = async ({ periodKey }: RowValues) => {
  const rows: RowValues[] = await portal.db('cust_shipto_prod_price').where({ periodKey }).orderBy('validFrom')
  return rows.map(({ netPrice, validFrom, validTo }) => [netPrice, validFrom, validTo])
}
const stored = (id: number): Promise<RowValues> => portal.db('cust_shipto_prod_price').where({ id }).first()
const rise = { field: 'netPrice', by: 'PERCENT', value: 500, step: 50 }
const bulk = (body: RowValues) => keeper.post(`${PRICES}/bulk`, body)

describe('a change of many rows by a formula', () => {
  it('ends prices in force the day before, and begins their successors', async () => {
    const from = addDays(today(), 30)
    const rows = [await price(9_990), await price(20_000)]
    const ids = rows.map(({ id }) => id)
    const { status, body } = await bulk({ ids, expected: 2, formula: rise, from })
    expect({ status, body }).toMatchObject({ status: 201, body: { changed: 2, failures: [] } })
    expect(await periodsOf(await stored(ids[0]!))).toEqual([
      [9_990, '2026-04-01', addDays(from, -1)],
      [10_500, from, '9999-12-31'],
    ])
    expect((await periodsOf(await stored(ids[1]!)))[1]).toEqual([21_000, from, '9999-12-31'])
  })

  it('changes in place what begins on that day, and refuses what ends before or begins later by its days', async () => {
    const from = addDays(today(), 30)
    const [onDay, before, later] = [
      await price(10_000, from),
      await price(10_000, '2026-04-01', addDays(today(), 3)),
      await price(10_000, addDays(from, 5)),
    ]
    const ids = [onDay.id, before.id, later.id]
    const { status, body } = await bulk({ ids, expected: 3, formula: rise, from })
    expect(status).toBe(422)
    expect(body.data.failures.map(({ errors }: RowValues) => (errors as RowValues[])[0]!.message)).toEqual([
      `This row ends on ${dayText(addDays(today(), 3))}, before ${dayText(from)}: leave it out`,
      `This row begins on ${dayText(addDays(from, 5))}, after ${dayText(from)}: leave it out, or change it from that day`,
    ])
    const left = await bulk({ ids, expected: 3, formula: rise, from, leaveOut: [before.id, later.id] })
    expect(left.body).toMatchObject({ changed: 1, leftOut: 2 })
    expect(await periodsOf(await stored(onDay.id))).toEqual([[10_500, from, '9999-12-31']])
  })

  it('is refused by its part where it makes no sense', async () => {
    const { id } = await price(9_990)
    const asked: [RowValues, string][] = [
      [
        { formula: { ...rise, field: 'customerId' } },
        'Customer is not a number that people enter in Customer ShipTo Product Wise Price: choose Net price',
      ],
      [{ formula: { ...rise, value: -10_001 } }, 'A number falls by at most 100 %: enter a smaller percentage'],
      [{ formula: rise, from: '2026-01-01' }, 'From is past: set today or a later day'],
      [{ formula: rise, change: { netPrice: 1 } }, 'Net price is set and worked out: do one of both'],
    ]
    for (const [part, message] of asked) {
      const { status, body } = await bulk({ ids: [id], expected: 1, ...part })
      expect([status, body.errors[0].message]).toEqual([400, message])
    }
    const free = await bulk({ ids: [id], expected: 1, formula: { ...rise, value: -10_000 } })
    expect([free.status, free.body.message]).toEqual([422, 'Net price must be at least 0.01'])
  })
})

describe('rows that a colleague saved since they were seen', () => {
  it('are named with what they say now and by whom, and stay; the others change', async () => {
    const later = addDays(today(), 1)
    const [mine, theirs] = [await price(10_000, later), await price(10_000, later)]
    const ids = [mine.id, theirs.id]
    const seen = [mine, theirs].map(({ id, rowVersion }) => ({ id, rowVersion }))
    const { status } = await (await colleague).patch(`${PRICES}/${theirs.id}`, { netPrice: 55_555, rowVersion: 1 })
    expect(status).toBe(200)
    const asked = { ids, expected: 2, seen, change: { netPrice: 12_000 } }
    for (const more of [{ preview: true }, {}]) {
      const { body } = await bulk({ ...asked, ...more })
      expect(body).toMatchObject({ changed: 1, failures: [], stale: [{ id: theirs.id }] })
      expect(body.stale[0].errors[0].message).toMatch(/^Net price ₹ 555.55, saved by .+ at \d\d:\d\d$/)
    }
    expect((await stored(theirs.id)).netPrice).toBe(55_555)
    expect((await stored(mine.id)).netPrice).toBe(12_000)
  })

  it('are found by the versions of the preview, where the rows come from a filter', async () => {
    const later = addDays(today(), 1)
    const row = await price(10_000, later)
    const asked = { filter: { productId: row.productId, customerId: row.customerId }, expected: 1, formula: rise }
    const preview = await bulk({ ...asked, preview: true })
    expect(preview.body.versions).toEqual([{ id: row.id, rowVersion: 1 }])
    await (await colleague).patch(`${PRICES}/${row.id}`, { netPrice: 55_555, rowVersion: 1 })
    const { body } = await bulk({ ...asked, seen: preview.body.versions })
    expect(body).toMatchObject({ changed: 0, stale: [{ id: row.id }] })
    expect((await stored(row.id)).netPrice).toBe(55_555)
  })
})
