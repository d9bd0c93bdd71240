import { beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Letter } from '../../../resources/define/rights.ts'
import { resources } from '../../../resources/registry.ts'
import { type Role, roleCodes } from '../../../resources/roles.ts'
import { expected, rowOfPath } from '../../support/matrix.ts'
import { personWith } from '../../support/people.ts'
import { type Answer, type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { sampled } from '../../support/proof.ts'

const NOWHERE = 999_999_999
/** A request that only a right decides: 403 without the right, `allowed` with it, for it names a row or value that does not exist. */
interface Verb {
  verb: string
  needs: Letter[]
  allowed: number[]
  /** The resources that have this operation; all of them when omitted. */
  of?: (resource: Resource) => boolean
  ask: (who: ApiClient, path: string) => Promise<Answer>
}

const isMaster = ({ kind }: Resource) => kind === 'master'
/** Records that people write at their own path, by the letters of the matrix. */
const created = ['order', 'lr']
const changed = ['order']

const verbs: Verb[] = [
  { verb: 'list', needs: ['R'], allowed: [200], ask: (who, path) => who.get(`/api/${path}?$limit=1`) },
  {
    verb: 'type-ahead',
    needs: ['R'],
    allowed: [200],
    ask: (who, path) => who.get(`/api/${path}?q=ab&$select[]=id&$limit=5`),
  },
  { verb: 'get', needs: ['R'], allowed: [404], ask: (who, path) => who.get(`/api/${path}/${NOWHERE}`) },
  {
    verb: 'history',
    needs: ['R'],
    allowed: [404],
    ask: (who, path) => who.get(`/api/history?resource=${path}&rowId=${NOWHERE}`),
  },
  {
    verb: 'export',
    needs: ['R', 'X'],
    allowed: [200],
    ask: (who, path) => who.get(`/api/export/${path}?id=0&format=csv`),
  },
  {
    verb: 'create',
    needs: ['C'],
    allowed: [400],
    of: resource => isMaster(resource) || created.includes(resource.name),
    ask: (who, path) => who.post(`/api/${path}`, { nothing: 1 }),
  },
  {
    verb: 'patch',
    needs: ['U'],
    allowed: [400, 404],
    of: resource => isMaster(resource) || changed.includes(resource.name),
    ask: (who, path) => who.patch(`/api/${path}/${NOWHERE}`, { rowVersion: 1 }),
  },
  {
    verb: 'deactivate',
    needs: ['D'],
    allowed: [404],
    of: isMaster,
    ask: (who, path) => who.delete(`/api/${path}/${NOWHERE}`),
  },
  {
    verb: 'template',
    needs: ['I'],
    allowed: [200],
    of: isMaster,
    ask: (who, path) => who.get(`/api/templates/${path}?format=csv`),
  },
  {
    verb: 'bulk change',
    needs: ['R', 'U'],
    allowed: [400, 404],
    of: isMaster,
    ask: (who, path) => who.post(`/api/${path}/bulk`, { ids: [NOWHERE], expected: 1, change: {}, preview: true }),
  },
  {
    verb: 'bulk deactivate',
    needs: ['R', 'D'],
    allowed: [400, 404, 409, 422],
    of: isMaster,
    ask: (who, path) =>
      who.post(`/api/${path}/bulk`, { ids: [NOWHERE], expected: 1, change: { isActive: false }, preview: true }),
  },
]

describe('roles, resources and operations over HTTP', () => {
  const portal = portalOfFile(emptyPortal)
  const people = new Map<string, ApiClient>()
  beforeAll(async () => {
    for (const role of roleCodes) people.set(role, await personWith(portal, [role]))
  })

  async function importOf(who: ApiClient, path: string): Promise<Answer> {
    const body = new FormData()
    body.set('resource', path)
    const headers = { authorization: `Bearer ${who.token}` }
    const { status } = await fetch(`${portal.url}/api/imports`, { method: 'POST', body, headers })
    return { status } as Answer
  }
  const importing: Verb = { verb: 'import', needs: ['I'], allowed: [400], of: isMaster, ask: importOf }

  const actionsOf = (resource: Resource): Verb[] =>
    Object.entries(resource.actions).map(([action, { letter, on }]) => ({
      verb: action,
      needs: [letter],
      allowed: [400, 404],
      ask: (who, path) =>
        who.post(`/api/${path}/actions`, {
          action,
          asked: { nothing: 1 },
          ...(on !== 'list' && { rows: [{ id: NOWHERE, rowVersion: 1 }] }),
        }),
    }))

  const operationsOn = (resource: Resource) => [
    ...[...verbs, importing].filter(({ of }) => !of || of(resource)),
    ...actionsOf(resource),
  ]
  const operations = resources.flatMap(resource => operationsOn(resource).map(verb => ({ resource, verb })))
  const looks = sampled(
    'roles × operations of resources',
    roleCodes.flatMap((role: Role) => operations.map(operation => ({ role, ...operation }))),
    1500,
    ({ role, verb }) => `${role} ${verb.needs}`,
    ({ resource, verb }) => `${verb.verb} ${resource.path}`,
  )

  it.each(roleCodes)('%s may do what the matrix says and nothing else', async role => {
    const who = people.get(role)!
    const wrong: string[] = []
    const look = async (resource: Resource, { verb, needs, allowed, ask }: Verb) => {
      const cell = expected(resource.path, role)
      // Operations on the lines of a master need the letter of their header.
      const letters = verb in resource.actions ? lettersOfWhole(resource, role) : cell.letters
      const answers = needs.every(letter => letters.includes(letter)) ? allowed : [403]
      const { status } = await ask(who, resource.path)
      if (!answers.includes(status)) wrong.push(`${verb} ${resource.path}: ${status}, not ${answers.join(' or ')}`)
    }
    const own = looks.filter(one => one.role === role)
    expect(own.length).toBeGreaterThan(verbs.length)
    for (const together of Map.groupBy(own, ({ resource }) => resource).values())
      await Promise.all(together.map(({ resource, verb }) => look(resource, verb)))
    expect(wrong).toEqual([])
  })

  it('has every role, resource and operation', () => {
    expect(operations.length).toBeGreaterThan(resources.length * 5)
    expect(new Set(looks.map(({ resource }) => resource)).size).toBe(resources.length)
  })

  const lettersOfWhole = ({ path }: Resource, role: (typeof roleCodes)[number]) => {
    const whole = rowOfPath(path)!.paths[0]
    return rowOfPath(path)!.paths.includes(path) || !whole
      ? expected(path, role).letters
      : expected(whole, role).letters
  }

  it('every master has its commands, and records cannot be written otherwise', async () => {
    const who = people.get('SYS_ADMIN')!
    const records = resources.filter(one => !isMaster(one) && one.name !== 'attachment')
    expect(records.length).toBeGreaterThan(20)
    for (const resource of records) {
      const { status } = await who.delete(`/api/${resource.path}/1`)
      expect([resource.path, status]).toEqual([resource.path, 405])
    }
  })

  it('the browser receives the rules of each role in less than 30 kB', async () => {
    for (const role of roleCodes) {
      const { body } = await people.get(role)!.get('/api/me')
      expect(JSON.stringify(body).length).toBeLessThan(30_000)
    }
  })
})
