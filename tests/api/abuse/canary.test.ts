import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../support/canary/ask.ts'
import { asksOf } from '../../support/canary/asks.ts'
import { auditAsks, listAsks } from '../../support/canary/lists.ts'
import type { Canary } from '../../support/canary/marks.ts'
import { Oracle } from '../../support/canary/oracle.ts'
import { type SignedIn, signIn } from '../../support/canary/readers.ts'
import { stories } from '../../support/canary/stories.ts'
import { isToldBeside } from '../../support/canary/told-beside.ts'
import { type CanaryWorld, writeWorld } from '../../support/canary/world.ts'
import { demoPortal, type TestPortal } from '../../support/portal.ts'

describe('values that not everybody may read', () => {
  let portal: TestPortal
  let world: CanaryWorld
  let readers: SignedIn[]
  let oracle: Oracle
  beforeAll(async () => {
    const t = Date.now()
    portal = await demoPortal({ LOG_LEVEL: 'error' })
    console.log('portal', Date.now() - t)
    world = await writeWorld(portal.db, portal.home)
    console.log('world', Date.now() - t, world.canaries.all.length, world.rows.length)
    readers = await signIn(portal)
    console.log('signed', Date.now() - t)
    oracle = await Oracle.over(portal.db, world)
    console.log('ready', Date.now() - t)
  })
  afterAll(() => portal.close())

  it('are found by whoever may read them, and by nobody else', async () => {
    const seen = new Set<Canary>()
    const leaks = new Map<string, { count: number; example: string }>()
    const broken: string[] = []
    let asked = 0
    let cpu = process.cpuUsage().user
    for (const who of readers) {
      const told = who.near ? stories.filter(({ drafts }) => !drafts).map(({ name }) => name) : ['dealer']
      const asks = [...listAsks(world, who), ...auditAsks(who), ...Object.values(asksOf(world, told)).flat()]
      let next = 0
      const work = async () => {
        for (;;) {
          const request = asks[next++]
          if (!request) return
          const { status, found, text } = await ask(portal, who.asker.token, request, world.canaries)
          asked++
          if (status >= 500 || status === 429) broken.push(`${who.login} ${request.path} ${status} ${text}`)
          const route = request.path.replace(/\?.*/, '').replace(/\/\d+/g, '/:id').slice(1)
          const sent = new Set(world.canaries.in(JSON.stringify(request)))
          for (const canary of found) {
            if (oracle.mayRead(who, canary)) seen.add(canary)
            else if (!sent.has(canary) && !isToldBeside(route, who.role, canary.resource, canary.column)) {
              const key = `${who.login} (${who.role}) reads ${canary.resource}.${canary.column.replaceAll(' ', '_')}${canary.past ? ' of the past' : ''} through ${route}`
              const known = leaks.get(key)
              leaks.set(key, {
                count: (known?.count ?? 0) + 1,
                example: known?.example ?? `row ${canary.row}: ${request.body ? 'POST' : 'GET'} ${request.path}`,
              })
            }
          }
        }
      }
      const t = Date.now()
      await Promise.all([1, 2, 3, 4].map(work))
      console.log(who.login, asks.length, Date.now() - t, 'cpu', (process.cpuUsage().user - cpu) / 1000)
      cpu = process.cpuUsage().user
    }
    const blind = world.canaries.all.filter(canary => !seen.has(canary))
    const byColumn = new Map<string, number>()
    for (const { resource, column, past } of blind) {
      const key = `${resource}.${column}${past ? ' of the past' : ''}`
      byColumn.set(key, (byColumn.get(key) ?? 0) + 1)
    }
    writeFileSync(
      '/tmp/brief/out.json',
      JSON.stringify(
        {
          asked,
          leaks: [...leaks].map(([k, v]) => `${k} ×${v.count} e.g. ${v.example}`),
          blind: [...byColumn].map(([k, n]) => `${k} ×${n}`),
          broken: broken.slice(0, 200),
        },
        null,
        1,
      ),
    )
    expect(leaks.size).toBe(0)
  }, 600_000)
})
