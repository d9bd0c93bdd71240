import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sum } from '../../../resources/define/amounts.ts'
import { seededDatabase } from '../../support/database.ts'
import { withinSeconds } from '../../support/limits.ts'
import { runs } from '../../support/proof.ts'
import { killPayments } from '../../torture/kill-payments.ts'

const KILLS = runs(1, 3)

// The short form of what `npm run torture` does at every step.
it('payments are there once, posted once and receipted once wherever the portal is killed while they are made', {
  timeout: withinSeconds(240),
}, async () => {
  const database = await seededDatabase()
  const home = mkdtempSync(join(tmpdir(), 'bilty-killed-'))
  try {
    const { kills, wrong } = await killPayments({
      ...{ databaseUrl: database.url, home, portals: 1, kills: KILLS, seed: Date.now() % 1_000_000 },
      say: () => undefined,
    })
    expect(wrong).toEqual([])
    expect(sum(Object.values(kills))).toBe(KILLS)
  } finally {
    rmSync(home, { recursive: true, force: true })
    await database.close()
  }
})
