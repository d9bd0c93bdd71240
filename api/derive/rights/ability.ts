import { buildMongoQueryMatcher, createMongoAbility, type MongoAbility, type RawRuleOf } from '@casl/ability'
import { permittedFieldsOf } from '@casl/ability/extra'
import { hiddenFrom, namesOwnSide, partnerRoles, tellsPrices } from '../../../resources/access.ts'
import { lettersLeft, readsAmounts } from '../../../resources/access-control/company-rights.ts'
import { isNarrowed } from '../../../resources/access-control/company-roles.ts'
import { openableNames } from '../../../resources/access-control/readable-names.ts'
import { isRelatedRows } from '../../../resources/define/computed.ts'
import type { Field } from '../../../resources/define/fields.ts'
import type { Resource, Within } from '../../../resources/define/resource.ts'
import { type Letter, type Right, rights } from '../../../resources/define/rights.ts'
import { resourceAt, subjects } from '../../../resources/registry.ts'
import type { Role } from '../../../resources/roles.ts'
import { hasGrantScope, isCommonToAll, tellsPlace } from './grant-scope.ts'
import type { Person } from './person.ts'

export type Action = Right

/** `{ customerId: { $scope: 'myCustomers/SALES_REP' } }`: the column lies in a set of rows that `scopes.ts` names, or in a list of values. */
export type Conditions = Record<string, { $scope: string } | { $in: readonly unknown[] }>
type RawRule = RawRuleOf<MongoAbility>

/**
 * The rules of roles as plain JSON, by which the server guards and which it sends to the browser. Rules about who entered
 * or changed a row stay on the server, because they would list the fields of every resource.
 */
export const rulesFor = (roles: readonly Role[], whoColumns: readonly string[] = []): RawRule[] =>
  roles.flatMap(role => subjects.flatMap(resource => rulesOfRole(role, resource, whoColumns)))

function rulesOfRole(role: Role, resource: Resource, whoColumns: readonly string[]): RawRule[] {
  const letters = [...(resource.access[role] ?? '')] as Letter[]
  if (letters.length === 0) return []
  const hidden = Object.entries({ ...resource.fields, ...resource.computed }).flatMap(([name, field]) =>
    !isRelatedRows(field) && hiddenFrom(field).includes(role) ? [name] : [],
  )
  const masked = maskedNames(role, resource)
  const narrower = narrowerColumns(role, resource, whoColumns).filter(({ name }) => !hidden.includes(name))
  const seen = openableNames(resource)
  const closed = [...hidden, ...masked, ...narrower.map(({ name }) => name)]
  const fields = closed.length > 0 ? seen.filter(name => !closed.includes(name)) : undefined
  const action = letters.map(letter => rights[letter])
  return conditionsOf(role, resource).flatMap(conditions => {
    const rule = { subject: resource.path, ...(conditions && { conditions }) }
    const ruleOfRole = { ...rule, action, ...(fields && { fields }) }
    // `mask`: the field is read in part.
    const entered = letters.includes('C') ? ['mask', 'create'] : ['mask']
    return [
      ruleOfRole,
      ...(masked.length > 0 ? [{ ...rule, action: entered, fields: masked }] : []),
      ...[...Map.groupBy(narrower, ({ within }) => JSON.stringify(within)).values()].map(columns => ({
        ...rule,
        action,
        fields: columns.map(({ name }) => name),
        conditions: { ...conditions, ...conditionsFor(columns[0]!.within, role) },
      })),
    ]
  })
}

/** The columns that a role reads on some of its rows only, each with the further conditions of those rows. */
function narrowerColumns(
  role: Role,
  resource: Resource,
  whoColumns: readonly string[],
): { name: string; within: Within<string> }[] {
  const declared = resource.columnsWithin[role] ?? {}
  const people = resource.kind === 'report' ? [] : whoColumns
  return [
    ...Object.entries(resource.fields).flatMap(([name, field]) => {
      const within = field.nature && declared[field.nature]
      if (within) return [{ name, within }]
      return namesOwnSide(field) ? peopleOf(role, name) : []
    }),
    ...people.flatMap(name => peopleOf(role, name)),
  ]
}

/** Partners read the name of a login only when it is of their side. */
const peopleOf = (role: Role, name: string): { name: string; within: Within<string> }[] =>
  partnerRoles.includes(role) ? [{ name, within: { [name]: 'peopleOfMySide' } }] : []

const maskedNames = (role: Role, { fields }: Resource) =>
  Object.keys(fields).filter(name => fields[name]!.maskedFor?.includes(role))

/** The alternatives under which the role reaches a row; undefined when it reaches all. */
function conditionsOf(role: Role, { within }: Resource): (Conditions | undefined)[] {
  const scopes = within[role]
  if (!scopes) return [undefined]
  const alternatives: readonly Within<string>[] = Array.isArray(scopes) ? scopes : [scopes as Within<string>]
  return alternatives.map(fields => conditionsFor(fields, role))
}

const conditionsFor = (fields: Within<string>, by: Role | 'ASKED'): Conditions =>
  Object.fromEntries(
    Object.entries(fields).map(([field, within]) => [
      field,
      typeof within === 'string' ? { $scope: `${within}/${by}` } : { $in: within! },
    ]),
  )

/** Who entered a row and who changed it last. */
export const WHO: readonly string[] = ['createdById', 'updatedById']
// CASL knows `$scope` only by name here: whether a row lies in a scope is asked of the database (conditions.ts).
const conditionsMatcher = buildMongoQueryMatcher(
  { $scope: { type: 'field' } } as never,
  { scope: () => false } as never,
)

const compiled = new Map<string, MongoAbility>()

/** What changes no row. */
const READING = ['read', 'export', 'mask']
const isReading = (action: string) => READING.includes(action)

/** The rules of a role that is held for an SBU, a zone, a channel or a plant alone (`grant-scope.ts`). */
const narrowed = (role: Role, rule: RawRule): RawRule[] => {
  const within = (rowsAre: 'own' | 'common', matches: (action: string) => boolean): RawRule => ({
    ...rule,
    action: [rule.action].flat().filter(matches),
    conditions: { ...rule.conditions, [GRANT_SCOPE]: { $scope: `${GRANT_SCOPE}/${role}/${rowsAre}` } },
  })
  return [within('common', isReading), within('own', action => !isReading(action))].filter(hasActions)
}
const hasActions = ({ action }: RawRule) => action.length > 0

/**
 * The rules of the roles that a person holds, without the places of their grants: who holds a role for an SBU, a zone, a
 * channel or a plant alone only reads masters whose rows tell none of these.
 */
export const rulesHeldBy = (person: Held, whoColumns?: readonly string[]): RawRule[] =>
  person.roles.flatMap(role => rulesHeld(person, role, whoColumns))

function rulesHeld(person: Held, role: Role, whoColumns?: readonly string[]): RawRule[] {
  const rules = rulesInCompany(person, role, rulesFor([role], whoColumns))
  if (!hasGrantScope(person, role)) return rules
  const common = new Set(subjects.filter(one => isCommonToAll(one) && !tellsPlace(one, person, role)).map(pathOf))
  return rules
    .map(rule =>
      common.has(rule.subject as string) ? { ...rule, action: [rule.action].flat().filter(isReading) } : rule,
    )
    .filter(hasActions)
}
const pathOf = ({ path }: Resource) => path

/** The rules that the roles of a person inside their company leave of those of the company. */
function rulesInCompany({ company }: Held, role: Role, rules: RawRule[]): RawRule[] {
  if (!isNarrowed(company) || !partnerRoles.includes(role)) return rules
  const seesAmounts = readsAmounts(company.roles)
  return rules.flatMap(rule => {
    const path = rule.subject as string
    const letters = lettersLeft(role, company.roles, resourceAt(path)!)
    const kept: readonly string[] = [
      ...letters.map(letter => rights[letter]),
      ...(letters.includes('R') ? ['mask'] : []),
    ]
    const action = [rule.action].flat().filter(one => kept.includes(one))
    if (action.length === 0) return []
    const left = { ...rule, action, ...(!seesAmounts && withoutAmounts(path, rule.fields)) }
    return left.fields?.length === 0 ? [] : [left]
  })
}

const tellsAmounts = (field: Field) => field.unit === '₹' || tellsPrices(field)

/** The fields of a rule but the amounts among them; nothing where there are none. */
function withoutAmounts(path: string, fields: RawRule['fields']): Pick<RawRule, 'fields'> {
  const resource = resourceAt(path)!
  const amounts = Object.keys(resource.fields).filter(name => tellsAmounts(resource.fields[name]!))
  if (amounts.length === 0) return {}
  const all = [fields ?? openableNames(resource)].flat()
  return { fields: all.filter(name => !amounts.includes(name)) }
}

/** The name that stands for a column in the condition of a restricted role. */
export const GRANT_SCOPE = 'granted'

type Held = Pick<Person, 'roles' | 'held' | 'asked' | 'company'>

/**
 * The rules for what an employee reads because a decision is asked of them, beyond their roles, in the columns that their
 * roles show them of other rows. After the decision only people who read no orders need these rules.
 */
export function decisionRules({ roles, asked }: Held): RawRule[] {
  if (!asked) return []
  const ownAbility = createMongoAbility(rulesFor(roles, WHO), { conditionsMatcher })
  return subjects.flatMap(resource => {
    const ownRules = ownAbility.rulesFor('read', resource.path)
    const isEnough = ownRules.length > 0 && (asked === 'BEFORE' || ownRules.some(({ conditions }) => !conditions))
    if (!resource.asked || isEnough) return []
    const all = openableNames(resource)
    const fields = permittedFieldsOf(ownAbility, 'read', resource.path, { fieldsFrom: rule => rule.fields ?? all })
    const conditions = conditionsFor(resource.asked, 'ASKED')
    return [{ subject: resource.path, action: 'read', conditions, ...(ownRules.length > 0 && { fields }) }]
  })
}

/** The compiled rules of these roles; people with the same roles share them, because scopes are resolved per person. */
export function abilityOf(person: Held): MongoAbility {
  const roles = [...person.roles].sort()
  const placesOf = (role: Role) =>
    new Set(person.held.flatMap(held => (held.role === role ? [held.scopeType] : [])))
      .values()
      .toArray()
      .sort()
      .join('+')
  const key = [
    ...roles.map(role => (hasGrantScope(person, role) ? `${role}!${placesOf(role)}` : role)),
    person.asked ?? '',
    isNarrowed(person.company) ? [...person.company.roles].sort().join('+') : '',
  ].join()
  const known = compiled.get(key)
  if (known) return known
  const rules = roles.flatMap(role => {
    const held = rulesHeld(person, role, WHO)
    return hasGrantScope(person, role) ? held.flatMap(rule => narrowed(role, rule)) : held
  })
  const ability = createMongoAbility([...rules, ...decisionRules(person)], { conditionsMatcher })
  compiled.set(key, ability)
  return ability
}
