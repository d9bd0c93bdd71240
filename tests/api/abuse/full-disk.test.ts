/** @module-tag sql */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { fromDatabase, isDiskFull } from '../../../api/platform/errors.ts'
import { masterEditor } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

describe('a full disk', () => {
  const portal = portalOfFile(emptyPortal)
  const keeper = portal.person(masterEditor)

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
