/** @module-tag proof */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { searchIndexDifferences } from '../../../api/derive/search/rebuild.ts'
import { findDifferences } from '../../../api/orders/reconcile-orders.ts'
import { seededDatabase } from '../../support/database.ts'
import { withinSeconds } from '../../support/limits.ts'
import { torture } from '../../torture/torture.ts'

// The short form of `npm run torture`.
it('orders exist exactly once in SAP while it fails at random and portals are killed, and the books agree', {
  timeout: withinSeconds(240),
}, async () => {
  const database = await seededDatabase()
  const home = mkdtempSync(join(tmpdir(), 'bilty-torture-'))
  try {
    const result = await torture({
      databaseUrl: database.url,
      home,
      orders: 12,
      kills: 2,
      portals: process.env.TEST_DATABASE === 'mariadb' ? 2 : 1,
      seed: 20261123,
      say: () => undefined,
    })
    expect(result).toMatchObject({
      acknowledged: 12,
      once: 12,
      confirmed: 12,
      missing: [],
      twice: [],
      unknown: [],
      hidden: [],
    })
    expect(await findDifferences(database.db)).toEqual([])
    expect(await searchIndexDifferences(database.db)).toEqual([])
  } finally {
    rmSync(home, { recursive: true, force: true })
    await database.close()
  }
})
