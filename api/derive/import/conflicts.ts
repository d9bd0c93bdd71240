import type { Knex } from 'knex'
import { tableOf } from '../../../resources/define/resource.ts'
import { withTexts } from '../list/texts.ts'
import { readRow, type StoredRow } from '../row-codec.ts'
import type { Written } from './written.ts'

/** A row that an import wrote and that cannot simply be taken back. */
export interface Conflict {
  /** The path of the resource and the id, where a link goes. */
  path: string
  id: number
  text: string
  reason: string
}

const MOST_TOLD = 200

/** Rows that stand in the way of a roll-back, each by what people call it. */
export async function conflictsOf(db: Knex, reasons: ReadonlyMap<Written, string>): Promise<Conflict[]> {
  const told = [...reasons].slice(0, MOST_TOLD)
  const conflicts: Conflict[] = []
  for (const [resource, group] of Map.groupBy(told, ([{ resource }]) => resource)) {
    const ids = group.map(([{ id }]) => id)
    const found: Record<string, unknown>[] = await db(tableOf(resource)).whereIn('id', ids)
    const rows = found.map(row => readRow(resource, row) as StoredRow)
    await withTexts(db, resource, rows)
    const byId = new Map(rows.map(row => [row.id, row]))
    const shown = [...new Set([...resource.key, ...resource.display])]
    for (const [{ id }, reason] of group) {
      const row = byId.get(id)
      const texts = (row?.texts ?? {}) as Record<string, string>
      const text = shown.flatMap(name => texts[name] ?? row?.[name] ?? []).join(' · ')
      conflicts.push({ path: resource.path, id, text: text || `Row ${id}`, reason })
    }
  }
  return conflicts
}
