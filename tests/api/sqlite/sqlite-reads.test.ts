import { copyFileSync, existsSync } from 'node:fs'
import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, selectRows } from '../../../api/platform/database.ts'
import { transact } from '../../../api/platform/transact.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let db: Knex
/** Every statement that was asked. */
const asked: string[] = []

beforeEach(async () => {
  database = await emptyDatabase()
  db = database.db
  await db.raw('create table note (id integer primary key, text varchar(60))')
  await db('note').insert({ id: 1, text: 'first' })
  asked.length = 0
  db.on('query', ({ sql }) => asked.push(sql))
})
afterEach(() => database.close())

const texts = () => db('note').orderBy('id').pluck('text')
const written = (from: Knex = db) => selectRows<{ text: string }>(from, 'select text from note where id = ?', [1])

describe.runIf(process.env.TEST_DATABASE !== 'mariadb')('reads beside the connection that writes', () => {
  it('see at once what was written, whichever way they are asked', async () => {
    for (const text of ['second', 'third', 'fourth']) {
      await db('note').where({ id: 1 }).update({ text })
      expect(await texts()).toEqual([text])
      expect(await db('note').first('text')).toEqual({ text })
      expect(await db('note').select('*')).toEqual([{ id: 1, text }])
      expect(await db.raw('select text from note')).toEqual([{ text }])
      expect(await written()).toEqual([{ text }])
    }
  })

  it('do not wait for a transaction, and see nothing of it before its end', async () => {
    await transact(db, async trx => {
      await trx('note').where({ id: 1 }).update({ text: 'perhaps' })
      expect(await texts()).toEqual(['first'])
      expect(await written()).toEqual([{ text: 'first' }])
      // The transaction itself reads what it wrote.
      expect(await trx('note').pluck('text')).toEqual(['perhaps'])
      expect(await written(trx)).toEqual([{ text: 'perhaps' }])
      expect(await db('note').transacting(trx).pluck('text')).toEqual(['perhaps'])
    })
    expect(await texts()).toEqual(['perhaps'])
    const failed = transact(db, async trx => {
      await trx('note').del()
      throw new Error('Not after all')
    })
    await expect(failed).rejects.toThrow('Not after all')
    expect(await texts()).toEqual(['perhaps'])
  })

  it('know the columns of a table that was changed meanwhile, by this process or another', async () => {
    const rows = () => db('note').select()
    expect(await rows()).toEqual([{ id: 1, text: 'first' }])
    await db.raw('alter table note rename column text to words')
    expect(await rows()).toEqual([{ id: 1, words: 'first' }])
    const other = openDatabase(database.url)
    await other.raw('alter table note rename column words to line')
    expect(await rows()).toEqual([{ id: 1, line: 'first' }])
    await other.raw('alter table note add column more integer default 5')
    await other.destroy()
    expect(await rows()).toEqual([{ id: 1, line: 'first', more: 5 }])
  })

  it('cannot write: a text that does is run where writing belongs', async () => {
    await db.raw(`with two as (select 2 as id) insert into note select id, 'second' from two`)
    expect(await texts()).toEqual(['first', 'second'])
  })

  it('are heard by those who listen to statements, once each', async () => {
    await texts()
    await written()
    expect(asked).toEqual(['select `text` from `note` order by `id` asc', 'select text from note where id = ?'])
  })

  it('name a fault as every other statement does', async () => {
    const fault = await db('nowhere')
      .select()
      .catch(error => error)
    expect(fault.message).toBe('select * from `nowhere` - no such table: nowhere')
    await expect(written(db.withUserParams({}))).resolves.toEqual([{ text: 'first' }])
  })

  it('reach a file that is attached to the connection that writes', async () => {
    const beside = await emptyDatabase()
    await beside.db.raw('create table staged (id integer primary key)')
    await beside.db('staged').insert({ id: 7 })
    await db.raw('attach ? as beside', [beside.url.slice('sqlite:'.length)])
    expect(await db('beside.staged').pluck('id')).toEqual([7])
    await db.raw('detach beside')
    await beside.close()
  })

  it('end with the database: the log is taken into the file, which is the whole database then', async () => {
    const file = database.url.slice('sqlite:'.length)
    await texts()
    await db.destroy()
    expect(existsSync(`${file}-wal`)).toBe(false)
    await expect(texts()).rejects.toThrow('Unable to acquire a connection')
  })

  it('read a restored file after the next start', async () => {
    const file = database.url.slice('sqlite:'.length)
    const backup = await emptyDatabase()
    await backup.db.raw('create table note (id integer primary key, text varchar(60))')
    await backup.db('note').insert({ id: 1, text: 'as it was' })
    await backup.db.destroy()
    await texts()
    await db.destroy()
    copyFileSync(backup.url.slice('sqlite:'.length), file)
    const restored = openDatabase(database.url)
    expect(await restored('note').pluck('text')).toEqual(['as it was'])
    await restored('note').update({ text: 'and on' })
    expect(await restored('note').pluck('text')).toEqual(['and on'])
    await restored.destroy()
    await backup.close()
  })
})
