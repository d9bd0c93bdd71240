import type { Knex } from 'knex'
import { tableOf } from '../../../resources/define/resource.ts'
import type { ImportConflict } from '../../../resources/platform/imports.ts'
import { withTexts } from '../list/texts.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { ImportedRow } from './imported-rows.ts'

const MAX_LISTED = 200

/** Describes the rows that prevent a roll-back: their display text and the reason. */
export async function describeConflicts(
  db: Knex,
  reasons: ReadonlyMap<ImportedRow, string>,
): Promise<ImportConflict[]> {
  const listed = [...reasons].slice(0, MAX_LISTED)
  const conflicts: ImportConflict[] = []
  for (const [resource, group] of Map.groupBy(listed, ([{ resource }]) => resource)) {
    const ids = group.map(([{ id }]) => id)
    const found: Record<string, unknown>[] = await db(tableOf(resource)).whereIn('id', ids)
    const rows = found.map(row => decodeRow(resource, row) as StoredRow)
    await withTexts(db, resource, rows)
    const byId = new Map(rows.map(row => [row.id, row]))
    const keyFields = [...new Set([...resource.key, ...resource.display])]
    for (const [{ id }, reason] of group) {
      const row = byId.get(id)
      const texts = (row?.texts ?? {}) as Record<string, string>
      const text = keyFields.flatMap(name => texts[name] ?? row?.[name] ?? []).join(' · ')
      conflicts.push({ path: resource.path, id, text: text || `Row ${id}`, reason })
    }
  }
  return conflicts
}
