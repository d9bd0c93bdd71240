import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { now, secondsFromNow, setClock, today } from '../../../api/platform/clock.ts'
import { ConfigError, readConfig } from '../../../api/platform/config.ts'
import { isSqlite, openDatabase } from '../../../api/platform/database.ts'
import { newRequestId } from '../../../api/platform/http/request-id.ts'
import { createLog, withRequestId } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'

describe('the id of a request', () => {
  it('is a UUID that begins with its time, so that later ones sort after it', async () => {
    const first = newRequestId()
    await pause(2)
    const second = newRequestId()
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect([second, first].sort()).toEqual([first, second])
  })
})

describe('the settings', () => {
  const home = mkdtempSync(join(tmpdir(), 'bilty-config-'))
  afterAll(() => rmSync(home, { recursive: true }))
  const read = (env: Record<string, string>) => readConfig({ BILTY_HOME: home, ...env })
  const production = { NODE_ENV: 'production', BILTY_SECRET: 'a-secret-of-more-than-32-characters' }

  it('need no configuration for a first start', () => {
    const config = read({})
    expect(config).toMatchObject({ environment: 'development', port: 3030, host: '127.0.0.1', sap: null })
    expect(config.databaseUrl).toBe(`sqlite:${join(home, 'bilty.sqlite')}`)
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('store a secret generated at the first start, readable only by its owner', () => {
    const { secret } = read({})
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(read({}).secret).toBe(secret)
    expect(readFileSync(join(home, 'secret'), 'utf8')).toBe(secret)
    expect(statSync(join(home, 'secret')).mode & 0o077).toBe(0)
  })

  it('accept a MariaDB address like a MySQL one', () => {
    expect(read({ DATABASE_URL: 'mariadb://app:pw@db:3306/bilty' }).databaseUrl).toBe('mysql://app:pw@db:3306/bilty')
  })

  it('name the SAP gateway completely or not at all', () => {
    const sap = { SAP_URL: 'https://sap.example/odata/', SAP_USER: 'portal', SAP_PASSWORD: 'pw', SAP_CLIENT: '200' }
    expect(read(sap).sap).toEqual({
      url: 'https://sap.example/odata',
      client: '200',
      user: 'portal',
      password: 'pw',
      timeoutMs: 30_000,
    })
    expect(read({ ...sap, SAP_TIMEOUT_SECONDS: '5' }).sap).toMatchObject({ timeoutMs: 5_000 })
  })

  it('sign in to SAP by tokens instead of a password', () => {
    const tokens = { SAP_TOKEN_URL: 'https://id.example/token', SAP_CLIENT_ID: 'bilty', SAP_CLIENT_SECRET: 's' }
    expect(read({ SAP_URL: 'https://sap.example', ...tokens, SAP_SCOPE: 'orders' }).sap).toEqual({
      url: 'https://sap.example',
      client: '100',
      timeoutMs: 30_000,
      tokenUrl: 'https://id.example/token',
      clientId: 'bilty',
      clientSecret: 's',
      scope: 'orders',
    })
  })

  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: 'abc' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['NODE_ENV', { NODE_ENV: 'staging' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['MIGRATE_AT_START', { MIGRATE_AT_START: 'maybe' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db/bilty' }],
    ['DATABASE_URL', { DATABASE_URL: 'data/bilty.sqlite' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://app:hush@db:3306' }],
    ['DATABASE_URL', { DATABASE_URL: 'sqlite:' }],
    ['SAP_URL', { SAP_URL: 'sap.example' }],
    ['SAP_USER', { SAP_URL: 'https://sap.example' }],
    ['SAP_PASSWORD', { SAP_URL: 'https://sap.example', SAP_USER: 'portal' }],
    ['SAP_CLIENT', { SAP_URL: 'https://sap.example', SAP_USER: 'portal', SAP_PASSWORD: 'pw', SAP_CLIENT: '1' }],
    [
      'SAP_TIMEOUT_SECONDS',
      { SAP_URL: 'https://sap.example', SAP_USER: 'portal', SAP_PASSWORD: 'pw', SAP_TIMEOUT_SECONDS: '0' },
    ],
    ['SAP_TOKEN_URL', { SAP_URL: 'https://sap.example', SAP_TOKEN_URL: 'id.example' }],
    ['SAP_TOKEN_URL', { SAP_URL: 'https://sap.example', SAP_TOKEN_URL: 'http://169.254.169.254/token' }],
    ['SAP_CLIENT_ID', { SAP_URL: 'https://sap.example', SAP_TOKEN_URL: 'https://id.example/token' }],
    [
      'SAP_CLIENT_SECRET',
      { SAP_URL: 'https://sap.example', SAP_TOKEN_URL: 'https://id.example/token', SAP_CLIENT_ID: 'bilty' },
    ],
    ['SAP_USER', { SAP_URL: 'https://sap.example', SAP_TOKEN_URL: 'https://id.example/token', SAP_USER: 'portal' }],
    ['SMS_URL', { SMS_URL: 'sms.example' }],
    ['SMS_URL', { SMS_URL: 'http://169.254.169.254/' }],
    ['SMS_TOKEN', { SMS_URL: 'https://sms.example' }],
    ['SMS_REPORT_TOKEN', { SMS_URL: 'https://sms.example', SMS_TOKEN: 'key', SMS_REPORT_TOKEN: 'hush' }],
    ['BILTY_SECRET', { NODE_ENV: 'production' }],
    ['BILTY_SECRET', { ...production, BILTY_SECRET: 'short' }],
  ])('refuse a bad %s in one sentence that names it: %j', (name, env) => {
    const refusal = caught(() => read(env))
    expect(refusal).toBeInstanceOf(ConfigError)
    expect(refusal.message).toMatch(new RegExp(`^${name}\\b[^\\n]*\\.$`))
    expect(refusal.message).not.toContain('hush')
  })
})

describe('the clock', () => {
  afterEach(() => setClock(null))

  it('begins the business day at midnight in India, which is half past six in the evening UTC', () => {
    setClock('2026-03-31T18:29:59.999Z')
    expect(today()).toBe('2026-03-31')
    setClock('2026-03-31T18:30:00.000Z')
    expect(today()).toBe('2026-04-01')
    expect(now()).toBe('2026-03-31T18:30:00.000Z')
    expect(secondsFromNow(-60)).toBe('2026-03-31T18:29:00.000Z')
  })
})

describe('the log', () => {
  it('contains the id of the request and hides secrets', () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'info' }, { write: line => lines.push(line) })
    const headers = { cookie: 'session=hush', authorization: 'Bearer hush', accept: 'text/html' }
    withRequestId('r-1', () =>
      log.info({ headers, password: 'hush', data: { user: { newPassword: 'hush' } } }, 'signed in'),
    )
    const line = JSON.parse(lines[0] as string)
    expect(line).toMatchObject({ level: 'info', requestId: 'r-1', msg: 'signed in', headers: { accept: 'text/html' } })
    expect(lines[0]).not.toContain('hush')
  })
})

describe('the database', () => {
  let test: TestDatabase
  let rival: Knex
  let db: Knex

  beforeAll(async () => {
    test = await freshDatabase()
    db = test.db
    rival = openDatabase(test.url)
    await db.schema.createTable('platform_sample', table => {
      table.increments('id')
      table.string('code', 40).notNullable().unique()
      table.bigInteger('paise')
      table.text('remark')
      table.boolean('isActive').notNullable().defaultTo(1)
      table.string('at', 24)
    })
  })

  afterAll(async () => {
    await rival.destroy()
    await test.close()
  })

  beforeEach(async () => {
    await db('platform_sample').del()
  })

  const add = (code: string, more: object = {}) => db('platform_sample').insert({ code, ...more })
  const paiseOf = async (code: string) => (await db('platform_sample').where({ code }).first()).paise

  it('returns whole numbers, texts, flags and nulls as they were stored', async () => {
    const paise = Number.MAX_SAFE_INTEGER
    const row = { code: 'A', paise, remark: 'भारत ₹ “quoted” 🚚', isActive: 0, at: '2026-04-01T05:30:00.000Z' }
    const [id] = await add('A', row)
    expect(await db('platform_sample').where({ code: 'A' }).first()).toStrictEqual({ id, ...row })
    await add('B', { isActive: true })
    const other = await db('platform_sample').where({ isActive: true }).first('paise', 'isActive')
    expect(other).toStrictEqual({ paise: null, isActive: 1 })
  })

  it('counts and sums to numbers, not to text', async () => {
    await add('A', { paise: 9_000_000_000_000 })
    await add('B', { paise: 1 })
    const [totals] = await db('platform_sample').count({ rows: '*' }).sum({ paise: 'paise' })
    expect(totals).toStrictEqual({ rows: 2, paise: 9_000_000_000_001 })
  })

  it('returns the number of updated rows, so that a stale update is noticed', async () => {
    await add('A', { paise: 5 })
    expect(await db('platform_sample').where({ code: 'A', paise: 5 }).update({ paise: 5 })).toBe(1)
    expect(await db('platform_sample').where({ code: 'A', paise: 4 }).update({ paise: 6 })).toBe(0)
  })

  it('streams rows one by one and stops when the reader stops', async () => {
    await db.batchInsert(
      'platform_sample',
      Array.from({ length: 2000 }, (_, index) => ({ code: `S${index}`, paise: index })),
      300,
    )
    const read: number[] = []
    for await (const row of db('platform_sample').select('paise').orderBy('id').stream()) {
      read.push(row.paise)
      if (read.length === 1500) break
    }
    expect(read.at(-1)).toBe(1499)
    expect(await db('platform_sample').count({ rows: '*' })).toStrictEqual([{ rows: 2000 }])
  })

  it('passes an error during streaming on to the reader', async () => {
    const read = async () => {
      for await (const row of db('no_such_table').select().stream()) expect(row).toBeUndefined()
    }
    await expect(read()).rejects.toThrow(/no_such_table/)
  })

  it('refuses a row whose reference is missing', async () => {
    await db.schema.createTable('platform_child', table => {
      table.integer('sampleId').unsigned().references('id').inTable('platform_sample')
    })
    await expect(db('platform_child').insert({ sampleId: 99_999_999 })).rejects.toThrow()
    await db.schema.dropTable('platform_child')
  })

  it('rolls back a failed transaction, and does not retry an error of the work', async () => {
    let tries = 0
    const work = transact(db, async trx => {
      tries++
      await trx('platform_sample').insert({ code: 'A' })
      throw new Error('the credit limit is exceeded')
    })
    await expect(work).rejects.toThrow('the credit limit is exceeded')
    expect(tries).toBe(1)
    expect(await db('platform_sample').select()).toEqual([])
  })

  it('does not retry a second row with the same code', async () => {
    await add('A')
    let tries = 0
    const work = transact(db, trx => {
      tries++
      return trx('platform_sample').insert({ code: 'A' })
    })
    await expect(work).rejects.toMatchObject({
      code: expect.stringMatching(/^(SQLITE_CONSTRAINT_UNIQUE|ER_DUP_ENTRY)$/),
    })
    expect(tries).toBe(1)
  })

  it('joins the transaction that is already open', async () => {
    const outer = transact(db, async trx => {
      await transact(trx, inner => inner('platform_sample').insert({ code: 'INNER' }))
      expect(await trx('platform_sample').pluck('code')).toEqual(['INNER'])
      throw new Error('the outer one fails')
    })
    await expect(outer).rejects.toThrow('the outer one fails')
    expect(await db('platform_sample').select()).toEqual([])
  })

  it('loses no update when two connections read, compute and write the same row', async () => {
    await add('A', { paise: 0 })
    const addOne = (connection: Knex) =>
      transact(connection, async trx => {
        const { paise } = await trx('platform_sample').where({ code: 'A' }).first()
        await pause(1)
        await trx('platform_sample')
          .where({ code: 'A' })
          .forUpdate()
          .update({ paise: paise + 1 })
      })
    for (let round = 0; round < 20; round++) await Promise.all([addOne(db), addOne(rival)])
    expect(await paiseOf('A')).toBe(40)
  })

  it('runs the whole transaction again after a conflict reported by the database', async () => {
    await add('A', { paise: 0 })
    await add('B', { paise: 0 })
    const tries = { here: 0, there: 0 }
    const holding = new Set<string>()
    const bump = (connection: Knex, who: keyof typeof tries, codes: string[]) =>
      transact(connection, async trx => {
        tries[who]++
        for (const code of codes) {
          await trx('platform_sample').where({ code }).increment('paise', 1)
          holding.add(who)
          // Each transaction locks its first row before either needs the other's.
          while (holding.size < 2 && !isSqlite(db)) await pause(1)
        }
      })
    // The opposite order is a deadlock on MariaDB; on SQLite the second waits for the first.
    await Promise.all([bump(db, 'here', ['A', 'B']), bump(rival, 'there', ['B', 'A'])])
    expect([await paiseOf('A'), await paiseOf('B')]).toEqual([2, 2])
    if (!isSqlite(db)) expect(tries.here + tries.there).toBeGreaterThan(2)
  })

  it('fails with 503 and a Retry-After when the database stays busy', async () => {
    let tries = 0
    const work = transact(db, async () => {
      tries++
      throw Object.assign(new Error('update secret_table - Deadlock found'), { errno: 1213, code: 'ER_LOCK_DEADLOCK' })
    })
    const refusal = await work.catch(error => error)
    expect(refusal).toMatchObject({ code: 503, className: 'unavailable', data: { retryAfter: 2 } })
    expect(refusal.message).not.toContain('secret_table')
    expect(tries).toBe(8)
  })

  it('does not fail for having waited long in the queue behind others', async () => {
    const database = { client: {}, transaction: (work: (trx: object) => unknown) => work({}) } as unknown as Knex
    const lost = () => Object.assign(new Error('Deadlock found'), { errno: 1213 })
    const [first, over] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    let ahead = 0
    const slow = transact(database, async () => {
      if (++ahead === 1) throw lost()
      first.resolve()
      return over.promise
    })
    await first.promise
    let tries = 0
    const behind = transact(database, async () => {
      if (++tries < 4) throw lost()
      return 'saved'
    })
    await turn()
    expect(tries).toBe(1)
    // An hour passes while it waits behind the slow one.
    const real = Date.now
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000)
    over.resolve('slow')
    expect(await Promise.all([slow, behind])).toEqual(['slow', 'saved'])
    clock.mockRestore()
  })

  it('never starts the work while another connection holds the lock of the file', async () => {
    if (!isSqlite(db)) return
    let writing = false
    const writer = rival.transaction(async () => {
      writing = true
      await pause(300)
      writing = false
    })
    while (!writing) await pause(1)
    const begun: string[] = []
    await transact(db, async () => void begun.push(writing ? 'beside the other' : 'alone'))
    expect(begun).toEqual(['alone'])
    await writer
  })

  it('waits for a writer on another connection without blocking the process', async () => {
    let turns = 0
    const writer = rival.transaction(async trx => {
      await trx('platform_sample').insert({ code: 'RIVAL' })
      // The other writer finishes only if the process is not blocked.
      for (; turns < 30; turns++) await pause(10)
    })
    while (turns === 0) await pause(1)
    await add('A')
    if (isSqlite(db)) expect(turns).toBe(30)
    await writer
    expect((await db('platform_sample').pluck('code')).sort()).toEqual(['A', 'RIVAL'])
  })
})

function caught(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing was refused.')
}
