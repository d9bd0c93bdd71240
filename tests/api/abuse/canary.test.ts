import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reports, resources } from '../../../resources/registry.ts'
import { ask } from '../../support/canary/ask.ts'
import { type Ask, asksOf, unasked } from '../../support/canary/asks.ts'
import type { Canary } from '../../support/canary/marks.ts'
import { Oracle } from '../../support/canary/oracle.ts'
import { type SignedIn, signIn } from '../../support/canary/readers.ts'
import { type CanaryWorld, writeWorld } from '../../support/canary/world.ts'
import { pathsInCode } from '../../support/paths.ts'
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
    oracle = await Oracle.over(portal.db, world)
    console.log('ready', Date.now() - t)
  })
  afterAll(() => portal.close())

  it('are found by whoever may read them, and by nobody else', async () => {
    const own = asksOf(world)
    const seen = new Set<Canary>()
    const leaks = new Map<string, { count: number; example: string }>()
    const broken: string[] = []
    const times = new Map<string, number>()
    let asked = 0
    for (const who of readers) {
      const asks: [string, Ask][] = []
      for (const resource of resources) {
        const at = `api/${resource.path}`
        asks.push([at, { path: `/${at}?$limit=500&$select[]=*&$select[]=createdById&$select[]=updatedById` }])
        if (!(who.role in resource.access)) continue
        const rows = world.rows
          .filter(row => row.resource === resource && !['user', 'employee', 'attachment'].includes(resource.name))
          .map(({ id }) => id)
        const some = ['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER', 'SALES_REP', 'DISPATCH'].includes(who.role)
          ? rows
          : rows.slice(who.id % 4, (who.id % 4) + 1)
        for (const id of some) {
          asks.push(
            [at + '/:id', { path: `/${at}/${id}` }],
            ['api/history', { path: `/api/history?resource=${resource.path}&rowId=${id}` }],
            ['api/uses', { path: `/api/uses?resource=${resource.path}&rowId=${id}` }],
          )
        }
        if (resource.access[who.role]!.includes('X'))
          asks.push(['api/export', { path: `/api/export/${resource.path}?format=${who.id % 2 ? 'csv' : 'xlsx'}` }])
        if (resource.dated)
          asks.push(['api/compare', { path: `/api/compare/${resource.path}?from=2020-01-01&to=2026-11-01` }])
      }
      for (const [route, list] of Object.entries(own)) for (const one of list) asks.push([route, one])
      let next = 0
      const work = async () => {
        for (;;) {
          const one = asks[next++]
          if (!one) return
          const [route, request] = one
          const t = performance.now()
          const { status, found, text } = await ask(portal, who.asker.token, request, world.canaries)
          times.set(route, (times.get(route) ?? 0) + performance.now() - t)
          asked++
          if (status >= 500 || status === 429) broken.push(`${who.login} ${request.path} ${status} ${text}`)
          for (const canary of found) {
            if (oracle.mayRead(who, canary)) seen.add(canary)
            else {
              const key = `${who.login} (${who.role}) reads ${canary.resource}.${canary.column}${canary.past ? ' of the past' : ''} through ${route}`
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
      console.log(who.login, asks.length, Date.now() - t)
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
          times: [...times].sort((a, b) => b[1] - a[1]).slice(0, 15),
        },
        null,
        1,
      ),
    )
    expect(leaks.size).toBe(0)
  }, 600_000)
})
