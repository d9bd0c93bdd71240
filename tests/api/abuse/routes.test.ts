import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reports, resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { LEAKED_DETAILS } from '../../support/abuse.ts'
import { type Answer, type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'
import { type RouteRequest, routeAccess } from '../../support/route-access.ts'

const ask = (who: ApiClient, path: string, { method, more = '', body = {} }: RouteRequest): Promise<Answer> => {
  const at = `/${path}${more}`
  if (method === 'GET') return who.get(at)
  if (method === 'DELETE') return who.delete(at)
  return method === 'POST' ? who.post(at, body, { 'idempotency-key': crypto.randomUUID() }) : who.patch(at, body)
}

describe('every route that is not a list', () => {
  let portal: TestPortal
  const people = new Map<Role, ApiClient>()
  beforeAll(async () => {
    portal = await demoPortal()
    for (const role of roleCodes) people.set(role, await portal.as(role.toLowerCase()))
  })
  afterAll(() => portal.close())

  it('is listed in this suite, and every route listed here exists', () => {
    const lists = new Set([...resources, ...reports].map(({ path }) => `api/${path}`))
    const derived = (path: string) => /\/(bulk|actions)$/.test(path) && lists.has(path.replace(/\/\w+$/, ''))
    const own = portal.paths.filter(path => !derived(path))
    const ofReports = reports.map(({ path }) => `api/${path}`)
    expect(own.filter(path => !lists.has(path) || ofReports.includes(path)).sort()).toEqual(
      Object.keys(routeAccess)
        .filter(path => !lists.has(path) || ofReports.includes(path))
        .sort(),
    )
  })

  it('answers only in its exact spelling, not in capitals or with a trailing slash', async () => {
    const who = people.get('SYS_ADMIN')!
    const written = portal.routes
      .filter(route => route.startsWith('GET '))
      .map(route => route.slice('GET /api/'.length).replace(/:\w+/, '1').replace(/\*\w+/, 'masters/sbu'))
    expect(written).toContain('export/masters/sbu')
    for (const path of written) {
      expect([path, (await who.get(`/api/${path.toUpperCase()}`)).status]).toEqual([path, 404])
      expect([path, (await who.get(`/api/${path}/`)).status]).toEqual([path, 404])
    }
  })

  it.each(roleCodes)('is open to %s exactly where it is declared to be', async role => {
    const who = people.get(role)!
    const differences: string[] = []
    expect(Object.values(routeAccess).flat().length).toBeGreaterThan(50)
    for (const [path, ways] of Object.entries(routeAccess)) {
      for (const way of ways) {
        const { status, body } = await ask(who, path, way)
        const right = way.open.includes(role) ? ![401, 403].includes(status) && status < 500 : status === 403
        if (!right)
          differences.push(`${way.method} ${path}${way.more ?? ''}: ${status} ${JSON.stringify(body).slice(0, 120)}`)
      }
    }
    expect(differences).toEqual([])
  })

  /** Every request that changes something, each with a role that may send it. */
  const asked = () =>
    Object.entries(routeAccess).flatMap(([path, ways]) =>
      ways.filter(({ method }) => method !== 'GET').map(way => ({ path, way, who: people.get(way.open[0]!)! })),
    )

  it('changes nothing when another site sends the browser’s cookie', async () => {
    const wrong: unknown[] = []
    expect(asked().length).toBeGreaterThan(20)
    for (const { path, way, who } of asked()) {
      const { status, body } = await fetch(`${portal.url}/${path}${way.more ?? ''}`, {
        method: way.method,
        headers: { cookie: `bilty=${who.token}`, 'content-type': 'text/plain' },
        body: JSON.stringify(way.body ?? {}),
      }).then(async answer => ({ status: answer.status, body: await answer.text() }))
      if (status !== 403 || !body.includes('Changes must come from the portal itself')) wrong.push([path, status])
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"text"'],
    ['a list of lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['objects in objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['a prototype', '{"__proto__":{"roles":["SYS_ADMIN"]},"constructor":{"prototype":{"isAdmin":true}}}'],
    ['half a body', '{"a":'],
    [
      'what the product alone writes',
      '{"id":1,"rowVersion":1,"createdById":1,"customerId":{"$ne":null},"roles":["SYS_ADMIN"]}',
    ],
  ])('answers a body that is %s without a server error', async (_, body) => {
    const wrong: unknown[] = []
    expect(asked().length).toBeGreaterThan(20)
    for (const { path, way, who } of asked()) {
      const answer = await who.post(`/${path}`, body, { 'idempotency-key': crypto.randomUUID() })
      const said = JSON.stringify(answer.body)
      if (answer.status >= 500 || LEAKED_DETAILS.test(said))
        wrong.push([way.method, path, answer.status, said.slice(0, 160)])
    }
    expect(wrong).toEqual([])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})
