import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ReadPlaces, reachOf } from '../../../api/platform/sqlite/read-places.ts'
import { ReadingThreads, TOO_LONG } from '../../../api/platform/sqlite/reading-threads.ts'
import { SqliteConnection } from '../../../api/platform/sqlite/sqlite-connection.ts'

const PATIENT = 30_000
/** Runs for seconds. */
const ENDLESS = {
  sql: 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000000) select count(*) as total from n',
  bindings: [],
}
const ONE = { sql: 'select 1 as one', bindings: [] }

const filename = join(process.env.TEST_FOLDER!, `threads-${randomUUID()}.sqlite`)
let writer: SqliteConnection

beforeAll(() => {
  writer = new SqliteConnection(filename)
  writer.database.exec(`
    create table big (id integer primary key, code text collate nocase, name text, price real, picture blob, unique (code));
    create table small (id integer primary key, bigId int);
    create index big_name on big (name);
    insert into big with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000)
      select i, 'C' || i, case when i % 3 then 'Name ' || (i % 10) end, i / 7.0, x'00ff' from n;
    insert into small values (1, 7), (2, 60000);
  `)
})
afterAll(() => {
  writer.database.close()
  for (const end of ['', '-wal', '-shm']) rmSync(filename + end, { force: true })
})

async function withThreads(work: (threads: ReadingThreads) => Promise<void>) {
  const threads = new ReadingThreads(filename)
  try {
    await work(threads)
  } finally {
    await threads.close()
  }
}

describe('A reading thread', () => {
  it('gives the rows that the main thread gives, of every kind of value', () =>
    withThreads(async threads => {
      const sql = 'select * from big where id in (?, ?, ?) order by id'
      const { columns, rows } = await threads.read({ sql, bindings: [3, 4, 60_000] }, PATIENT)
      const expected = writer.read(sql, [3, 4, 60_000])
      const found = rows.map(row => Object.fromEntries(row.map((value, at) => [columns[at], value])))
      expect(expected).toHaveLength(3)
      expect(found).toEqual(expected)
    }))

  it('sees at once what was committed', () =>
    withThreads(async threads => {
      const order = { sql: 'select count(*) as total from small where bigId = ?', bindings: [42] }
      expect((await threads.read(order, PATIENT)).rows).toEqual([[0]])
      writer.database.exec('insert into small values (3, 42)')
      expect((await threads.read(order, PATIENT)).rows).toEqual([[1]])
      writer.database.exec('delete from small where id = 3')
    }))

  it('changes nothing', () =>
    withThreads(async threads => {
      const change = threads.read({ sql: 'delete from small', bindings: [] }, PATIENT)
      await expect(change).rejects.toThrow('readonly')
    }))

  it('passes on what is wrong with a statement, and goes on', () =>
    withThreads(async threads => {
      await expect(threads.read({ sql: 'select colour from big', bindings: [] }, PATIENT)).rejects.toThrow(
        'no such column',
      )
      expect((await threads.read(ONE, PATIENT)).rows).toEqual([[1]])
    }))

  it('is left alone with a statement that takes too long, and another goes on', () =>
    withThreads(async threads => {
      await expect(threads.read(ENDLESS, 200, true)).rejects.toMatchObject({ code: TOO_LONG })
      expect((await threads.read(ONE, PATIENT, true)).rows).toEqual([[1]])
    }))

  it('holds up no short statement while it runs a long one', () =>
    withThreads(async threads => {
      const long = Promise.allSettled([threads.read(ENDLESS, PATIENT, true), threads.read(ENDLESS, PATIENT, true)])
      expect((await threads.read(ONE, PATIENT)).rows).toEqual([[1]])
      await threads.close()
      expect((await long).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    }))

  it('lets no more wait than it should', () =>
    withThreads(async threads => {
      const asked = Array.from({ length: 202 }, () => threads.read(ENDLESS, PATIENT, true))
      const told = Promise.allSettled(asked)
      await expect(asked[201]).rejects.toThrow('Too many')
      await threads.close()
      expect((await told).every(({ status }) => status === 'rejected')).toBe(true)
    }))

  it('that dies of a statement takes nothing else with it', () =>
    withThreads(async threads => {
      const huge =
        'with recursive n(i) as (select 1 union all select i + 1 from n) select i, hex(zeroblob(500)) || i from n'
      await expect(threads.read({ sql: huge, bindings: [] }, PATIENT)).rejects.toMatchObject({
        ...{ code: TOO_LONG, message: 'The reading thread was ended' },
      })
      expect((await threads.read(ONE, PATIENT)).rows).toEqual([[1]])
    }))
})

describe('Where a select runs', () => {
  const big = new Set(['big'])
  const reach = (sql: string) => reachOf(writer.database, sql, big)

  it.each([
    ['select * from big where id = ?', 'keys'],
    ['select * from `big` where `code` = ?', 'keys'],
    ['select * from `small` order by `bigId`', 'keys'],
    [
      'select * from `small` left join `big` as `via1` on `via1`.`id` = `small`.`bigId` order by `small`.`bigId`',
      'keys',
    ],
    ['select * from big where name = ? limit 25', 'equal'],
    ['select * from big where name = ? order by price limit 25', 'through'],
    ['select * from big where name > ? limit 25', 'through'],
    ['select * from `big` order by `name` limit 25', 'through'],
    ['select count(*) from (select 1 as `one` from `big` limit 10001) as `counted`', 'through'],
    [
      'select * from `small` where exists (select 1 from `big` as `other` where `other`.`price` = `small`.`bigId`)',
      'through',
    ],
    [
      'select * from `big` where `big`.`id` in (select `id` from (select `big`.`id` from `big` order by `price` limit ?) as `page`)',
      'through',
    ],
  ])('is told by its plan: %s', (sql, expected) => {
    expect(reach(sql)).toBe(expected)
  })

  it('is the main thread once it was quick with the same values, until it is slow there', () => {
    const places = new ReadPlaces(() => writer.database)
    const sql = 'select * from big where price > ? order by name limit 25'
    expect(places.placeOf(sql, [1])).toBe('thread')
    places.took(sql, [1], 'thread', 1)
    expect(places.placeOf(sql, [1])).toBe('here')
    expect(places.placeOf(sql, [2])).toBe('thread')
    places.took(sql, [2], 'thread', 400)
    expect(places.placeOf(sql, [2])).toBe('long')
    places.took(sql, [1], 'here', 60)
    expect(places.placeOf(sql, [1])).toBe('long')
  })

  it('is the main thread for equal values in an index after a few were quick, until one was slow', () => {
    const places = new ReadPlaces(() => writer.database)
    const sql = 'select * from big where name = ? limit 25'
    for (let value = 0; value < 5; value++) {
      expect(places.placeOf(sql, [value])).toBe('thread')
      places.took(sql, [value], 'thread', 1)
    }
    expect(places.placeOf(sql, [99])).toBe('here')
    places.took(sql, [99], 'here', 30)
    expect(places.placeOf(sql, [100])).toBe('thread')
  })

  it('is the main thread for a select that was quick with many values, until one was slow', () => {
    const places = new ReadPlaces(() => writer.database)
    const sql = 'select * from big where name > ? limit 25'
    for (let value = 0; value < 50; value++) {
      expect(places.placeOf(sql, [value])).toBe('thread')
      places.took(sql, [value], 'thread', 1)
    }
    expect(places.placeOf(sql, [99])).toBe('here')
    places.took(sql, [99], 'here', 30)
    expect(places.placeOf(sql, [100])).toBe('thread')
  })

  it('is the main thread for rows found by a key, also after the machine was busy for a moment', () => {
    const places = new ReadPlaces(() => writer.database)
    const sql = 'select * from big where id = ?'
    places.took(sql, [1], 'here', 200)
    for (let value = 0; value < 5; value++) {
      expect(places.placeOf(sql, [value])).toBe('thread')
      places.took(sql, [value], 'thread', 1)
    }
    expect(places.placeOf(sql, [99])).toBe('here')
  })

  it('is the main thread while no table is big, and is judged again as tables grow', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const database = new DatabaseSync(':memory:')
      database.exec('create table item (id integer primary key, name text)')
      const places = new ReadPlaces(() => database)
      expect(places.placeOf('select * from item order by name', [])).toBe('here')
      database.exec("insert into item values (60000, 'last')")
      expect(places.placeOf('select * from item order by name', [])).toBe('here')
      vi.advanceTimersByTime(600_000)
      expect(places.placeOf('select * from item order by name', [])).toBe('thread')
      database.close()
    } finally {
      vi.useRealTimers()
    }
  })
})
