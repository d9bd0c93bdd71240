/** @module-tag locks */
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../api/platform/database.ts'
import { runIdempotent } from '../../../api/platform/idempotency.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
/** A second pool, as of another process. */
let rival: Knex
let userId: number

beforeAll(async () => {
  database = await seededDatabase()
  rival = openDatabase(database.url)
  userId = (await database.db('user').first('id')).id
})
afterAll(async () => {
  await rival.destroy()
  await database.close()
})

let runs = 0
const call = (key: string) => ({ provider: 'rest', headers: { 'idempotency-key': key }, person: { id: userId } })
const command = (db: Knex, key: string, sees: 'snapshot' | 'latest', milliseconds = 30) =>
  runIdempotent(
    db,
    call(key),
    'test',
    { of: key },
    async () => {
      runs += 1
      await pause(milliseconds)
      return { run: runs }
    },
    sees,
  )

it.each(['snapshot', 'latest'] as const)(
  'the same key twice at once is carried out once and answered twice alike (%s)',
  async sees => {
    for (let round = 0; round < 20; round++) {
      runs = 0
      const key = `twice-${sees}-${round}`
      const answers = await Promise.all([command(database.db, key, sees), command(rival, key, sees)])
      expect(answers).toEqual([{ run: 1 }, { run: 1 }])
    }
  },
)

it('the second is carried out when the first was refused', async () => {
  const key = 'refused-first'
  const first = runIdempotent(database.db, call(key), 'test', { of: key }, async () => {
    await pause(50)
    throw new Error('A rule refuses this')
  })
  await pause(10)
  const second = command(rival, key, 'latest')
  await expect(first).rejects.toThrow('A rule refuses this')
  runs = 0
  expect(await second).toMatchObject({ run: expect.any(Number) })
})

it('the same key with another body is refused, at once too', async () => {
  const answers = await Promise.allSettled(
    ['one', 'another'].map(of =>
      runIdempotent(of === 'one' ? database.db : rival, call('other-body'), 'test', { of }, async () => pause(30, of)),
    ),
  )
  const refusals = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refusals.map(({ code, errors }) => [code, errors[0].code])).toEqual([[422, 'KEY_REUSED']])
})

it.runIf(process.env.TEST_DATABASE === 'mariadb')(
  'the second hears that the first is still in progress when that takes very long',
  async () => {
    const first = command(database.db, 'takes-long', 'latest', 4_500)
    await pause(200)
    const second = command(rival, 'takes-long', 'latest')
    await expect(second).rejects.toMatchObject({ code: 409, errors: [{ code: 'STILL_RUNNING' }] })
    await first
    expect(await command(rival, 'takes-long', 'latest')).toEqual(await first)
  },
)
