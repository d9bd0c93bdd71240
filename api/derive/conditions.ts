import { permittedFieldsOf, rulesToAST } from '@casl/ability/extra'
import type { Knex } from 'knex'
import { columnOf, mayRead } from '../../resources/columns.ts'
import { extrasOf } from '../../resources/define/column.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { forbidden } from '../platform/errors.ts'
import type { Person } from '../platform/person.ts'
import { type Action, readableNames } from './ability.ts'
import { scopeOf } from './scopes.ts'

interface Node {
  operator: string
  field?: string
  value: unknown
}

/** Limits a query on a resource's table to the rows on which the person may act. Throws 403 when there can be none. */
export function restrict(query: Knex.QueryBuilder, db: Knex, resource: Resource, person: Person, action: Action) {
  const ast = rulesToAST(person.ability, action, resource.path) as Node | null
  if (ast === null) throw forbidden(refusal(person, resource, action))
  query.where(rows => {
    apply(rows, ast, db, person, tableColumn(resource))
  })
  return query
}

/** Whether the person may act on every row, so that no row needs to be looked at. */
export function actsOnAll(resource: Resource, person: Person, action: Action): boolean {
  const ast = rulesToAST(person.ability, action, resource.path) as Node | null
  return ast !== null && ast.operator === 'and' && (ast.value as Node[]).length === 0
}

/** The columns a row of a resource keeps, as far as the person may read them. */
export const readableBy = (person: Person, resource: Resource): string[] =>
  permittedFieldsOf(person.ability, 'read', resource.path, {
    fieldsFrom: rule => rule.fields ?? readableNames(resource),
  }).filter(name => !Object.hasOwn(resource.computed, name))

/** Those, and the ones through references and computed ones that the person may read all the way. Nobody is the product itself. */
export function columnsReadBy(person: Person | undefined, resource: Resource): string[] {
  const extras = extrasOf(resource)
  if (!person) return [...readableNames(resource), ...extras]
  const may = (subject: string, field?: string) => person.ability.can('read', subject, field)
  return [...readableBy(person, resource), ...extras.filter(name => mayRead(columnOf(resource, name)!, may))]
}

/** Throws 403 with a sentence unless the person may do this with some row of the resource. */
export function demand(person: Person, resource: Resource, action: Action) {
  if (!person.ability.can(action, resource.path)) throw forbidden(refusal(person, resource, action))
}

const refusal = (person: Person, { title }: Resource, action: Action) =>
  `${title}: ${person.roles.length === 0 ? 'a person without a role' : `the role ${person.roles.join(' or ')}`} may not ${action} here`

const tableColumn = (resource: Resource) => (field: string) => `${resource.name.replaceAll('-', '_')}.${field}`

function apply(
  query: Knex.QueryBuilder,
  node: Node,
  db: Knex,
  person: Person,
  column: (field: string) => string,
): void {
  switch (node.operator) {
    case 'and':
      for (const part of node.value as Node[]) query.andWhere(rows => apply(rows, part, db, person, column))
      return
    case 'or':
      for (const part of node.value as Node[]) query.orWhere(rows => apply(rows, part, db, person, column))
      return
    case 'scope':
      query.whereIn(column(node.field!), scopeOf(String(node.value), db, person))
      return
    default:
      throw new Error(`A rule uses the condition ${node.operator}, which has no SQL`)
  }
}
