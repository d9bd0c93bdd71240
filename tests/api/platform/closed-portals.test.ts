/** What stays in memory of portals that were closed: a process may start and close any number of them. */
import { Server } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { queryObjects } from 'node:v8'
import { Feathers } from '@feathersjs/feathers'
import knex from 'knex'
import { expect, test } from 'vitest'
import { demoPortal } from '../../support/portal.ts'

const kinds = { apps: Feathers, servers: Server, clients: knex.Client, files: DatabaseSync }

/** How many there are of each kind that somebody still holds. */
const alive = () =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, queryObjects(kind, { format: 'count' })]))

async function usedAndClosed() {
  const portal = await demoPortal()
  const buyer = await portal.as('asha')
  expect((await buyer.get('/api/orders?$limit=5')).status).toBe(200)
  expect((await portal.nobody.get('/api/metrics')).body).toContain('bilty_request_seconds')
  await portal.close()
}

test('nothing of closed portals is kept: no app, no server, no database', async () => {
  await usedAndClosed()
  const before = alive()
  for (let portals = 0; portals < 3; portals++) await usedAndClosed()
  // Of what files before this one held, some may be let go meanwhile.
  const isKept = () => Object.entries(alive()).filter(([kind, count]) => count > before[kind]!)
  await expect.poll(isKept, { interval: 500 }).toEqual([])
})
