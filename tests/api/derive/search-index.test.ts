/** @module-tag sql */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findPage } from '../../../api/derive/list/find.ts'
import { matchingRows, orderRows } from '../../../api/derive/list/matching.ts'
import { readQuery } from '../../../api/derive/list/query.ts'
import type { StoredRow } from '../../../api/derive/row-codec.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows, updateRow } from '../../../api/derive/save/write.ts'
import { MOST_CANDIDATES } from '../../../api/derive/search/candidates.ts'
import { rebuildSearchIndexes, searchIndexDifferences } from '../../../api/derive/search/rebuild.ts'
import { takeInChanges } from '../../../api/derive/search/trigram-table.ts'
import { today } from '../../../api/platform/clock.ts'
import { isSqlite } from '../../../api/platform/database.ts'
import { transact } from '../../../api/platform/transact.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { products } from '../../../resources/masters/products.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { withinSeconds } from '../../support/limits.ts'
import { runs } from '../../support/proof.ts'

let database: TestDatabase
let example: StoredRow
let made = 0

beforeAll(async () => {
  database = await freshDatabase()
  example = await exampleRow(database.db, products)
})
afterAll(() => database.close())

/** Rows like the example, with other texts. */
const addProducts = (texts: RowValues[]) => {
  const { id: _, ...like } = example
  return insertRows(
    database.db,
    products,
    texts.map(text => ({ ...like, casNo: null, name: 'Nothing', code: `N-${++made}`, ...text })),
    systemAuthor('test'),
  )
}

/** On MariaDB changed rows wait until their groups are taken in. */
const indexAll = async () => {
  if (!isSqlite(database.db)) await takeInChanges(database.db, products)
}

const readable = (resource: Resource) => ['id', ...Object.keys(resource.fields), 'isActive']

/** A page of a list as people get it: the ids of its rows and their number. */
async function listed(resource: Resource, request: Record<string, unknown>) {
  const query = readQuery(resource, request, readable(resource))
  const { data, total } = await findPage(database.db, resource, query, undefined)
  return { ids: data.map(({ id }) => id), total }
}

/** The same page by comparing the texts of all rows, without any search index. */
async function compared(resource: Resource, request: Record<string, unknown>) {
  const { db } = database
  const query = readQuery(resource, request, readable(resource))
  const reader = { person: undefined, day: today() }
  const ids = await orderRows(matchingRows(db, resource, query, reader, 'read'), db, resource, query, reader).pluck(
    `${tableOf(resource)}.id`,
  )
  return { ids: ids.slice(query.skip, query.skip + query.limit), total: Math.min(ids.length, 10_001) }
}

const letters = [
  'a',
  'A',
  'b',
  'ä',
  'Ä',
  'é',
  'ß',
  'İ',
  'K',
  'k',
  '1',
  '2',
  ' ',
  '-',
  "'",
  '"',
  '%',
  '_',
  '!',
  '*',
  '😀',
  'ा',
]
const words = fc.string({ unit: fc.constantFrom(...letters), maxLength: 9 })
const asked = fc.record({
  text: words.filter(text => text !== ''),
  by: fc.constantFrom('q', 'name', 'code', 'either'),
  sort: fc.constantFrom({}, { $sort: { name: -1 } }, { $sort: { code: 1, name: 1 } }),
  active: fc.constantFrom({}, { isActive: true }, { isActive: false }),
  $skip: fc.constantFrom(0, 3),
})

const requestOf = ({ text, by, sort, active, $skip }: Record<'sort' | 'active', object> & Record<string, unknown>) => ({
  ...(by === 'q' && { q: text }),
  ...((by === 'name' || by === 'code') && { [by]: { $contains: text } }),
  ...(by === 'either' && { $or: [{ name: { $contains: text } }, { casNo: { $contains: text }, isActive: true }] }),
  ...sort,
  ...active,
  $skip,
  $limit: 20,
})

describe('a search in a large master', () => {
  it('finds what comparing the texts of all rows finds, in the same order, whatever is written', async () => {
    const texts = fc.record({ code: words, name: words, casNo: fc.option(words) })
    const samples = fc.sample(texts, { numRuns: 400, seed: 7 })
    const rows = await addProducts(
      samples.map(({ code, name, casNo }) => ({ code: `${code}~${++made}`, name, casNo: casNo?.slice(0, 9) ?? null })),
    )
    await database
      .db('products')
      .whereIn(
        'id',
        rows.filter(({ id }) => id % 5 === 0).map(({ id }) => id),
      )
      .update({ isActive: 0 })
    await indexAll()
    // Parts of what is there, so that most searches find something.
    const parts = samples
      .flatMap(({ name, code }) => [name.slice(0, 4), name.slice(2), code])
      .filter(part => part !== '')
    const searches = fc.oneof(
      asked,
      asked.chain(ask => fc.constantFrom(...parts).map(text => ({ ...ask, text }))),
    )
    await fc.assert(
      fc.asyncProperty(searches, async ask => {
        const request = requestOf(ask)
        expect(await listed(products, request)).toEqual(await compared(products, request))
      }),
      { numRuns: runs(400, 2000) },
    )
  })

  it('finds through a reference, and by the texts of the rows that the key refers to', async () => {
    const customer = await exampleRow(database.db, resourceNamed('customer'), { name: 'Ganga Laboratories' })
    const address = await exampleRow(database.db, shipTo, { customerId: customer.id, name: 'Gate 4' })
    await exampleRow(database.db, shipTo, { name: 'Gate 4' })
    expect(await listed(shipTo, { q: 'ganga lab' })).toEqual({ ids: [address.id], total: 1 })
    expect(await listed(shipTo, { q: 'gate 4' })).toMatchObject({ total: 2 })
    expect((await listed(shipTo, { q: 'gan' })).ids).toEqual([address.id])
  })
})

describe('a text that most rows contain', () => {
  const many = MOST_CANDIDATES + 600
  const pages = [0, 1, 4, 40, many - 3, many + 10]

  beforeAll(async () => {
    const plain = Array.from({ length: many - 20 }, (_, n) => ({ name: `Common salt ${n % 7}` }))
    const codes = ['COMMON', 'COMMON-2', 'X-COMMON', 'commONE'].map(code => ({ code, name: 'Ranked by its code' }))
    const rows = await addProducts([...plain, ...codes, ...plain.slice(0, 16)])
    await database
      .db('products')
      .whereIn(
        'id',
        rows.filter((_, n) => n % 30 === 0).map(({ id }) => id),
      )
      .update({ isActive: 0 })
  })

  it.each([{ isActive: true }, {}])(
    'comes with exact codes first, then such beginnings, then by id %o',
    async active => {
      for (const $skip of pages) {
        const request = { q: 'common', ...active, $skip, $limit: 3 }
        expect(await listed(products, request)).toEqual(await compared(products, request))
      }
    },
  )

  it('comes in the order of codes that begin with it where these are most of the rows', async () => {
    await addProducts([{ code: 'N-1x' }, { code: 'x N-1', name: 'n-' }])
    await addProducts(Array.from({ length: many }, (_, n) => ({ code: `YES-${n}` })))
    await addProducts([{ code: 'YES' }, { code: 'NO-YES' }])
    for (const $skip of pages) {
      const request = { q: 'yes', $skip, $limit: 3 }
      expect(await listed(products, request)).toEqual(await compared(products, request))
    }
  })

  it('is found by filters and in every sort as well', async () => {
    for (const request of [
      { name: { $contains: 'mmon sa' }, $sort: { name: 1 } },
      { q: 'common', $sort: { name: -1 }, isActive: false },
      { q: 'common', name: { $contains: 'salt 6' } },
      { q: 'co' },
      { q: 'common', $sort: { name: 1, code: -1 }, $skip: 5, isActive: true },
      { name: { $contains: 'COMMON' }, $exact: true, isActive: true },
      { code: { $contains: 'common' } },
      { q: 'common salt 6' },
    ])
      expect(await listed(products, request)).toEqual(await compared(products, request))
  })
})

describe('the search index', () => {
  it('is asked instead of looking at every product', async () => {
    const { db } = database
    if (!isSqlite(db)) return
    const looked: string[] = []
    const asked: { sql: string; bindings: never[] }[] = []
    db.on('query', (query: (typeof asked)[number]) => asked.push(query))
    await listed(products, { q: 'common', isActive: true })
    await listed(products, { q: 'salt 6' })
    await listed(products, { name: { $contains: 'oh no such name' }, $sort: { code: 1 } })
    db.removeAllListeners('query')
    expect(asked.length).toBeGreaterThan(5)
    for (const { sql, bindings } of [...asked]) {
      const plan: { detail: string }[] = await db.raw(`explain query plan ${sql}`, bindings)
      looked.push(...plan.map(({ detail }) => detail).filter(detail => /^SCAN products\b/.test(detail)))
    }
    expect(looked).toEqual([])
  })

  it('follows every change of a row, one by one and many at once', async () => {
    const { db } = database
    const [one, two] = await addProducts([{ name: 'Quicklime' }, { name: 'Quicksilver' }])
    const find = async (q: string) => (await listed(products, { q })).ids
    expect(await find('quick')).toEqual([one!.id, two!.id])
    await indexAll()
    await updateRow(db, products, one as never, { name: 'Slaked lime' }, systemAuthor('test'))
    expect([await find('quick'), await find('slaked')]).toEqual([[two!.id], [one!.id]])
    await indexAll()
    expect([await find('quick'), await find('slaked')]).toEqual([[two!.id], [one!.id]])
    await db('products').whereIn('id', [one!.id, two!.id]).update({ name: 'Dolomite' })
    expect([await find('quick'), await find('dolomite')]).toEqual([[], [one!.id, two!.id]])
    await db('products').where('id', two!.id).delete()
    expect(await find('dolomite')).toEqual([one!.id])
    expect(await searchIndexDifferences(db)).toEqual([])
  })

  it('tells texts from its own mark of active rows', async () => {
    const [one] = await addProducts([{ name: 'Oh yes' }])
    await addProducts(Array.from({ length: 5 }, () => ({ name: 'Oh no' })))
    expect(await listed(products, { q: 'oh yes', isActive: true })).toEqual({ ids: [one!.id], total: 1 })
    expect(await listed(products, { name: { $contains: 'Yes' } })).toEqual({ ids: [one!.id], total: 1 })
  })

  it('takes in what waits once a search meets much of it', async () => {
    const { db } = database
    if (isSqlite(db)) return
    const waiting = async () => (await db('products_search_change').count({ total: '*' }))[0]!.total
    await addProducts(Array.from({ length: 1_200 }, () => ({ name: 'Many at once' })))
    expect(await waiting()).toBeGreaterThanOrEqual(1_200)
    expect(await listed(products, { q: 'many at once' })).toMatchObject({ total: 1_200 })
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: withinSeconds(60) })
    expect(await listed(products, { q: 'many at once' })).toMatchObject({ total: 1_200 })
  })

  it('lets several people write at once', async () => {
    const { db } = database
    const rows = await addProducts(Array.from({ length: 60 }, (_, n) => ({ name: `Shared ${n}` })))
    const rename = (who: number) =>
      Promise.all(
        rows
          .filter((_, n) => n % 6 === who)
          .map(row =>
            transact(db, trx => updateRow(trx, products, row as never, { name: `Taken ${who}` }, systemAuthor('test'))),
          ),
      )
    await Promise.all([...[0, 1, 2, 3, 4, 5].map(rename), indexAll(), indexAll()])
    expect(await listed(products, { q: 'taken' })).toMatchObject({ total: 60 })
    expect(await searchIndexDifferences(db)).toEqual([])
  })

  it('gives a new row its own id', async () => {
    const [row] = await addProducts([{ name: 'With an index' }])
    expect(await database.db('products').where('id', row!.id).first('name')).toEqual({ name: 'With an index' })
  })

  it('is checked, and made anew by a command', async () => {
    const { db } = database
    const [row] = await addProducts([{ name: 'Forgotten' }])
    expect(await searchIndexDifferences(db)).toEqual([])
    await db.raw(`delete from products_search where ${isSqlite(db) ? 'rowid' : 'rowId'} = ?`, [row!.id])
    expect(await searchIndexDifferences(db)).toEqual([
      'Products: the search index products_search differs from the rows, run npm run rebuild-search',
    ])
    expect(await rebuildSearchIndexes(db)).toContain('Products')
    expect(await searchIndexDifferences(db)).toEqual([])
    expect((await listed(products, { q: 'forgotten' })).ids).toEqual([row!.id])
  })
})
