import type { MongoAbility, RuleOf } from '@casl/ability'
import { permittedFieldsOf } from '@casl/ability/extra'
import type { Knex } from 'knex'
import { readableNames } from '../../../resources/access-control/readable-names.ts'
import { columnOf, mayRead } from '../../../resources/columns.ts'
import { extrasOf } from '../../../resources/define/column.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { rolesWith } from '../../../resources/define/rights.ts'
import type { Role } from '../../../resources/roles.ts'
import { forbiddenBy } from '../../platform/errors.ts'
import { encodeValue } from '../row-codec.ts'
import { noteVarying } from '../varying-sql.ts'
import { type Action, abilityOf, GRANT_SCOPE } from './ability.ts'
import { withinScope } from './define-scopes.ts'
import { applyGrantScopes, type ScopeContext } from './grant-scope.ts'
import type { Person } from './person.ts'

/** A condition of a CASL rule, which `applyConditions` turns into SQL. */
export interface ConditionNode {
  operator: string
  field?: string
  value: unknown
}

/** Caches a result that depends on the rules alone; people with the same roles share it, because they share one ability. */
export function cachedByRoles<Result>(work: (ability: MongoAbility, resource: Resource, action: Action) => Result) {
  const resultsByAbility = new WeakMap<MongoAbility, Map<string, Result>>()
  return ({ ability }: Person, resource: Resource, action: Action): Result => {
    const results = resultsByAbility.get(ability) ?? new Map<string, Result>()
    resultsByAbility.set(ability, results)
    const name = `${action} ${resource.path}`
    if (!results.has(name)) results.set(name, work(ability, resource, action))
    return results.get(name)!
  }
}

type Grant = RuleOf<MongoAbility>
const EVERYWHERE: ConditionNode = { operator: 'and', value: [] }

/** Returns the grants that reach rows no other grant reaches; a grant whose conditions include another's adds none. */
export function widestOf(grants: readonly Grant[]): Grant[] {
  const distinct = [...new Map(grants.map(grant => [placeOf(grant), grant])).values()]
  return distinct.filter(one => !distinct.some(other => other !== one && isWithin(one, other)))
}

/** The conditions of a grant as text, equal for grants on the same rows. */
export const placeOf = ({ conditions = {} }: Grant): string =>
  JSON.stringify(Object.entries(conditions).sort(([one], [other]) => (one < other ? -1 : 1)))

const isWithin = (one: Grant, other: Grant) =>
  Object.entries((other.conditions ?? {}) as Record<string, unknown>).every(
    ([name, condition]) =>
      JSON.stringify((one.conditions as Record<string, unknown> | undefined)?.[name]) === JSON.stringify(condition),
  )

/** The rows that any of these grants reaches. */
export const anyOf = (grants: readonly Grant[]): ConditionNode =>
  grants.some(({ conditions }) => !conditions)
    ? EVERYWHERE
    : { operator: 'or', value: widestOf(grants).map(({ ast }) => ast) }

/** The conditions under which people of these roles act on rows; null where they never do. */
export const conditionsOf = cachedByRoles((ability, { path }, action): ConditionNode | null => {
  const grants = ability.rulesFor(action, path)
  return grants.length === 0 ? null : anyOf(grants)
})

const isAll = (conditions: ConditionNode) =>
  conditions.operator === 'and' && (conditions.value as ConditionNode[]).length === 0

/**
 * Limits a query on a resource's table to the rows on which the person may act; `oneByOne` when it names few rows already.
 * Throws 403 when there can be none.
 */
export function restrict(
  query: Knex.QueryBuilder,
  db: Knex,
  resource: Resource,
  person: Person,
  action: Action,
  oneByOne = false,
) {
  const conditions = conditionsOf(person, resource, action)
  if (conditions === null) throw refusal(person, resource, action)
  if (!isAll(conditions)) query.where(rows => applyConditions(rows, conditions, { db, person, resource, oneByOne }))
  return query
}

/** The fields by which the rights of a person tell the rows of a resource apart, whatever they do with these. */
export const fieldsOfConditions = cachedByRoles(({ rules }, { path }): readonly string[] => [
  ...new Set(
    rules.flatMap(({ subject, conditions = {} }) => ([subject].flat().includes(path) ? Object.keys(conditions) : [])),
  ),
])

/** Whether the person may act on every row, so that no row needs to be looked at. */
export function actsOnAll(resource: Resource, person: Person, action: Action): boolean {
  const conditions = conditionsOf(person, resource, action)
  return conditions !== null && isAll(conditions)
}

/** The columns a row of a resource keeps, as far as some grant lets the person act on them. */
export const ownColumns = cachedByRoles((ability, resource, action): readonly string[] =>
  permittedFieldsOf(ability, action, resource.path, {
    fieldsFrom: rule => rule.fields ?? readableNames(resource),
  }).filter(name => !Object.hasOwn(resource.computed, name)),
)

const extraColumns = cachedByRoles((ability, resource): readonly string[] =>
  extrasOf(resource).filter(name =>
    mayRead(columnOf(resource, name)!, (subject, field) => ability.can('read', subject, field)),
  ),
)

/** The person with the rights of their roles alone, without what they read because a decision is asked of them. */
export const withoutDecisionAccess = (person: Person): Person =>
  person.asked === null ? person : { ...person, asked: null, ability: abilityOf({ ...person, asked: null }) }

/** The columns a row of a resource keeps, as far as the person may read them. */
export const readableBy = (person: Person, resource: Resource) => ownColumns(person, resource, 'read')

const masks = cachedByRoles((ability, resource): readonly string[] => {
  const clear = permittedFieldsOf(ability, 'read', resource.path, {
    fieldsFrom: rule => rule.fields ?? readableNames(resource),
  })
  return Object.keys(resource.fields).filter(name => !clear.includes(name) && ability.can('mask', resource.path, name))
})

/** The columns that the person sees masked. */
export const maskedFor = (person: Person, resource: Resource) => masks(person, resource, 'read')

/** The columns that the person reads in full, including computed ones and those through references. Without a person, the product itself reads all. */
export const columnsReadBy = (person: Person | undefined, resource: Resource): readonly string[] =>
  person
    ? [...readableBy(person, resource), ...extraColumns(person, resource, 'read')]
    : [...readableNames(resource), ...extrasOf(resource)]

/** Throws 403 with a sentence unless the person may do this with some row of the resource. */
export function requireRight(person: Person, resource: Resource, action: Action) {
  if (!person.ability.can(action, resource.path)) throw refusal(person, resource, action)
}

/** The refusal of an action: a sentence, and the rule in parts. Employees are also told which roles may. */
function refusal(person: Person, { title, path, access }: Resource, action: Action) {
  const { roles, userType } = person
  const who = roles.length === 0 ? 'a person without a role' : `the role ${roles.join(' or ')}`
  const openTo = userType === 'EMPLOYEE' ? rolesWith(access, action) : []
  return forbiddenBy(`${title}: ${who} may not ${action} here`, { title, path, action, roles, openTo })
}

interface ConditionContext extends ScopeContext {
  person: Person
}

/** SQL that is 1 where the conditions hold for a row of the surrounding query, else 0. */
export function holds(node: ConditionNode, context: ConditionContext): Knex.Raw {
  const { db } = context
  const once = db.from(db.raw('(select 1 as one) as once')).select(db.raw('1'))
  return db.raw('case when exists ? then 1 else 0 end', [once.where(row => applyConditions(row, node, context))])
}

/** Limits a query to the rows of which the conditions hold. */
export function applyConditions(query: Knex.QueryBuilder, node: ConditionNode, context: ConditionContext): void {
  switch (node.operator) {
    case 'and':
      for (const part of node.value as ConditionNode[]) query.andWhere(rows => applyConditions(rows, part, context))
      return
    case 'or':
      for (const part of node.value as ConditionNode[]) query.orWhere(rows => applyConditions(rows, part, context))
      return
    case 'in':
      query.whereIn(
        `${tableOf(context.resource)}.${node.field}`,
        (node.value as unknown[]).map(encodeValue) as string[],
      )
      return
    case 'scope':
      applyScope(query, node, context)
      return
    default:
      throw new Error(`A rule uses the condition ${node.operator}, which has no SQL`)
  }
}

function applyScope(query: Knex.QueryBuilder, { field, value }: ConditionNode, context: ConditionContext) {
  noteVarying()
  const marker = String(value)
  const { db, person, resource, oneByOne } = context
  if (field === GRANT_SCOPE) {
    const [, role, rowsAre] = marker.split('/') as [string, Role, 'own' | 'common']
    applyGrantScopes(query, context, person, role, rowsAre)
  } else withinScope(query, db, resource, field!, marker, person, oneByOne)
}
