import type { Knex } from 'knex'
import type { RowExplained } from '../../resources/access-control/commands/roles.ts'
import {
  conditionWords,
  fieldsWith,
  fieldsWords,
  joined,
  scopeWords,
  withinWords,
} from '../../resources/access-words.ts'
import type { Field } from '../../resources/define/fields.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { rolesWith } from '../../resources/define/rights.ts'
import type { Role } from '../../resources/roles.ts'
import { type Conditions, rulesFor } from '../derive/rights/ability.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { withinScope } from '../derive/rights/define-scopes.ts'
import { readableColumnsOfRow } from '../derive/rights/field-conditions.ts'
import { applyGrantScopes, hasGrantScope } from '../derive/rights/grant-scope.ts'
import type { HeldRole, Person } from '../derive/rights/person.ts'
import { encodeValue, type StoredRow } from '../derive/row-codec.ts'
import { notFound } from '../platform/errors.ts'

/**
 * Evaluates the rules one by one to explain whether this person may read this row. Throws the same 404 where the row
 * does not exist and where the caller may not read it, so that nothing is revealed.
 */
export async function explainRow(
  db: Knex,
  resource: Resource,
  id: number,
  person: Person,
  caller: Person,
): Promise<RowExplained> {
  const { title } = resource
  if (!(await readBy(db, resource, id, caller)))
    throw notFound(`Row ${id} of ${title} cannot be explained: it does not exist, or you may not read it`)
  const row = await readBy(db, resource, id, person)
  const sees = row !== undefined
  const ways = []
  for (const role of person.roles) ways.push(await wayOf(db, resource, id, person, role))
  const fields = row ? await fieldsSentence(db, resource, row, person) : null
  return { sees, sentence: sentenceOf(resource, id, person, ways, sees), fields, ways }
}

/** The stored row, if the person may read it. */
async function readBy(db: Knex, resource: Resource, id: number, person: Person): Promise<StoredRow | undefined> {
  if (!person.ability.can('read', resource.path)) return undefined
  const table = tableOf(resource)
  return restrict(db(table).where(`${table}.id`, id), db, resource, person, 'read').first(`${table}.*`)
}

/** A sentence about the fields hidden from the person though they see the row, by the rules that redact their reads. */
async function fieldsSentence(db: Knex, resource: Resource, row: StoredRow, person: Person): Promise<string> {
  const readable = await readableColumnsOfRow(db, resource, person, row.id)
  const masked = (field: Field) => field.maskedFor !== undefined
  const without = fieldsWith(resource, (name, field) => !field.secret && !readable.includes(name) && !masked(field))
  const inPart = fieldsWith(resource, (name, field) => !readable.includes(name) && masked(field))
  const parts = [without && `not told ${without}`, inPart && `told ${inPart} in part`].filter(Boolean)
  return parts.length > 0 ? `They are ${parts.join(', and ')} of this row.` : 'They see all of its fields.'
}

async function wayOf(db: Knex, resource: Resource, id: number, person: Person, role: Role) {
  const { path, title } = resource
  const rules = rulesFor([role]).filter(rule => rule.subject === path && [rule.action].flat().includes('read'))
  const narrowed = narrowing(person.held, role)
  if (rules.length === 0) return { role, lets: false, sentence: `${role} does not read ${title}.` }
  for (const { conditions } of rules) {
    const words = await lets(db, resource, id, person, role, (conditions ?? {}) as Conditions)
    if (words === undefined) continue
    const why = words + narrowed === '' ? 'every row of it' : `rows ${words}${narrowed}, and this is one of them`
    const fields = fieldsWords(resource, role)
    return { role, lets: true, sentence: `${role} reads ${why}${fields && `, ${fields}`}.` }
  }
  return {
    role,
    lets: false,
    sentence: `${role} reads ${withinWords(resource, role)}${narrowed}, and this is none of them.`,
  }
}

/** The words of the scopes in which the row lies, empty without scopes; undefined when it lies outside one of them. */
async function lets(db: Knex, resource: Resource, id: number, person: Person, role: Role, conditions: Conditions) {
  const table = tableOf(resource)
  const rows = db(table).where(`${table}.id`, id)
  for (const [field, condition] of Object.entries(conditions)) {
    if ('$scope' in condition) withinScope(rows, db, resource, field, condition.$scope, person)
    else rows.whereIn(`${table}.${field}`, condition.$in.map(encodeValue) as string[])
  }
  if (hasGrantScope(person, role)) applyGrantScopes(rows, { db, resource, oneByOne: true }, person, role)
  if (!(await rows.first(`${table}.id`))) return undefined
  const within = Object.entries(conditions).map(([field, condition]) => [
    field,
    '$scope' in condition ? condition.$scope.split('/')[0] : condition.$in,
  ])
  return conditionWords(resource, Object.fromEntries(within))
}

/** « (held for SBU S1)»: the scope of the grant itself. */
function narrowing(held: readonly HeldRole[], role: Role): string {
  const refs = held.filter(one => one.role === role && one.scopeRef).map(one => `${one.scopeType} ${one.scopeRef}`)
  return refs.length > 0 ? ` (the role is held for ${joined(refs, 'and')})` : ''
}

function sentenceOf(
  { title, access }: Resource,
  id: number,
  { name, roles }: Person,
  ways: RowExplained['ways'],
  sees: boolean,
): string {
  const letting = ways.filter(way => way.lets)
  // No role lets the person read it, and yet they see it: what is left is an approval task assigned to them.
  const approverSentence = `they read orders ${scopeWords.ordersAskedOfMe.replace(/^of orders /, '')}, and what belongs to them.`
  const why = letting.map(({ sentence }) => sentence).join(' ') || approverSentence
  if (sees) return `${name} sees row ${id} of ${title}: ${why}`
  const no = `${name} does not see row ${id} of ${title}`
  if (roles.length === 0) return `${no}: no role assigned today.`
  const open = rolesWith(access, 'read')
  if (!roles.some(role => open.includes(role)))
    return `${no}: none of their roles (${roles.join(', ')}) reads it. It is read by ${joined(open, 'and') || 'no role'}.`
  return `${no}: ${ways.map(({ sentence }) => sentence).join(' ')}`
}
