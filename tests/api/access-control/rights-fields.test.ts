import { buildMongoQueryMatcher, createMongoAbility } from '@casl/ability'
import { permittedFieldsOf } from '@casl/ability/extra'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { abilityOf, GRANT_SCOPE } from '../../../api/derive/rights/ability.ts'
import { decisionAccessIn } from '../../../api/derive/rights/read-person.ts'
import { now } from '../../../api/platform/clock.ts'
import { hiddenFrom, namesOwnSide, partnerRoles } from '../../../resources/access.ts'
import { readableNames } from '../../../resources/access-control/readable-names.ts'
import { maskOf } from '../../../resources/define/mask.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import { resources } from '../../../resources/registry.ts'
import { type Role, roleCodes, roles } from '../../../resources/roles.ts'
import type { Scope } from '../../../resources/scopes.ts'
import type { GrantInput } from '../../support/grants.ts'
import { quickHash } from '../../support/password.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { runs } from '../../support/proof.ts'
import { RightsModel, type RightsReader } from '../../support/rights/rights-model.ts'
import { FIRST_ID, frequentId, randomWorld, type WorldRow, writeWorld } from '../../support/rights/rights-world.ts'

/** A seed whose random data contain people whose two grants differ on some row; without them the test would prove nothing. */
const seed = Number(process.env.RIGHTS_SEED) || 20261122
const PEOPLE = runs(8, 32)

const isClosed = (resource: Resource, name: string, role: Role) =>
  [hiddenFrom(resource.fields[name]!), resource.fields[name]!.maskedFor].some(closed => closed?.includes(role)) ||
  narrowed(resource, name, role)
/** Whether the role reads the field on some of its rows alone. */
const narrowed = ({ fields, columnsWithin }: Resource, name: string, role: Role) => {
  const { nature } = fields[name]!
  if (namesOwnSide(fields[name]!)) return partnerRoles.includes(role)
  return nature !== undefined && columnsWithin[role]?.[nature] !== undefined
}
/** What not everybody who reads the resource is told in full. */
const closedIn = (resource: Resource) => {
  const readers = roleCodes.filter(role => may(resource.access, role, 'R'))
  return Object.keys(resource.fields).filter(name => readers.some(role => isClosed(resource, name, role)))
}
const withClosed = resources.filter(resource => closedIn(resource).length > 0)

/** Pairs of roles of one user type that both read a resource, one of them with more fields. */
const pairs = roleCodes.flatMap(one =>
  roleCodes.flatMap((other): [Role, Role][] => {
    const together = kindOf(one) === kindOf(other)
    const differ = withClosed.some(
      resource =>
        may(resource.access, one, 'R') &&
        may(resource.access, other, 'R') &&
        closedIn(resource).some(name => isClosed(resource, name, one) && !isClosed(resource, name, other)),
    )
    return together && differ ? [[one, other]] : []
  }),
)

/** An employee may also hold the role of a plant’s desk. */
function kindOf(role: Role) {
  return role === 'DISPATCH' ? 'EMPLOYEE' : roles[role].userType
}

interface Subject {
  resource: Resource
  row: WorldRow
}

describe(`people with two grants that show different fields (RIGHTS_SEED=${seed})`, () => {
  const world = new Map(randomWorld(seed))
  const codesOf = (name: string) => world.get(name)!.map(({ code }) => code as string)

  const grant = (role: Role): fc.Arbitrary<GrantInput> => {
    const whole: GrantInput = { role, scopeType: role === 'DISPATCH' ? 'ALL' : 'OWN', scopeRef: null }
    if (kindOf(role) !== 'EMPLOYEE') return fc.constant(whole)
    const places = role === 'DISPATCH' ? (['PLANT'] as const) : (['SBU', 'ZONE', 'CHANNEL'] as const)
    const narrow = fc
      .constantFrom(...places)
      .chain(scopeType =>
        fc
          .constantFrom(...codesOf(scopeType.toLowerCase()))
          .map((scopeRef): GrantInput => ({ role, scopeType, scopeRef })),
      )
    return fc.oneof({ arbitrary: narrow, weight: 2 }, { arbitrary: fc.constant(whole), weight: 1 })
  }
  const person = fc
    .constantFrom(...pairs)
    .chain(([one, other]) => fc.record({ held: fc.tuple(grant(one), grant(other)), who: frequentId }))
  const people = fc.sample(person, { seed, numRuns: PEOPLE }).map(({ held, who }, n): RightsReader => {
    const userType = kindOf(held[0].role) as RightsReader['userType']
    return {
      id: FIRST_ID + 100 + n,
      loginId: `two-roles-${n}`,
      name: held.map(({ role, scopeType, scopeRef }) => `${role} ${scopeType} ${scopeRef ?? ''}`.trim()).join(' and '),
      userType,
      employeeId: userType === 'EMPLOYEE' ? who : null,
      customerId: userType === 'CUSTOMER' ? who : null,
      transporterId: null,
      plantId: null,
      mustChangePassword: false,
      held,
      asked: null,
      roles: held.map(({ role }) => role),
    }
  })

  const portal = portalOfFile(emptyPortal)
  let model: RightsModel
  const askers = new Map<RightsReader, ApiClient>()
  beforeAll(async () => {
    const passwordHash = await quickHash()
    const like = world.get('user')![0]!
    const standing = {
      isActive: true,
      isLocked: false,
      failedCount: 0,
      inviteStatus: 'ACTIVE',
      passwordHash,
      passwordChangedAt: now(),
    }
    const logins = people.map(
      ({ held, asked: _, roles: __, ...login }) => ({ ...like, ...login, ...standing }) as WorldRow,
    )
    const known: { id: number; code: string }[] = await portal.db('role').select('id', 'code')
    const made = roleCodes
      .filter(code => !known.some(role => role.code === code))
      .map((code, n): WorldRow => ({ ...world.get('role')![0]!, id: FIRST_ID + 100 + n, code, name: code }))
    const grants = people.flatMap(({ id, held }, n) =>
      held.map(({ role, scopeType, scopeRef }, place): WorldRow => {
        const roleId = [...known, ...made].find(({ code }) => code === role)!.id
        const days = { validFrom: '2020-01-01', validTo: '9999-12-31', isActive: true }
        const row = { ...world.get('assign-roles')![0]!, ...days, id: FIRST_ID + 100 + 2 * n + place }
        return { ...row, userId: id, roleId, scopeType, scopeRef }
      }),
    )
    world.set('user', [...world.get('user')!, ...logins])
    world.set('role', [...world.get('role')!, ...made])
    world.set('assign-roles', [...world.get('assign-roles')!, ...grants])
    // The portal would send or expire what waits.
    for (const row of world.get('message-log')!) if (row.status === 'QUEUED') row.status = 'SENT'
    await writeWorld(portal.db, world)
    world.set('role', [...world.get('role')!, ...(known as WorldRow[])])
    model = new RightsModel(world)
    for (const who of people) {
      // The random data decide whether orders wait for them as head of an SBU or as delegate.
      const { asked } = await portal
        .db('user')
        .where('id', who.id)
        .first(portal.db.raw(`${decisionAccessIn('user')} as asked`))
      askers.set({ ...who, asked }, await portal.as(who.loginId))
    }
  })

  /** The rules applied to rows in memory, with the scopes computed independently. */
  function inMemory(who: RightsReader) {
    const known = new Map<string, ReadonlySet<unknown>>()
    const scoped = (marker: string, field: string, { resource, row }: Subject) => {
      const [scope, role] = marker.split('/') as [Scope, Role]
      if (scope === 'myCustomers') return model.liesIn(resource, row, field, scope, who, role)
      if (!known.has(marker)) known.set(marker, model.scope(scope, who, role))
      return known.get(marker)!.has(row[field])
    }
    const lies = ({ field, value }: { field: string; value: string }, subject: Subject) =>
      field === GRANT_SCOPE ? model.isGranted(subject.resource, subject.row, who, value) : scoped(value, field, subject)
    const isOneOf = ({ field, value }: { field: string; value: unknown[] }, { row }: Subject) =>
      value.includes(row[field])
    const operators = { $scope: { type: 'field' } } as never
    return createMongoAbility(abilityOf(who as never).rules, {
      conditionsMatcher: buildMongoQueryMatcher(operators, { scope: lies, in: isOneOf } as never),
      detectSubjectType: subject => (subject as unknown as Subject).resource.path,
    })
  }

  /** Every row that the person may read with the fields shown of it, decided row by row by the rules. */
  function toldOfRows(who: RightsReader, resource: Resource): Map<number, Record<string, unknown>> {
    const memory = inMemory(who)
    const rows = world.get(resource.name)!.filter(row => memory.can('read', { resource, row } as never))
    return new Map(
      rows.map(row => {
        const fields = (right: 'read' | 'mask') =>
          permittedFieldsOf(memory, right, { resource, row } as never, {
            fieldsFrom: rule => rule.fields ?? readableNames(resource),
          }).filter(name => Object.hasOwn(resource.fields, name))
        const clear = fields('read')
        const masked = fields('mask').filter(name => !clear.includes(name))
        const told = [
          ...clear.map(name => [name, row[name]] as const),
          ...masked.map(name => [name, maskOf(resource.fields[name]!, row[name])] as const),
        ]
        return [row.id, Object.fromEntries(told)]
      }),
    )
  }

  const each = async (check: (who: RightsReader, asker: ApiClient, resource: Resource) => Promise<void>) => {
    for (const [who, asker] of askers)
      for (const resource of withClosed)
        if (who.roles.some(role => may(resource.access, role, 'R'))) await check(who, asker, resource)
  }
  const at = (path: string, more = '') => `/api/${path}?id[$gte]=${FIRST_ID}&$limit=500${more}`
  const ownOf = (resource: Resource, row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(resource.fields, name)))

  it('exist: some fields are readable on some rows and not on others', () => {
    const partly = [...askers.keys()].filter(who =>
      withClosed.some(resource => {
        const told = [...toldOfRows(who, resource).values()].map(row => Object.keys(row).length)
        return new Set(told).size > 1
      }),
    )
    expect(partly.length).toBeGreaterThan(0)
  })

  it('see on each row, in lists and one by one, exactly the fields shown by a grant that covers this row', async () => {
    await each(async (who, asker, resource) => {
      const expected = toldOfRows(who, resource)
      const { status, body } = await asker.get(at(resource.path))
      const where = `${who.name}: ${resource.path}`
      expect([where, status]).toEqual([where, 200])
      for (const { texts, ...row } of body.data)
        expect([where, Object.keys(texts).filter(name => !(name in row))]).toEqual([where, []])
      const told = body.data.map((row: { id: number }) => [row.id, ownOf(resource, row)])
      expect([where, new Map(told)]).toEqual([where, expected])
      for (const [id, row] of [...expected].slice(0, 2)) {
        const one = await asker.get(`/api/${resource.path}/${id}`)
        expect([where, id, ownOf(resource, one.body)]).toEqual([where, id, row])
      }
    })
  })

  /** The rows on which a field is shown in full, or undefined when it is shown on all or on none. */
  function openRows(who: RightsReader, resource: Resource, name: string): number[] | undefined {
    const told = toldOfRows(who, resource)
    const memory = inMemory(who)
    const reads = (row: WorldRow) => memory.can('read', { resource, row } as never, name)
    const open = world.get(resource.name)!.filter(row => name in (told.get(row.id) ?? {}) && reads(row))
    return open.length > 0 && open.length < told.size ? open.map(({ id }) => id) : undefined
  }

  it('filter and sort by such a field only among the rows on which they see it', async () => {
    let asked = 0
    await each(async (who, asker, resource) => {
      for (const name of closedIn(resource)) {
        const open = openRows(who, resource, name)
        const { kind } = resource.fields[name]!
        // A reference is sorted by the text of its row, which some readers of the reference may not read.
        if (!open || kind === 'json' || kind === 'reference') continue
        asked += 1
        const where = `${who.name}: ${resource.path} ${name}`
        const found = async (more: string) => {
          const { status, body } = await asker.get(at(resource.path, more))
          expect([where, more, status]).toEqual([where, more, 200])
          return body.data.map((row: { id: number }) => row.id) as number[]
        }
        expect([where, (await found(`&$sort[${name}]=1`)).sort()]).toEqual([where, [...open].sort()])
        const shown = (await found('')).length
        const { leftOut } = (await asker.get(at(resource.path, `&$sort[${name}]=1`))).body
        expect([where, leftOut]).toEqual([where, { rows: shown - open.length, columns: [name] }])
        const values = new Set(world.get(resource.name)!.map(row => row[name]))
        for (const value of [...values].slice(0, 6)) {
          const said = encodeURIComponent(String(value))
          const alone = await found(`&${name}=${said}`)
          const among = await found(`&$or[0][${name}]=${said}&$or[1][id]=${FIRST_ID}`)
          expect([where, value, [...alone, ...among].filter(id => !open.includes(id))]).toEqual([where, value, []])
        }
        if (resource.totals.includes(name)) {
          const { totals } = (await asker.get(at(resource.path, '&$totals=true'))).body
          const rows = world.get(resource.name)!.filter(({ id }) => open.includes(id))
          expect([where, totals[name]]).toEqual([where, rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)])
        }
      }
    })
    expect(asked).toBeGreaterThan(0)
  })
})
