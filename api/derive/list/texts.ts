import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import { extrasOf } from '../../../resources/define/column.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { rolesWith } from '../../../resources/define/rights.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { roles } from '../../../resources/roles.ts'
import { user } from '../../../resources/settings/user.ts'
import { selectRows } from '../../platform/database.ts'
import type { StoredRow } from '../row-codec.ts'

interface ReferencedRows {
  target: Resource
  ids: Set<number>
  /** The fields whose values identify a row to people. */
  display: readonly string[]
}

/** Adds `texts` to every row: the display text of each referenced row, all in one query. */
export async function withTexts(db: Knex, resource: Resource, rows: StoredRow[]): Promise<StoredRow[]> {
  const wanted = referencedBy(resource, rows)
  const texts = await readTexts(db, [...wanted.values()])
  for (const row of rows) {
    const rowTexts: Record<string, string> = {}
    for (const [name, target] of referencesOf(resource)) {
      const text = typeof row[name] === 'number' ? texts.get(`${target.name}/${row[name]}`) : undefined
      if (text !== undefined) rowTexts[name] = text
    }
    row.texts = rowTexts
  }
  return rows
}

function referencedBy(resource: Resource, rows: StoredRow[]): Map<string, ReferencedRows> {
  const rowsByTarget = new Map<string, ReferencedRows>()
  for (const [name, target] of referencesOf(resource)) {
    for (const row of rows) {
      if (typeof row[name] !== 'number') continue
      const rowsOfTarget = rowsByTarget.get(target.name) ?? {
        target,
        ids: new Set(),
        display: displayOf(target, resource),
      }
      rowsByTarget.set(target.name, rowsOfTarget)
      rowsOfTarget.ids.add(row[name])
    }
  }
  return rowsByTarget
}

/** The login id of a user is shown only where no partner reads the resource; partners see the name alone. */
const displayOf = (target: Resource, resource: Resource) =>
  target === user && rolesWith(resource.access, 'read').some(role => roles[role].userType !== 'EMPLOYEE')
    ? ['name']
    : target.display

/** Returns the display texts by `sbu/3`. Most responses run this query, so it is built without Knex. */
async function readTexts(db: Knex, referencedRows: ReferencedRows[]): Promise<Map<string, string>> {
  if (referencedRows.length === 0) return new Map()
  const selects = referencedRows.map(({ target, ids, display: [main, more] }, source) => {
    const columns = `${source} as source, id, \`${main}\` as main, ${more ? `\`${more}\`` : 'null'} as more`
    return `select ${columns} from \`${tableOf(target)}\` where id in (${Array(ids.size).fill('?').join()})`
  })
  const texts = await selectRows<{ source: number; id: number; main: unknown; more: unknown }>(
    db,
    selects.join(' union all '),
    referencedRows.flatMap(({ ids }) => [...ids]),
  )
  return new Map(
    texts.map(({ source, id, main, more }) => [
      `${referencedRows[source]!.target.name}/${id}`,
      more === null ? `${main}` : `${main} · ${more}`,
    ]),
  )
}

const USER_COLUMNS = ['createdById', 'updatedById'] as const
const references = new WeakMap<Resource, [string, Resource][]>()

function referencesOf(resource: Resource): [string, Resource][] {
  const cached = references.get(resource)
  if (cached) return cached
  const declared = Object.entries(resource.fields).flatMap(([name, { to }]): [string, Resource][] =>
    to ? [[name, resourceNamed(to === 'self' ? resource.name : to)]] : [],
  )
  const further = extrasOf(resource).flatMap((name): [string, Resource][] => {
    const { field, shown } = columnOf(resource, name)!
    return shown && field.to ? [[name, resourceNamed(field.to)]] : []
  })
  const all = [
    ...declared,
    ...further,
    ...USER_COLUMNS.map((name): [string, Resource] => [name, resourceNamed('user')]),
  ]
  references.set(resource, all)
  return all
}
