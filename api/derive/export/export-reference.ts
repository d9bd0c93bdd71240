import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { SheetColumn } from './sheet-columns.ts'

/** The key columns of a referenced row, by name. */
type KeyValues = Record<string, unknown>

/** Looks up the codes of referenced rows, one page of rows at a time. */
export class ReferenceCodes {
  private readonly db: Knex
  private readonly columns: SheetColumn[]
  private readonly known = new Map<string, Map<number, KeyValues>>()

  constructor(db: Knex, columns: readonly SheetColumn[]) {
    this.db = db
    this.columns = columns.filter(({ reference }) => reference)
  }

  /** Looks up what these rows refer to, in at most two queries for each referenced table. */
  async load(rows: readonly Record<string, unknown>[]): Promise<void> {
    for (const column of this.columns) {
      const { target, own, context } = column.reference!
      await this.fetch(
        target,
        [own, ...context.map(({ part }) => part)],
        rows.map(row => row[column.name]),
      )
      const next = context.find(({ part }) => part === column.part)
      if (next)
        await this.fetch(
          next.target,
          [next.own],
          rows.map(row => this.row(target, row[column.name])?.[next.part]),
        )
    }
  }

  /** Returns the value of a reference's column for a row: the code, or the part of the key that this column shows. */
  value(column: SheetColumn, row: Record<string, unknown>): unknown {
    const { target, own, context } = column.reference!
    const referenced = this.row(target, row[column.name])
    if (!referenced || column.part === own) return referenced?.[own] ?? null
    const next = context.find(({ part }) => part === column.part)!
    return this.row(next.target, referenced[next.part])?.[next.own] ?? null
  }

  private row(target: Resource, id: unknown): KeyValues | undefined {
    return typeof id === 'number' ? this.known.get(target.name)?.get(id) : undefined
  }

  private async fetch(target: Resource, columns: string[], ids: unknown[]) {
    const valuesById = this.known.get(target.name) ?? new Map<number, KeyValues>()
    this.known.set(target.name, valuesById)
    const isIncomplete = (id: number) => columns.some(column => !(column in (valuesById.get(id) ?? {})))
    const missingIds = [...new Set(ids.filter((id): id is number => typeof id === 'number' && isIncomplete(id)))]
    if (missingIds.length === 0) return
    const rows: (KeyValues & { id: number })[] = await this.db(tableOf(target))
      .whereIn('id', missingIds)
      .select('id', ...columns.filter(name => name !== 'id'))
    for (const row of rows) valuesById.set(row.id, { ...valuesById.get(row.id), ...row })
  }
}
