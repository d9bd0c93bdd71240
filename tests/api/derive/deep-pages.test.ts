/** @module-tag sql */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { matchingRows, orderRows } from '../../../api/derive/list/matching.ts'
import { readQuery } from '../../../api/derive/list/query.ts'
import { columnsReadBy } from '../../../api/derive/rights/conditions.ts'
import { today } from '../../../api/platform/clock.ts'
import { products } from '../../../resources/masters/products.ts'
import { fillProducts } from '../../bench/rows.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { runs } from '../../support/proof.ts'

const ROWS = 12_000
/** With ties, with empty values, by the text of a reference, and computed. */
const COLUMNS = ['name', 'packSize', 'division', 'launchDate', 'sbuId', 'maxOrderQty', 'isOrderable', 'isPeso']

const portal = portalOfFile(demoPortal)
let keeper: ApiClient

beforeAll(async () => {
  await fillProducts(portal.db, ROWS)
  await portal.db('products').whereRaw('id % 7 = 0').update({ packSize: null, maxOrderQty: 5000 })
  await portal.db('products').whereRaw('id % 3 = 0').update({ launchDate: '2026-01-31', division: '10' })
  await portal.db('products').whereRaw('id % 11 = 0').update({ launchDate: '2026-02-28' })
  keeper = await portal.as('master_admin')
})

type Sort = readonly (readonly [column: string, direction: 1 | -1])[]

const whole = new Map<string, number[]>()

/** The ids of all rows in the order of a list, read without paging. */
async function allIds(sort: Sort, more: Record<string, unknown>): Promise<number[]> {
  const key = JSON.stringify([sort, more])
  if (!whole.has(key)) {
    const asked = { ...more, ...(sort.length > 0 && { $sort: Object.fromEntries(sort) }) }
    const query = readQuery(products, asked, columnsReadBy(undefined, products))
    const reader = { person: undefined, day: today() }
    const rows = matchingRows(portal.db, products, query, reader, 'read')
    whole.set(key, await orderRows(rows, portal.db, products, query, reader).pluck('products.id'))
  }
  return whole.get(key)!
}

async function page(sort: Sort, more: Record<string, unknown>, query: string): Promise<number[]> {
  const asked = [
    ...sort.map(([name, direction]) => `$sort[${name}]=${direction}`),
    ...Object.entries(more).map(([name, value]) => `${name}=${value}`),
  ]
  const { status, body } = await keeper.get(`/api/masters/products?${[...asked, query].join('&')}&$select[]=id`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map(({ id }: { id: number }) => id)
}

const sorts = fc.uniqueArray(fc.tuple(fc.constantFrom(...COLUMNS), fc.constantFrom(1 as const, -1 as const)), {
  selector: ([column]) => column,
  maxLength: 3,
})
const narrowed = fc.constantFrom({}, { isActive: true }, { division: '10' })

describe('A page far down a list', () => {
  it('holds the rows that stand there, counted from the start, from the end, or after the last row seen', () =>
    fc.assert(
      fc.asyncProperty(
        sorts,
        narrowed,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 60 }),
        async (sort, more, part, limit) => {
          const ids = await allIds(sort, more)
          expect(ids.length).toBeGreaterThan(1_000)
          const skip = 200 + Math.floor(part * (ids.length - 200))
          const expected = ids.slice(skip, skip + limit)
          expect(await page(sort, more, `$skip=${skip}&$limit=${limit}`)).toEqual(expected)
          expect(await page(sort, more, `$skip=${skip}&$limit=${limit}&$after=${ids[skip - 1]}`)).toEqual(expected)
        },
      ),
      { numRuns: runs(25, 250) },
    ))

  it('glues to the others: together they are the whole list', async () => {
    const sort = [
      ['packSize', -1],
      ['launchDate', 1],
    ] as const
    const ids = await allIds(sort, {})
    const glued = ids.slice(0, 400)
    while (glued.length < 3_000)
      glued.push(...(await page(sort, {}, `$skip=${glued.length}&$limit=400&$after=${glued.at(-1)}`)))
    expect(glued).toEqual(ids.slice(0, glued.length))
    const last = await page(sort, {}, `$skip=${ids.length - 10}&$limit=25`)
    expect(last).toEqual(ids.slice(-10))
    expect(await page(sort, {}, `$skip=${ids.length + 10}&$limit=25`)).toEqual([])
  })

  it('is found by counting where the last row seen is no longer in the list', async () => {
    const ids = await allIds([['name', 1]], { isActive: true })
    const gone = (await portal.db('products').where({ isActive: 0 }).first('id')).id
    expect(await page([['name', 1]], { isActive: true }, `$skip=300&$limit=5&$after=${gone}`)).toEqual(
      ids.slice(300, 305),
    )
  })

  it('refuses a last row that is no id', async () => {
    const { status, body } = await keeper.get('/api/masters/products?$skip=300&$after=x')
    expect([status, body.message]).toEqual([400, '$after must be the id of the last row of the page before'])
  })
})
