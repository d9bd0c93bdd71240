/** @module-tag locks */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
  const { db } = database
  await db.schema.createTable('stock', stock => {
    stock.integer('id').primary()
    stock.integer('first').notNullable()
    stock.integer('alone').notNullable()
  })
  await db('stock').insert(Array.from({ length: 30 }, (_, id) => ({ id, first: 0, alone: 0 })))
})
afterAll(() => database.close())

it.runIf(process.env.TEST_DATABASE === 'mariadb')(
  'a statement by itself that a deadlock ends is run again, once the transaction is through that went first',
  async () => {
    const { db } = database
    const trx = await db.transaction()
    // It has written more, so that the server ends the other.
    await trx('stock').where('id', '>', 0).update({ first: 1 })
    const alone = db('stock').update({ alone: 1 }).then()
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
    await trx('stock').where('id', 0).update({ first: 1 })
    await trx.commit()
    expect(await alone).toBe(30)
    expect(await db('stock').where({ first: 1, alone: 1 })).toHaveLength(30)
  },
)

/** How many transactions of this database wait for a lock. */
async function waiting(): Promise<number> {
  const [[{ n }]] = await database.db.raw(
    `select count(*) n from information_schema.innodb_trx t
     join information_schema.processlist p on p.id = t.trx_mysql_thread_id
     where t.trx_state = 'LOCK WAIT' and p.db = database()`,
  )
  return Number(n)
}
