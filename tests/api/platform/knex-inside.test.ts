import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import {
  KnexMysql,
  KnexMysqlTransaction,
  KnexRunner,
  KnexSqlite,
  KnexSqliteTransaction,
} from '../../../api/platform/knex/knex-inside.ts'

/** The release of Knex whose inside was read. */
const READ = '3.3.0'

/** What is replaced or called of each class of Knex. */
const used: readonly [string, { prototype: object }, readonly string[]][] = [
  [
    'the client of SQLite',
    KnexSqlite,
    [
      '_driver',
      'runner',
      'transaction',
      'acquireRawConnection',
      'destroyRawConnection',
      'destroy',
      '_query',
      '_stream',
      '_formatBindings',
    ],
  ],
  ['a transaction of SQLite', KnexSqliteTransaction, ['begin', 'isCompleted']],
  [
    'the client of MariaDB',
    KnexMysql,
    [
      '_driver',
      'transaction',
      'acquireRawConnection',
      'acquireConnection',
      'releaseConnection',
      'destroyRawConnection',
      '_query',
      'query',
      'destroy',
    ],
  ],
  ['a transaction of MariaDB', KnexMysqlTransaction, ['rollback']],
  ['what runs a statement', KnexRunner, ['run']],
]

describe('the inside of Knex', () => {
  it('was read in the release that is installed: after an upgrade read it again and name the new one here', () => {
    const manifest = createRequire(import.meta.url).resolve('knex/package.json')
    expect((JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version).toBe(READ)
  })

  it.each(used)('has in %s what the portal replaces or calls', (_, { prototype }, names) => {
    expect(names.filter(name => typeof (prototype as Record<string, unknown>)[name] !== 'function')).toEqual([])
  })
})
