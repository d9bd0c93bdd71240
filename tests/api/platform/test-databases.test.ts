/** @module-tag sql */
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../api/platform/database.ts'
import { mvgr } from '../../../resources/masters/mvgr.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'
import { copyDatabase } from '../../support/databases/mariadb-copy.ts'
import { leaseCopy, newName } from '../../support/databases/mariadb-pool.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { schemaOf } from '../../support/schema.ts'

const server = process.env.TEST_SERVER!

let template = ''

async function givenTo(file: string): Promise<TestDatabase & { name: string }> {
  const { url, end } = await leaseCopy(server, template, file)
  const db = openDatabase(url)
  return { db, url, name: new URL(url).pathname, close: () => db.destroy().then(end) }
}

describe.runIf(server)('A database of the tests on MariaDB', () => {
  // A template of its own, so that no other test file has given back a copy of it.
  beforeEach(async () => {
    template = newName()
    await (await seededDatabase()).close()
    await copyDatabase(server, 'seeded', template)
  })

  it('has the rows and the next number that it was made with, whatever the file before wrote', async () => {
    const before = await givenTo('one')
    const products = await before.db('products').orderBy('id')
    const schema = await schemaOf(before.db)
    const { id } = await exampleRow(before.db, mvgr)
    await before.db('products').update({ name: 'Renamed' })
    await before.close()

    const after = await givenTo('another')
    expect(after.name).toBe(before.name)
    expect(await after.db('products').orderBy('id')).toEqual(products)
    expect(await schemaOf(after.db)).toEqual(schema)
    expect(await after.db('mvgr').where({ id })).toEqual([])
    expect((await exampleRow(after.db, mvgr)).id).toBe(id)
    await after.close()
  })

  it('is another one within a test file, and after one that changed a table', async () => {
    const before = await givenTo('one')
    await before.db.schema.alterTable('state', table => void table.string('more', 10))
    await before.close()
    const beside = await givenTo('one')
    expect(beside.name).not.toBe(before.name)
    const after = await givenTo('another')
    expect(after.name).not.toBe(before.name)
    expect(await after.db.schema.hasColumn('state', 'more')).toBe(false)
    await Promise.all([beside.close(), after.close()])
  })

  it('is another one after one that made a trigger anew, whose maker is gone', async () => {
    const before = await givenTo('one')
    const [[trigger]] = await before.db.raw('SHOW TRIGGERS')
    const { Trigger, Timing, Event, Table, Statement } = trigger
    await before.db.raw(`DROP TRIGGER \`${Trigger}\``)
    await before.db.raw(`CREATE TRIGGER \`${Trigger}\` ${Timing} ${Event} ON \`${Table}\` FOR EACH ROW ${Statement}`)
    await before.close()
    const after = await givenTo('another')
    expect(after.name).not.toBe(before.name)
    await after.close()
  })

  it('is out of reach of whoever had it before', async () => {
    const before = await givenTo('one')
    const late = openDatabase(before.url)
    const writing = late.transaction(async trx => {
      await trx('state').where({ id: 1 }).update({ name: 'Late' })
      await before.close()
      await trx('state').where({ id: 1 }).update({ name: 'Later' })
    })
    await expect(writing).rejects.toThrow(/closed/)
    await expect(late('state').first()).rejects.toThrow(/Access denied/)
    const after = await givenTo('another')
    expect(after.name).toBe(before.name)
    expect(await after.db('state').where('name', 'like', 'Late%')).toEqual([])
    await after.close()
    await late.destroy()
  })
})
