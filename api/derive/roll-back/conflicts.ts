import type { Knex } from 'knex'
import { tableOf } from '../../../resources/define/resource.ts'
import type { ImportConflict } from '../../../resources/platform/commands/imports.ts'
import { withTexts } from '../list/texts.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { ImportedRow } from './imported-rows.ts'

const MAX_LISTED = 200

/** The rows that prevent a roll-back, each with the reason. */
export class RollbackConflicts {
  private readonly reasons = new Map<string, [row: Pick<ImportedRow, 'resource' | 'id'>, reason: string]>()

  get size(): number {
    return this.reasons.size
  }
  has = ({ resource, id }: ImportedRow) => this.reasons.has(`${resource.name}/${id}`)
  set({ resource, id }: Pick<ImportedRow, 'resource' | 'id'>, reason: string) {
    this.reasons.set(`${resource.name}/${id}`, [{ resource, id }, reason])
  }
  addAll(others: RollbackConflicts) {
    for (const [row, reason] of others.reasons.values()) this.set(row, reason)
  }
  clear() {
    this.reasons.clear()
  }
  first(count: number) {
    return [...this.reasons.values()].slice(0, count)
  }
}

/** Describes the rows that prevent a roll-back: their display text and the reason. */
export async function describeConflicts(db: Knex, reasons: RollbackConflicts): Promise<ImportConflict[]> {
  const listed = reasons.first(MAX_LISTED)
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
