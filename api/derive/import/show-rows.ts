import type { Knex } from 'knex'
import type { ListPage } from '../../../resources/define/list-page.ts'
import type { ImportFault, JudgedRow } from '../../../resources/platform/commands/imports.ts'
import {
  type ImportJobRow,
  type ImportRowChange,
  type ImportVerdict,
  importJobRow,
} from '../../../resources/platform/imports/import-job-row.ts'
import { type AskedPage, listPage } from '../list/list-page.ts'
import { withTexts } from '../list/texts.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import { pickColumns } from '../save/write.ts'
import type { SignedIn } from '../signed-in.ts'
import { sheetAt } from '../uploads/upload-at.ts'
import { jobFor, maySeeCells, readableColumnsOf } from './show-jobs.ts'

interface AskedRows extends AskedPage {
  importJobId: number
  verdict: ImportVerdict | 'WARNED' | null
}

/** The result of each row in the order of the file, with its changes, faults and warnings. */
export async function listRows(db: Knex, pageQuery: AskedRows, caller: SignedIn): Promise<ListPage<JudgedRow>> {
  const { person } = caller
  const job = await jobFor(db, caller, pageQuery.importJobId)
  const { verdict } = pageQuery
  const rows = db('import_job_row').where('importJobId', job.id)
  if (verdict === 'WARNED') rows.whereNot('warnings', 'null')
  else if (verdict !== null) rows.where({ verdict })
  const page = await listPage(
    pageQuery,
    rows,
    'rowNo',
    'asc',
    row => decodeRow(importJobRow, row) as unknown as ImportJobRow,
  )
  const { names } = readableColumnsOf(job, person)
  const told = page.data.map(({ changes }) => changes)
  const changes = await textsOf(db, job.importType, told, names)
  const next = await textsOf(
    db,
    job.importType,
    told.map(change => change?.ends?.next ?? null),
    names,
  )
  const faults = await faultsOf(db, job.id, page.data, maySeeCells(job, person))
  const data = page.data.map(
    ({ id, rowNo, verdict, rowKey, entityId, warnings }, index): JudgedRow => ({
      id,
      rowNo,
      verdict,
      rowKey,
      entityId,
      changes: changes[index] ?? [],
      ends: endsOf(told[index], next[index] ?? []),
      warnings: warnings ?? [],
      errors: faults.get(rowNo) ?? [],
    }),
  )
  return { ...page, data }
}

/** Since when a row that ends has counted, until when it does, and what takes its place. */
function endsOf(change: ImportRowChange | null | undefined, next: JudgedRow['changes']): JudgedRow['ends'] {
  if (!change?.ends) return null
  const { from, was, until, next: row } = change.ends
  return { from, was, until, next: row && { rowNo: row.rowNo, changes: next } }
}

/** Returns the fields that change, with the texts of references on both sides. */
async function textsOf(
  db: Knex,
  path: string,
  rows: readonly (Pick<ImportRowChange, 'before' | 'after'> | null)[],
  names: readonly string[],
) {
  const resource = sheetAt(path)
  const side = (values: Record<string, unknown> = {}): StoredRow => ({
    ...pickColumns([...names, 'isActive'], values),
    id: 0,
  })
  const sides = rows.flatMap(change => [side(change?.before), side(change?.after)])
  if (resource) await withTexts(db, resource, sides)
  return rows.map((_, index) => {
    const [before, after] = [sides[index * 2]!, sides[index * 2 + 1]!] as [StoredRow, StoredRow]
    const textIn = ({ texts }: StoredRow, field: string) => (texts as Record<string, string> | undefined)?.[field]
    return Object.keys(after)
      .filter(name => name !== 'id' && name !== 'texts')
      .map(field => ({
        field,
        before: before[field] ?? null,
        after: after[field],
        beforeText: textIn(before, field) ?? null,
        afterText: textIn(after, field) ?? null,
      }))
  })
}

async function faultsOf(db: Knex, importJobId: number, rows: ImportJobRow[], cells: boolean) {
  const rejected = rows.filter(({ verdict }) => verdict === 'REJECTED').map(({ rowNo }) => rowNo)
  const faults: ImportFault[] =
    rejected.length === 0
      ? []
      : await db('import_job_error')
          .where({ importJobId })
          .whereIn('rowNo', rejected)
          .orderBy('id')
          .select('rowNo', 'columnName', 'value', 'errorCode', 'message')
  return Map.groupBy(
    faults.map(fault => (cells ? fault : { ...fault, value: null })),
    ({ rowNo }) => rowNo,
  )
}
