import type { Knex } from 'knex'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Candidate } from '../save/candidate.ts'
import { checkRows } from '../save/check.ts'
import { updateRow } from '../save/write.ts'
import type { ImportRow } from './import-row.ts'
import type { SaveContext } from './save-context.ts'

/** Sets references to rows of the same file once those are saved and have ids; returns how many rows failed. */
export async function linkRows(
  trx: Knex.Transaction,
  { resource, author }: SaveContext,
  saved: Map<ImportRow, StoredRow>,
): Promise<number> {
  const rows = [...saved.keys()].filter(({ links }) => links.size > 0)
  if (rows.length === 0) return 0
  const ids = await idsOf(trx, resource, new Set(rows.flatMap(({ links }) => [...links.values()])))
  const linked = rows.map(row => {
    const before = saved.get(row)!
    const references = [...row.links].map(([name, code]): [string, number | undefined] => [name, ids.get(code)])
    for (const [name, code] of row.links) {
      const label = labelOf(name, resource.fields[name]!)
      if (!ids.has(code))
        row.refuse(name, 'UNKNOWN_REF', `${label} ${code.toUpperCase()} is a row of this file that is refused itself`)
    }
    const { rowNo } = row
    const candidate: Candidate = { row: { ...before, ...Object.fromEntries(references) }, before, faults: [], rowNo }
    return { row, candidate, names: references.map(([name]) => name) }
  })
  const sound = linked.filter(({ row }) => row.faults.length === 0)
  await checkRows(
    trx,
    resource,
    sound.map(({ candidate }) => candidate),
    author,
  )
  for (const { row, candidate, names } of sound) {
    row.faults.push(...candidate.faults)
    if (candidate.faults.length > 0) continue
    const changes = Object.fromEntries(names.map(name => [name, candidate.row[name]]))
    await updateRow(trx, resource, candidate.before!, changes, author)
  }
  return rows.filter(({ faults }) => faults.length > 0).length
}

async function idsOf(trx: Knex.Transaction, resource: Resource, codes: Set<string>): Promise<Map<string, number>> {
  const storedRows: { id: number; naturalKey: string }[] = await trx(tableOf(resource))
    .whereIn(
      'naturalKey',
      [...codes].map(code => code.replaceAll('|', '||')),
    )
    .select('id', 'naturalKey')
  return new Map(storedRows.map(({ id, naturalKey }) => [naturalKey.replaceAll('||', '|'), id]))
}
