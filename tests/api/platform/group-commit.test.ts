/** @module-tag locks */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isSqlite } from '../../../api/platform/database.ts'
import { currentRequestId, withRequestId } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  await database.db.schema.createTable('saved', table => {
    table.integer('who').notNullable()
  })
})
beforeEach(() => database.db('saved').del())
afterAll(() => database.close())

const save = (who: number, then?: () => void) =>
  transact(database.db, async trx => {
    await trx('saved').insert({ who })
    then?.()
    return who
  })
const kept = () => database.db('saved').orderBy('who').pluck('who')
const fail = () => {
  throw new Error('refused')
}

describe('concurrent saves', () => {
  it('each get their own result', async () => {
    const told = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(who => save(who, who === 3 ? fail : undefined)))
    expect(told.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      ...Array(3).fill('fulfilled'),
    ])
    expect(await kept()).toEqual([1, 2, 4, 5, 6])
  })

  it('share one commit, also when each arrives separately while the first is running', async () => {
    // A slow machine would split the group.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const commits: string[] = []
    const count = ({ sql }: { sql: string }) => sql.startsWith('COMMIT') && commits.push(sql)
    database.db.on('query', count)
    const later = async (who: number) => {
      for (let turn = 0; turn < who; turn++) await null
      return save(who)
    }
    await Promise.all([1, 2, 3, 4, 5].map(later))
    database.db.removeListener('query', count)
    clock.mockRestore()
    expect(await kept()).toEqual([1, 2, 3, 4, 5])
    if (isSqlite(database.db)) expect(commits).toHaveLength(1)
  })

  it('share one commit with those that arrive while the first of them waits for others', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const commits: string[] = []
    const count = ({ sql }: { sql: string }) => sql.startsWith('COMMIT') && commits.push(sql)
    database.db.on('query', count)
    const nextTurn = () => new Promise(resolve => setImmediate(resolve))
    const third = nextTurn().then(() => {
      const fourth = nextTurn().then(() => save(4))
      return Promise.all([save(3), fourth])
    })
    await Promise.all([third, save(1), save(2)])
    database.db.removeListener('query', count)
    clock.mockRestore()
    expect(await kept()).toEqual([1, 2, 3, 4])
    if (isSqlite(database.db)) expect(commits).toHaveLength(1)
  })

  it('are answered only when their rows are visible to others', async () => {
    const seen: unknown[] = []
    await Promise.all(
      Array.from({ length: 40 }, async (_, who) => {
        await save(who)
        seen.push(await database.db('saved').where({ who }).first('who'))
      }),
    )
    expect(seen).toHaveLength(40)
    expect(seen).not.toContain(undefined)
  })

  it('save nothing when the disk fails in the middle, and nobody gets a success', async () => {
    const full = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    }
    const told = await Promise.allSettled([1, 2, 3, 4, 5].map(who => save(who, who === 4 ? full : undefined)))
    const done = told.flatMap(({ status }, at) => (status === 'fulfilled' ? [at + 1] : []))
    expect(done).not.toContain(4)
    expect(await kept()).toEqual(done)
  })

  it('keep their own request id, whichever request runs the group', async () => {
    const ids = await Promise.all(
      ['first-request', 'second-request', 'third-request'].map(id =>
        withRequestId(id, () => transact(database.db, async () => currentRequestId())),
      ),
    )
    expect(ids).toEqual(['first-request', 'second-request', 'third-request'])
  })
})
