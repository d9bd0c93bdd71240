import { buildMongoQueryMatcher, createMongoAbility, type RawRule } from '@casl/ability'
import { packRules, unpackRules } from '@casl/ability/extra'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GRANT_SCOPE } from '../../../api/derive/rights/ability.ts'
import { restrict } from '../../../api/derive/rights/conditions.ts'
import type { DecisionAccess, Person } from '../../../api/derive/rights/person.ts'
import { personOf } from '../../../api/derive/rights/read-person.ts'
import { ruleAsSent, ruleFromSent } from '../../../resources/access-control/rules-as-sent.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { type Right, rights } from '../../../resources/define/rights.ts'
import { resources } from '../../../resources/registry.ts'
import { type Role, roleCodes, roles } from '../../../resources/roles.ts'
import type { Scope } from '../../../resources/scopes.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type GrantInput, grantsWithScopeIds } from '../../support/grants.ts'
import { runs } from '../../support/proof.ts'
import { RightsModel, type RightsReader } from '../../support/rights/rights-model.ts'
import {
  FIRST_ID,
  frequentId,
  type RightsWorld,
  ROWS_PER_RESOURCE,
  randomWorld,
  type WorldRow,
  writeWorld,
} from '../../support/rights/rights-world.ts'

const actions = Object.values(rights)
const seed = Number(process.env.RIGHTS_SEED) || Math.floor(Math.random() * 2 ** 31)

describe(`random rows of every resource (RIGHTS_SEED=${seed})`, () => {
  let database: TestDatabase
  let world: RightsWorld
  let model: RightsModel
  beforeAll(async () => {
    database = await freshDatabase()
    world = randomWorld(seed)
    model = new RightsModel(world)
    await writeWorld(database.db, world)
  })
  afterAll(() => database.close())

  const codesOf = (name: string) => world.get(name)!.map(({ code }) => code as string)

  /** Grants of one role: unrestricted, or restricted to up to three places, also to ones that do not exist. */
  const grantsOf = (role: Role): fc.Arbitrary<GrantInput[]> => {
    const whole: GrantInput[] = [{ role, scopeType: role === 'DISPATCH' ? 'ALL' : 'OWN', scopeRef: null }]
    if (['CUSTOMER', 'TRANSPORTER'].includes(roles[role].userType)) return fc.constant(whole)
    const narrow = fc
      .constantFrom(...(['SBU', 'ZONE', 'CHANNEL', 'PLANT'] as const))
      .chain(scopeType =>
        fc
          .constantFrom(...codesOf(scopeType.toLowerCase()), 'NOWHERE')
          .map((scopeRef): GrantInput => ({ role, scopeType, scopeRef })),
      )
    const some = fc.array(narrow, { minLength: 1, maxLength: 3 })
    return fc.oneof(
      fc.constant(whole),
      some,
      some.map(few => [...few, ...whole]),
    )
  }

  /** A person with a role, who may hold a second role of the same user type. */
  const asking = (role: Role): fc.Arbitrary<RightsReader> => {
    const { userType } = roles[role]
    const beside = roleCodes.filter(other => roles[other].userType === userType)
    const held = fc
      .tuple(grantsOf(role), fc.option(fc.constantFrom(...beside).chain(grantsOf)))
      .map(([own, more]) => [...own, ...(more ?? [])])
    return fc.record({
      id: frequentId,
      loginId: fc.constant('x'),
      name: fc.constant('X'),
      userType: fc.constant(userType),
      employeeId: userType === 'EMPLOYEE' ? frequentId : fc.constant(null),
      customerId: userType === 'CUSTOMER' ? fc.option(frequentId, { freq: 9 }) : fc.constant(null),
      transporterId: userType === 'TRANSPORTER' ? fc.option(frequentId, { freq: 9 }) : fc.constant(null),
      plantId: userType === 'PARTNER_SITE' ? fc.option(frequentId) : fc.constant(null),
      mustChangePassword: fc.constant(false),
      held,
      asked:
        userType === 'EMPLOYEE'
          ? fc.constantFrom<DecisionAccess[]>('BESIDE', 'BEFORE', null)
          : fc.constant<DecisionAccess>(null),
      roles: fc.constant([role]),
    })
  }

  /** The rules as sent to the browser, applied to rows in memory, with the scopes computed independently. */
  function inMemory(who: RightsReader, { ability }: Person) {
    const isOneOf = ({ field, value }: { field: string; value: unknown[] }, { row }: Subject) =>
      value.includes(row[field])
    const operators = { $scope: { type: 'field' } } as never
    const sent = JSON.stringify(packRules((ability.rules as RawRule[]).map(ruleAsSent)))
    const rules = unpackRules(JSON.parse(sent)).map(ruleFromSent)
    const known = new Map<string, ReadonlySet<unknown>>()
    const scoped = (marker: string, field: string, { resource, row }: Subject) => {
      const [scope, role] = marker.split('/') as [Scope, Role]
      if (scope === 'myCustomers') return model.liesIn(resource, row, field, scope, who, role)
      if (!known.has(marker)) known.set(marker, model.scope(scope, who, role))
      return known.get(marker)!.has(row[field])
    }
    const lies = ({ field, value }: { field: string; value: string }, subject: Subject) =>
      field === GRANT_SCOPE ? model.isGranted(subject.resource, subject.row, who, value) : scoped(value, field, subject)
    return createMongoAbility(rules as never, {
      conditionsMatcher: buildMongoQueryMatcher(operators, { scope: lies, in: isOneOf } as never),
      detectSubjectType: subject => (subject as unknown as Subject).resource.path,
    })
  }

  /** The rows of every resource that the database query returns. */
  async function inSql(person: Person, action: Right, oneByOne: boolean): Promise<Set<string>> {
    const { db } = database
    const asked = resources
      .filter(({ path }) => person.ability.can(action, path))
      .map(resource => {
        const table = tableOf(resource)
        const rows = db(table).select(db.raw('? as ??', [resource.path, 'path']), `${table}.id`)
        return restrict(rows.where(`${table}.id`, '>=', FIRST_ID), db, resource, person, action, oneByOne)
      })
    const [first, ...rest] = asked
    const found: { path: string; id: number }[] = first ? await first.unionAll(rest) : []
    return new Set(found.map(({ path, id }) => `${path} ${id}`))
  }

  it.each(roleCodes)(
    'are readable for %s, restricted or not, exactly where the rules allow it in memory',
    async role => {
      let open = 0
      await fc.assert(
        fc.asyncProperty(asking(role), fc.constantFrom(...actions), fc.boolean(), async (who, action, oneByOne) => {
          const person = await personOf(
            database.db,
            { ...who, mustChangePassword: 0 },
            await grantsWithScopeIds(database.db, who.held),
          )
          const memory = inMemory(who, person)
          for (const right of new Set<Right>(['read', action])) {
            const allowed = resources.flatMap(resource =>
              world
                .get(resource.name)!
                .filter(row => memory.can(right, { resource, row } as never))
                .map(({ id }) => `${resource.path} ${id}`),
            )
            const rows = await inSql(person, right, oneByOne)
            open += rows.size
            const tooMany = [...rows].filter(row => !allowed.includes(row))
            const missing = allowed.filter(row => !rows.has(row))
            expect({ right, tooMany, missing }).toEqual({ right, tooMany: [], missing: [] })
          }
        }),
        { numRuns: runs(8, 40) },
      )
      expect(open).toBeGreaterThan(0)
    },
  )

  it('cover every resource, and every declared scope reaches some of them', () => {
    expect([...world.values()].every(rows => rows.length === ROWS_PER_RESOURCE)).toBe(true)
    expect(resources.map(({ name }) => name).filter(name => !world.has(name))).toEqual([])
  })
})

interface Subject {
  resource: Resource
  row: WorldRow
}
