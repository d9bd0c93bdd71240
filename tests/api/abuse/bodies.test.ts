import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromDatabase, isDiskFull } from '../../../api/platform/errors.ts'
import { LEAKED_DETAILS } from '../../support/abuse.ts'
import { withinSeconds } from '../../support/limits.ts'
import { masterEditor } from '../../support/people.ts'
import { type ApiClient, demoPortal, emptyPortal, type TestPortal } from '../../support/portal.ts'

describe('a change without a body, or with one of another kind', () => {
  let portal: TestPortal
  let keeper: ApiClient
  beforeAll(async () => {
    portal = await demoPortal()
    keeper = await masterEditor(portal)
  })
  afterAll(() => portal.close())

  /** Nothing at all, and what no service reads. */
  const bodies: [what: string, body: string | undefined, type?: string][] = [
    ['nothing', undefined],
    ['null', 'null', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['a list of null', '[null]', 'application/json'],
    ['a text', '"x"', 'application/json'],
    ['an object', '{}', 'application/json'],
    ['plain text', 'x', 'text/plain'],
    ['no form in its parts', 'x', 'multipart/form-data'],
  ]

  function changes(): [method: string, path: string][] {
    const routes = portal.routes
      .map(route => route.split(' ') as [string, string])
      .filter(([method]) => ['POST', 'PATCH', 'PUT'].includes(method))
      .map(([method, path]): [string, string] => [
        method,
        path.replace(/:\w+/g, '1').replace(/\{?\/?\*\w+\}?/, '/masters/sbu'),
      ])
    const services = portal.services.flatMap((path): [string, string][] => [
      ['POST', `/${path}`],
      ['PATCH', `/${path}/1`],
      ['PUT', `/${path}/1`],
    ])
    return [...routes, ...services]
  }

  it.each(['somebody who may do much', 'nobody'])(
    'of %s is refused with a sentence, never a fault of ours',
    async who => {
      const token = who === 'nobody' ? null : keeper.token
      const wrong: unknown[] = []
      const seen = new Set<number>()
      for (const [method, path] of changes()) {
        for (const [what, body, type] of method === 'PUT' ? bodies.slice(0, 2) : bodies) {
          const answer = await fetch(portal.url + path, {
            method,
            headers: {
              'idempotency-key': crypto.randomUUID(),
              ...(token && { authorization: `Bearer ${token}` }),
              ...(type && { 'content-type': type }),
            },
            ...(body !== undefined && { body }),
          })
          const text = await answer.text()
          seen.add(answer.status)
          const says = answer.status < 400 || JSON.parse(text).message?.length > 5
          if (answer.status >= 500 || !says || LEAKED_DETAILS.test(text))
            wrong.push([method, path, what, answer.status, text.slice(0, 100)])
        }
      }
      expect(wrong).toEqual([])
      expect(seen.has(400)).toBe(true)
    },
    withinSeconds(300),
  )

  it('says what to send', async () => {
    const { status, body } = await keeper.post('/api/logins', undefined)
    expect([status, body.message]).toEqual([
      400,
      'Send what is to be saved as JSON: an object, with Content-Type application/json',
    ])
  })
})

describe('a body of somebody who has not signed in', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await emptyPortal()
  })
  afterAll(() => portal.close())

  const large = (bytes: number) => JSON.stringify({ strategy: 'local', loginId: 'x', password: 'y'.repeat(bytes) })

  it('is read up to 64 kB only, on public routes too', async () => {
    for (const path of [
      'authentication',
      'forgotten-password',
      'new-password',
      'opt-out-mails',
      'masters/sbu',
      'quotes',
    ]) {
      const { status, body } = await portal.nobody.post(`/api/${path}`, large(70_000))
      expect([path, status, body.message]).toEqual([path, 413, 'The request is too large'])
    }
    expect((await portal.nobody.post('/api/authentication', large(50_000))).status).toBe(401)
  })

  it('is read up to 2 MB from who has signed in', async () => {
    const keeper = await masterEditor(portal)
    expect((await keeper.post('/api/masters/sbu', large(1_000_000))).status).toBe(400)
    expect((await keeper.post('/api/masters/sbu', large(2_200_000))).status).toBe(413)
  })
})

describe('a full disk', () => {
  let portal: TestPortal
  let keeper: ApiClient
  beforeAll(async () => {
    portal = await emptyPortal()
    keeper = await masterEditor(portal)
  })
  afterAll(() => portal.close())

  const onSqlite = process.env.TEST_DATABASE !== 'mariadb'

  /** SQLite may take no further page; MariaDB answers with its own number for a full table. */
  async function fill(db: Knex) {
    if (onSqlite) {
      const [{ page_count }] = await db.raw('PRAGMA page_count')
      await db.raw(`PRAGMA max_page_count=${page_count}`)
    } else
      await db.raw(
        "create trigger no_space before insert on sbu for each row signal sqlstate 'HY000' set mysql_errno = 1114, message_text = 'The table is full'",
      )
  }
  const empty = (db: Knex) => db.raw(onSqlite ? 'PRAGMA max_page_count=1000000000' : 'drop trigger no_space')

  const make = (n: number) =>
    keeper.post('/api/masters/sbu', {
      code: `F${n}`,
      name: `Full ${n} ${'x'.repeat(30)}`,
      salesOrg: '1000',
      division: '10',
    })

  it('is answered with 507 and a sentence, keeps nothing, is told by health, and is over when there is room', async () => {
    const before = Number((await portal.db('sbu').count('* as n').first())!.n)
    await fill(portal.db)
    let refused = await make(0)
    let kept = 0
    // SQLite first fills the pages that it has.
    for (let n = 1; refused.status === 201 && n < 500; n++) {
      kept += 1
      refused = await make(n)
    }
    expect([refused.status, refused.body.errors?.[0]?.code ?? refused.body]).toEqual([507, 'DISK_FULL'])
    expect(refused.body.message).toMatch(/^The portal’s disk is full: nothing was saved/)
    expect(Number((await portal.db('sbu').count('* as n').first())!.n)).toBe(before + kept)
    const together = await Promise.all(Array.from({ length: 6 }, (_, n) => make(600 + n)))
    expect(together.map(({ status }) => status)).toEqual(together.map(() => 507))
    expect((await keeper.get('/api/masters/sbu')).status).toBe(200)
    expect((await portal.nobody.get('/api/health')).body).toEqual({ status: 'disk full' })
    expect((await portal.nobody.get('/api/metrics')).body).toMatch(/^bilty_disk_full 1$/m)
    await empty(portal.db)
    expect((await make(700)).status).toBe(201)
  })

  it('for files is recognised as the system reports it', async () => {
    const error = await pipeline(createReadStream('/dev/zero', { end: 100_000 }), createWriteStream('/dev/full')).catch(
      thrown => thrown,
    )
    expect(error.code).toBe('ENOSPC')
    expect([isDiskFull(error), (fromDatabase(error) as { code: number }).code]).toEqual([true, 507])
    for (const errno of [1021, 1114, 28]) expect(isDiskFull(Object.assign(new Error('x'), { errno }))).toBe(true)
  })
})
