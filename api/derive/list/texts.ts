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

interface Wanted {
  target: Resource
  ids: Set<number>
  /** The fields whose values identify a row to people. */
  display: readonly string[]
}

/** Adds `texts` to every row: the display text of each referenced row, all in one query. */
export async function withTexts(db: Knex, resource: Resource, rows: StoredRow[]): Promise<StoredRow[]> {
  const wanted = wantedBy(resource, rows)
  const texts = await readTexts(db, [...wanted.values()])
  for (const row of rows) {
    const own: Record<string, string> = {}
    for (const [name, target] of referencesOf(resource)) {
      const text = typeof row[name] === 'number' ? texts.get(`${target.name}/${row[name]}`) : undefined
      if (text !== undefined) own[name] = text
    }
    row.texts = own
  }
  return rows
}

function wantedBy(resource: Resource, rows: StoredRow[]): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const [name, target] of referencesOf(resource)) {
    for (const row of rows) {
      if (typeof row[name] !== 'number') continue
      const known = wanted.get(target.name) ?? { target, ids: new Set(), display: displayOf(target, resource) }
      wanted.set(target.name, known)
      known.ids.add(row[name])
    }
  }
  return wanted
}

/** The login id of a user is shown only where no partner reads the resource; partners see the name alone. */
const displayOf = (target: Resource, resource: Resource) =>
  target === user && rolesWith(resource.access, 'read').some(role => roles[role].userType !== 'EMPLOYEE')
    ? ['name']
    : target.display

/** Returns the display texts by `sbu/3`. Most responses run this query, so it is built without Knex. */
async function readTexts(db: Knex, wanted: Wanted[]): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const selects = wanted.map(({ target, ids, display: [main, more] }, source) => {
    const columns = `${source} as source, id, \`${main}\` as main, ${more ? `\`${more}\`` : 'null'} as more`
    return `select ${columns} from \`${tableOf(target)}\` where id in (${Array(ids.size).fill('?').join()})`
  })
  const found = await selectRows<{ source: number; id: number; main: unknown; more: unknown }>(
    db,
    selects.join(' union all '),
    wanted.flatMap(({ ids }) => [...ids]),
  )
  return new Map(
    found.map(({ source, id, main, more }) => [
      `${wanted[source]!.target.name}/${id}`,
      more === null ? `${main}` : `${main} · ${more}`,
    ]),
  )
}

const WHO = ['createdById', 'updatedById'] as const
const references = new WeakMap<Resource, [string, Resource][]>()

function referencesOf(resource: Resource): [string, Resource][] {
  const known = references.get(resource)
  if (known) return known
  const declared = Object.entries(resource.fields).flatMap(([name, { to }]): [string, Resource][] =>
    to ? [[name, resourceNamed(to === 'self' ? resource.name : to)]] : [],
  )
  const further = extrasOf(resource).flatMap((name): [string, Resource][] => {
    const { field, shown } = columnOf(resource, name)!
    return shown && field.to ? [[name, resourceNamed(field.to)]] : []
  })
  const made = [...declared, ...further, ...WHO.map((name): [string, Resource] => [name, resourceNamed('user')])]
  references.set(resource, made)
  return made
}
