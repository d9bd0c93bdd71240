import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { encodeValue } from '../row-codec.ts'
import { GRANT_SCOPE } from './ability.ts'
import { actsOnAll, type ConditionNode, conditionsOf, holds } from './conditions.ts'
import { readOnSome } from './field-conditions.ts'
import { placeColumns } from './grant-scope.ts'
import type { Person } from './person.ts'

/** What somebody reads of a row: whether they reach it, and which of their columns are closed on it. */
export interface Readable {
  reached: boolean
  closed: ReadonlySet<string>
}

const ALL: Readable = { reached: true, closed: new Set() }
export const NOTHING_READABLE: Readable = { reached: false, closed: new Set() }

/** Whether the person reads every row of the resource in the same columns. */
export const readsAllAlike = (resource: Resource, person: Person): boolean =>
  actsOnAll(resource, person, 'read') && readOnSome(person, resource).size === 0

/** The most rows that one statement judges. */
const AT_ONCE = 200

/**
 * Decides by values alone, in the order of the rows, what somebody may read of a row as it was or as it would be saved.
 * The same conditions decide as for rows in the table. People who read every row alike cost no query.
 */
export async function readableValues(
  db: Knex,
  resource: Resource,
  person: Person,
  rows: readonly RowValues[],
): Promise<Readable[]> {
  const reaching = conditionsOf(person, resource, 'read')
  if (!reaching) return rows.map(() => NOTHING_READABLE)
  const onSome = readOnSome(person, resource)
  const nodes = [reaching, ...new Set(onSome.values())]
  const names = [...new Set(nodes.flatMap(node => columnsIn(node, resource)))]
  if (names.length === 0) return rows.map(() => ALL)
  const keyOf = (row: RowValues) => JSON.stringify(names.map(name => encodeValue(row[name])))
  const distinct = [...new Map(rows.map(row => [keyOf(row), row])).entries()]
  const judged = new Map<string, Readable>()
  for (let start = 0; start < distinct.length; start += AT_ONCE) {
    const some = distinct.slice(start, start + AT_ONCE)
    const judgements = await judge(
      db,
      { resource, person, names, nodes },
      some.map(([, row]) => row),
    )
    for (const [at, holding] of judgements) {
      const closed = new Set([...onSome].flatMap(([name, node]) => (holding[nodes.indexOf(node)] ? [] : [name])))
      judged.set(some[at]![0], { reached: holding[0]!, closed })
    }
  }
  return rows.map(row => judged.get(keyOf(row))!)
}

interface Judging {
  resource: Resource
  person: Person
  names: readonly string[]
  nodes: readonly ConditionNode[]
}

/** For each row, by its index, which of the conditions hold. */
async function judge(db: Knex, { resource, person, names, nodes }: Judging, rows: readonly RowValues[]) {
  const table = tableOf(resource)
  const as = names.map(() => '? as ??').join(', ')
  const select = rows.map(() => `select ? as place, ${as}`).join(' union all ')
  const values = rows.flatMap((row, place) => [place, ...names.flatMap(name => [encodeValue(row[name]), name])])
  const judgedRows: Record<string, unknown>[] = await db
    .from(db.raw(`(${select}) as ??`, [...values, table] as never[]))
    .select(`${table}.place`)
    .select(
      nodes.map((node, at) => db.raw('? as ??', [holds(node, { db, person, resource, oneByOne: true }), `holds${at}`])),
    )
  return judgedRows.map(row => [Number(row.place), nodes.map((_, at) => Number(row[`holds${at}`]) === 1)] as const)
}

/** The columns that decide the conditions of a row. */
function columnsIn({ operator, field, value }: ConditionNode, resource: Resource): string[] {
  if (operator === 'and' || operator === 'or')
    return (value as ConditionNode[]).flatMap(node => columnsIn(node, resource))
  if (operator === 'in') return [field!]
  // A scope may depend on where the row lies too: a customer's account is that of an SBU.
  return [...(field === GRANT_SCOPE ? [] : [field!]), ...placeColumns(resource)]
}
