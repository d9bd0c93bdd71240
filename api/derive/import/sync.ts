import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import { today } from '../../platform/clock.ts'
import { requireRight, restrict } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { decodeRow } from '../row-codec.ts'
import { secondPersonOf } from '../save/second-person.ts'
import { SheetError } from '../sheets/sheet-error.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import type { ImportPlan } from './import-plan.ts'
import { ImportRow } from './import-row.ts'

const MAX_CLOSED = 20_000
const PAGE = 500

/**
 * Returns the valid rows that the person may import and that the file does not have. A sync ends those with a period
 * yesterday and deactivates the others. Throws SheetError when the resource cannot be synced, the person may not
 * deactivate rows, or too many would be closed.
 */
export async function missingRows(
  db: Knex,
  plan: ImportPlan,
  person: Person,
  staged: StagedRows,
): Promise<ImportRow[]> {
  const { resource, origin } = plan
  if (staged.length === 0) throw new SheetError('The file has no rows: a sync would close every row that there is.')
  if (plan.upload || resource.kind !== 'master') throw new SheetError(`${resource.title} cannot be synced with a file.`)
  if (resource.dated && resource.fields.validTo?.sap && origin === 'PORTAL')
    throw new SheetError(`${resource.title}: SAP says when these rows end, so only a file from SAP may close them.`)
  try {
    requireRight(person, resource, 'deactivate')
  } catch (error) {
    throw new SheetError((error as Error).message)
  }
  const present = staged.knownIds()
  const table = tableOf(resource)
  const validRows = db(table).where(`${table}.isActive`, 1)
  if (resource.dated) validRows.where(`${table}.validTo`, '>=', today())
  restrict(validRows, db, resource, person, 'import')
  const ids: number[] = await validRows.orderBy(`${table}.id`).pluck(`${table}.id`)
  const missing = ids.filter(id => !present.has(id))
  if (missing.length > MAX_CLOSED)
    throw new SheetError(`The file lacks ${missing.length.toLocaleString('en-IN')} rows: a sync closes at most 20,000.`)
  return closingRows(db, plan, person, missing)
}

async function closingRows(
  db: Knex,
  { resource }: ImportPlan,
  person: Person,
  missing: number[],
): Promise<ImportRow[]> {
  const closing: ImportRow[] = []
  const { covers } = await secondPersonOf(db, resource, person)
  for (let start = 0; start < missing.length; start += PAGE) {
    const storedRows: Record<string, unknown>[] = await db(tableOf(resource))
      .whereIn('id', missing.slice(start, start + PAGE))
      .orderBy('id')
    for (const each of storedRows) {
      const before = decodeRow(resource, each)
      const row = new ImportRow(0, [])
      row.before = before
      row.closing = true
      const hasStarted = resource.dated && String(before.validFrom) < today()
      // What a second person confirmed counts for the rest of the day.
      const validTo = covers(before) ? today() : addDays(today(), -1)
      row.row = hasStarted ? { ...before, validTo } : { ...before, isActive: false }
      closing.push(row)
    }
  }
  return closing
}
