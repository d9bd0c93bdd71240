/** What stays in memory of portals that were closed: a process may start and close any number of them. */
import { Server } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { queryObjects, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Feathers } from '@feathersjs/feathers'
import knex from 'knex'
import { expect, test } from 'vitest'
import { demoPortal } from '../../support/portal.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Uses and closes a portal; returns its parts, as far as somebody else holds them. */
async function usedAndClosed() {
  const portal = await demoPortal()
  const buyer = await portal.as('asha')
  expect((await buyer.get('/api/orders?$limit=5')).status).toBe(200)
  expect((await portal.nobody.get('/api/metrics')).body).toContain('bilty_request_seconds')
  await portal.close()
  const { server, db } = portal
  const parts = { server, app: server.listeners('request')[0]!, database: db.client as object }
  return Object.entries(parts).map(([name, part]) => ({ name, part: new WeakRef(part) }))
}

test('nothing of closed portals is kept: no server, no app, no database', async () => {
  const parts: Awaited<ReturnType<typeof usedAndClosed>> = []
  for (let portals = 0; portals < 3; portals++) parts.push(...(await usedAndClosed()))
  const held = () => {
    collectGarbage()
    return parts.filter(({ part }) => part.deref() !== undefined).map(({ name }) => name)
  }
  await expect.poll(held).toEqual([])
})

test('of no kind of their parts more are in memory afterwards', { tags: ['proof'] }, async () => {
  const kinds = { apps: Feathers, servers: Server, clients: knex.Client, files: DatabaseSync }
  const alive = () =>
    Object.entries(kinds).map(([name, kind]) => [name, queryObjects(kind, { format: 'count' })] as const)
  await usedAndClosed()
  const before = new Map(alive())
  for (let portals = 0; portals < 3; portals++) await usedAndClosed()
  // Of what files before this one held, some may be let go meanwhile.
  await expect.poll(() => alive().filter(([name, count]) => count > before.get(name)!), { interval: 500 }).toEqual([])
})
