import { describe, expect, it } from 'vitest'
import { hiddenFrom } from '../../../resources/access.ts'
import { resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal, type TestPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)

/** The columns that the description names of each resource. */
async function describedTo(role: Role): Promise<Map<string, string[]>> {
  const who = await personWith(portal, [role])
  const { body } = await who.get('/api/openapi.json')
  const schemas = Object.entries(body.components.schemas) as [string, { properties: object }][]
  return new Map(schemas.map(([name, { properties }]) => [name, Object.keys(properties)]))
}

describe('the description of the API', () => {
  it('is given to nobody who is not signed in', async () => {
    for (const path of ['/api/openapi.json', '/api/docs']) {
      expect([path, (await (await portal.as('asha')).get(path)).status]).toEqual([path, 200])
      expect([path, (await portal.nobody.get(path)).status]).toEqual([path, 401])
    }
  })

  it.each(roleCodes)('names to %s what the role reads, and no resource or column that is closed to it', async role => {
    const described = await describedTo(role)
    expect(described.size).toBeGreaterThan(1)
    const kinds = ['', '-draft', '-change']
    const told = resources.flatMap(({ name, access, fields }) =>
      kinds.flatMap(kind => {
        // What looks wrong about a row just saved stands beside its columns.
        const columns = (described.get(name + kind) ?? []).filter(column => column !== 'warnings')
        if (!access[role]?.includes('R')) return columns.map(column => `${name}${kind}.${column}`)
        const closed = columns.filter(
          column => fields[column] && (fields[column].secret || hiddenFrom(fields[column]).includes(role)),
        )
        return closed.map(column => `${name}${kind}.${column}`)
      }),
    )
    expect(told).toEqual([])
    for (const { name, access } of resources)
      expect([name, described.has(name)]).toEqual([name, access[role]?.includes('R') ?? false])
  })

  it('names a limit price to who keeps it, and nowhere to a buyer', async () => {
    const text = async (loginId: string, path: string) =>
      JSON.stringify((await (await portal.as(loginId)).get(path)).body)
    for (const path of ['/api/openapi.json', '/api/docs']) {
      expect(await text('pricing_approver', path)).toContain('limitPrice')
      const told = await text('customer', path)
      expect(told).toContain('grossValue')
      for (const name of ['limitPrice', 'creditExcess', 'internalNote'])
        expect([path, told.includes(name)]).toEqual([path, false])
    }
  })
})

describe('the metrics', () => {
  const metrics = async (headers: Record<string, string>, at: TestPortal) =>
    (await at.nobody.get('/api/metrics', headers)).status

  it('name the commands that were done, with how they ended', async () => {
    const asha = await personWith(portal, ['SALES_REP'])
    const { status } = await asha.get('/api/palette?q=LS-1001')
    await portal.nobody.get('/api/palette?q=LS-1001')
    const { body } = await portal.nobody.get('/api/metrics')
    expect(body).toContain(`method="GET",status="${status}",command="GET palette"`)
    expect(body).toMatch(/status="401",command="(GET palette)?"/)
  })

  it('are read on the machine itself, and by nobody through a proxy', async () => {
    expect((await portal.nobody.get('/api/metrics')).body).toContain('bilty_request_seconds')
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect([name, await metrics({ [name]: '10.0.0.1' }, portal)]).toEqual([name, 401])
  })

  it('are read from anywhere with the token of the environment, and behind a proxy with nothing else', async () => {
    const guarded = await demoPortal({ METRICS_TOKEN: 'a-token-of-prometheus', TRUSTED_PROXIES: '1' })
    try {
      const proxied = { 'x-forwarded-for': '10.0.0.1' }
      expect(await metrics({ ...proxied, authorization: 'Bearer a-token-of-prometheus' }, guarded)).toBe(200)
      expect(await metrics({ ...proxied, authorization: 'Bearer another-token-of-none' }, guarded)).toBe(401)
      expect(await metrics(proxied, guarded)).toBe(401)
      expect(await metrics({}, guarded)).toBe(401)
      const { token } = await guarded.as('sys_admin')
      expect(await metrics({ authorization: `Bearer ${token}` }, guarded)).toBe(401)
    } finally {
      await guarded.close()
    }
  })
})
