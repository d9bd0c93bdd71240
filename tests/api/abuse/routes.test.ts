import { beforeAll, describe, expect, it } from 'vitest'
import { sessionCookie } from '../../../api/account/session-cookie.ts'
import { reports, resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { LEAKED_DETAILS } from '../../support/abuse.ts'
import { withinSeconds } from '../../support/limits.ts'
import { masterEditor } from '../../support/people.ts'
import { type Answer, type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { sampled } from '../../support/proof.ts'
import { ADD_ROUTE, type RouteRequest, routeAccess } from '../../support/route-access.ts'

const ask = (who: ApiClient, path: string, { method, more = '', body = {} }: RouteRequest): Promise<Answer> => {
  const at = `/${path}${more}`
  if (method === 'GET') return who.get(at)
  if (method === 'DELETE') return who.delete(at)
  return method === 'POST' ? who.post(at, body, { 'idempotency-key': crypto.randomUUID() }) : who.patch(at, body)
}

describe('every route that is not a list', () => {
  const portal = portalOfFile(demoPortal)
  let keeper: ApiClient
  const people = new Map<Role, ApiClient>()
  beforeAll(async () => {
    for (const role of roleCodes) people.set(role, await portal.as(role.toLowerCase()))
    keeper = await masterEditor(portal)
  })

  it('is listed in this suite, and every route listed here exists', () => {
    const lists = new Set([...resources, ...reports].map(({ path }) => `api/${path}`))
    const derived = (path: string) => /\/(bulk|actions)$/.test(path) && lists.has(path.replace(/\/\w+$/, ''))
    const own = portal.paths.filter(path => !derived(path))
    const ofReports = reports.map(({ path }) => `api/${path}`)
    const served = own.filter(path => !lists.has(path) || ofReports.includes(path))
    expect(
      served.filter(path => !(path in routeAccess)),
      ADD_ROUTE,
    ).toEqual([])
    expect(
      Object.keys(routeAccess).filter(path => (!lists.has(path) || ofReports.includes(path)) && !served.includes(path)),
      'tests/support/route-access.ts has lines for routes that nothing serves',
    ).toEqual([])
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

  const looks = sampled(
    'roles × routes',
    roleCodes.flatMap(role =>
      Object.entries(routeAccess).flatMap(([path, ways]) => ways.map(way => ({ role, path, way }))),
    ),
    1000,
    ({ role }) => role,
    ({ role, path, way }) => `${way.method} ${path}${way.more ?? ''} ${way.open.includes(role)}`,
  )

  it.each(roleCodes)('is open to %s exactly where it is declared to be', async role => {
    const who = people.get(role)!
    const differences: string[] = []
    const own = looks.filter(one => one.role === role)
    expect(own.length).toBeGreaterThan(20)
    for (const { path, way } of own) {
      const { status, body } = await ask(who, path, way)
      const right = way.open.includes(role) ? ![401, 403].includes(status) && status < 500 : status === 403
      if (!right)
        differences.push(`${way.method} ${path}${way.more ?? ''}: ${status} ${JSON.stringify(body).slice(0, 120)}`)
    }
    expect(differences, 'who may by tests/support/route-access.ts, and by `who` of the command, must agree').toEqual([])
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
        headers: { cookie: `${sessionCookie({ environment: 'test' })}=${who.token}`, 'content-type': 'text/plain' },
        body: JSON.stringify(way.body ?? {}),
      }).then(async answer => ({ status: answer.status, body: await answer.text() }))
      if (status !== 403 || !body.includes('Changes must come from the portal itself')) wrong.push([path, status])
    }
    expect(wrong).toEqual([])
  })

  /** Nothing at all, what no service reads, and what is made to hurt. */
  const bodies: [what: string, body: string | undefined, type?: string][] = [
    ['nothing', undefined],
    ['null', 'null', 'application/json'],
    ['an empty text', '', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['a list of null', '[null]', 'application/json'],
    ['a text', '"text"', 'application/json'],
    ['an object', '{}', 'application/json'],
    ['a list of lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'application/json'],
    ['objects in objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'application/json'],
    [
      'a prototype',
      '{"__proto__":{"roles":["SYS_ADMIN"]},"constructor":{"prototype":{"isAdmin":true}}}',
      'application/json',
    ],
    ['half a body', '{"a":', 'application/json'],
    [
      'what the product alone writes',
      '{"id":1,"rowVersion":1,"createdById":1,"customerId":{"$ne":null},"roles":["SYS_ADMIN"]}',
      'application/json',
    ],
    ['plain text', 'x', 'text/plain'],
    ['no form in its parts', 'x', 'multipart/form-data'],
  ]

  /** Everything that is changed over HTTP: the method and the address, the ids being those of first rows. */
  function changes(): [method: string, path: string][] {
    const routes = portal.routes
      .map(route => route.split(' ') as [string, string])
      .filter(([method]) => ['POST', 'PATCH', 'PUT'].includes(method))
      .map(([method, path]): [string, string] => [
        method,
        path.replace(/:\w+/g, '1').replace(/\{?\/?\*\w+\}?/, '/masters/sbu'),
      ])
    const services = portal.services
      .map(path => path.replace(/:\w+/g, '1'))
      .flatMap((path): [string, string][] => [
        ['POST', `/${path}`],
        ['PATCH', `/${path}/1`],
        ['PUT', `/${path}/1`],
      ])
    return [...routes, ...services]
  }

  /** Nobody, somebody who may do much, and a role that may send it. */
  function sendersOf(method: string, path: string): Record<string, ApiClient> {
    const way = routeAccess[path.slice(1)]?.find(one => one.method === method && one.open.length > 0)
    return { nobody: portal.nobody, keeper, ...(way && { [way.open[0]!]: people.get(way.open[0]!)! }) }
  }

  it(
    'refuses a body of another kind with a sentence, never with a fault of ours',
    async () => {
      const tried = sampled(
        'changes × bodies × senders',
        changes().flatMap(([method, path]) =>
          (method === 'PUT' ? bodies.slice(0, 2) : bodies).flatMap(([what, body, type]) =>
            Object.entries(sendersOf(method, path)).map(([sender, who]) => ({
              ...{ method, path, what, body, type, sender, who },
            })),
          ),
        ),
        1500,
        ({ method, path }) => `${method} ${path}`,
        ({ method, what, sender }) => `${method} ${what} ${sender}`,
      )
      expect(tried.length).toBeGreaterThan(1000)
      const wrong: unknown[] = []
      const seen = new Set<string>()
      for (const { method, path, what, body, type, sender, who } of tried) {
        const answer = await fetch(portal.url + path, {
          method,
          headers: {
            'idempotency-key': crypto.randomUUID(),
            ...(who.token && { authorization: `Bearer ${who.token}` }),
            ...(type && { 'content-type': type }),
          },
          ...(body !== undefined && { body }),
        })
        const text = await answer.text()
        seen.add(`${sender} ${answer.status}`)
        const says = answer.status < 400 || JSON.parse(text).message?.length > 5
        if (answer.status >= 500 || !says || LEAKED_DETAILS.test(text))
          wrong.push([method, path, what, sender, answer.status, text.slice(0, 100)])
      }
      expect(wrong).toEqual([])
      expect([...seen]).toEqual(expect.arrayContaining(['nobody 400', 'nobody 401', 'keeper 400']))
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    },
    withinSeconds(600),
  )

  it('says what to send', async () => {
    const { status, body } = await keeper.post('/api/logins', undefined)
    expect([status, body.message]).toEqual([
      400,
      'Send what is to be saved as JSON: an object, with Content-Type application/json',
    ])
  })
})
