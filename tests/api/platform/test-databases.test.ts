import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../api/platform/database.ts'
import { mvgr } from '../../../resources/masters/mvgr.ts'
import { freshDatabase, seededDatabase } from '../../support/database.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { schemaOf } from '../../support/schema.ts'

const onMariaDb = process.env.TEST_DATABASE === 'mariadb'

const namesIn = (db: Knex): Promise<string[]> => db('products').orderBy('id').pluck('name')

describe('a database of the tests', () => {
  it('has the rows and the next number that it was made with, whatever the test before wrote', async () => {
    const before = await seededDatabase()
    const names = await namesIn(before.db)
    const schema = await schemaOf(before.db)
    const { id } = await exampleRow(before.db, mvgr)
    await before.db('products').update({ name: 'Renamed' })
    await before.close()

    const after = await seededDatabase()
    expect(after.url === before.url).toBe(onMariaDb)
    expect(await namesIn(after.db)).toEqual(names)
    expect(await schemaOf(after.db)).toEqual(schema)
    expect(await after.db('mvgr').where({ id })).toEqual([])
    expect((await exampleRow(after.db, mvgr)).id).toBe(id)
    await after.close()
  })

  it('is another one where the test before changed a table', async () => {
    const before = await freshDatabase()
    await before.db.schema.alterTable('state', table => void table.string('more', 10))
    await before.close()
    const after = await freshDatabase()
    expect(after.url).not.toBe(before.url)
    expect(await after.db.schema.hasColumn('state', 'more')).toBe(false)
    await after.close()
  })

  it('is another one while somebody still uses the one before', async () => {
    const before = await freshDatabase()
    const beside = openDatabase(before.url)
    await beside.raw('select 1')
    await before.close()
    const after = await freshDatabase()
    expect(after.url).not.toBe(before.url)
    await after.close()
    await beside.destroy()
  })
})
