/** What stays in memory of portals that were closed: a process may start and close any number of them. */
import { Server } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { queryObjects } from 'node:v8'
import { Feathers } from '@feathersjs/feathers'
import knex from 'knex'
import { expect, test } from 'vitest'
import { demoPortal } from '../../support/portal.ts'
import { isProof } from '../../support/proof.ts'

/** A server holds its app; each kind is looked for through the whole memory of the process. */
const kinds = { apps: Feathers, files: DatabaseSync, ...(isProof && { servers: Server, clients: knex.Client }) }

/** How many there are of a kind that somebody still holds. */
const alive = (kind: keyof typeof kinds) => queryObjects(kinds[kind]!, { format: 'count' })

async function usedAndClosed() {
  const portal = await demoPortal()
  const buyer = await portal.as('asha')
  expect((await buyer.get('/api/orders?$limit=5')).status).toBe(200)
  expect((await portal.nobody.get('/api/metrics')).body).toContain('bilty_request_seconds')
  await portal.close()
}

test('nothing of closed portals is kept: no app, no file, and in the proof no server and no client of a database', async () => {
  await usedAndClosed()
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  const before = new Map(names.map(name => [name, alive(name)]))
  for (let portals = 0; portals < 3; portals++) await usedAndClosed()
  // Of what files before this one held, some may be let go meanwhile.
  for (const name of names)
    await expect.poll(() => alive(name), { interval: 500 }).toBeLessThanOrEqual(before.get(name)!)
})
