import type { Field } from '../../resources/define/fields.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'

/** A column in types that both SQLite and MariaDB accept; `migrations/ddl.ts` replaces `{ci}`, `{id}` and `{exact}`. */
interface DatabaseColumn {
  name: string
  type: string
  required: boolean
}

/** Returns the columns that a resource needs in the database, in the order of the table. */
export function databaseColumns(resource: Resource): DatabaseColumn[] {
  return [
    { name: 'id', type: '{id}', required: true },
    ...Object.entries(resource.fields).map(([name, field]) => ({
      name,
      type: typeOf(field),
      required: !field.optional,
    })),
    ...(resource.kind === 'master' ? [{ name: 'isActive', type: 'tinyint(1)', required: true }] : []),
    ...keyTextColumns(resource).map(name => ({ name, type: 'varchar(255){exact}', required: true })),
    { name: 'rowVersion', type: 'int', required: true },
    { name: 'createdAt', type: 'varchar(24)', required: true },
    { name: 'createdById', type: 'int', required: false },
    { name: 'updatedAt', type: 'varchar(24)', required: true },
    { name: 'updatedById', type: 'int', required: false },
  ]
}

/**
 * Returns the names of the columns that hold the natural key as one text. They let a key part be empty («any»), free
 * the key of a deactivated row, and make both databases compare alike. `naturalKey` is unique; rows of a dated resource
 * that differ only in their period share a `periodKey`.
 */
export const keyTextColumns = ({ kind, dated, key }: Resource) =>
  kind !== 'master' ? [] : dated && key.length > 0 ? ['naturalKey', 'periodKey'] : ['naturalKey']

function typeOf(field: Field): string {
  switch (field.kind) {
    case 'text':
      return field.max! > 4000 ? 'mediumtext' : `varchar(${field.max}){ci}`
    case 'number':
      return 'bigint'
    case 'flag':
      return 'tinyint(1)'
    case 'date':
      return 'varchar(10)'
    case 'instant':
      return 'varchar(24)'
    case 'choice':
      return 'varchar(40)'
    case 'list':
      return 'varchar(500)'
    case 'json':
      return 'mediumtext'
    case 'reference':
    case 'file':
      return 'int'
  }
}

/** Returns the unique constraints of a table, each as its columns. */
export function uniqueConstraints(resource: Resource): string[][] {
  const single = Object.entries(resource.fields).flatMap(([name, field]) => (field.unique ? [[name]] : []))
  const natural = resource.kind === 'master' ? [['naturalKey']] : resource.key.length > 0 ? [[...resource.key]] : []
  return [...single.filter(columns => columns.join() !== natural[0]?.join()), ...natural]
}

/** Returns the plain (not unique) indexes of a table, each as its columns. */
export const indexesOf = (resource: Resource): string[][] => [
  ...resource.indexes.map(columns => [...columns]),
  ...(keyTextColumns(resource).includes('periodKey') ? [['periodKey']] : []),
]

/** Returns the foreign keys of a table: the column and the table it refers to. */
export const foreignKeysOf = (resource: Resource): { column: string; table: string }[] =>
  Object.entries(resource.fields).flatMap(([column, field]) =>
    field.to ? [{ column, table: field.to === 'self' ? tableOf(resource) : tableOf({ name: field.to }) }] : [],
  )
