import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { readSettings } from '../../platform/settings.ts'
import type { ImportPlan } from '../import/import-plan.ts'
import { ImportRow } from '../import/import-row.ts'
import { jobParams } from '../import/job.ts'
import { matchingRows, readerOfQuery } from '../list/matching.ts'
import { readQuery } from '../list/query.ts'
import { columnsReadBy } from '../rights/conditions.ts'
import { restrictToColumns } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import { decodeRow } from '../row-codec.ts'
import { keyTextsOf } from '../save/key-texts.ts'
import { changesIn } from '../save/write.ts'
import { SheetError } from '../sheets/sheet-error.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { afterChange, fieldsOf, splitFrom } from './many-change.ts'

const PAGE = 1000

/** The round of a job, which has one. */
export const roundOf = (job: ImportJob) => jobParams(job).round!

/** How the rows of a round are told; it has no file. */
export const planOfRound = (resource: Resource): ImportPlan => ({
  resource,
  origin: 'PORTAL',
  mode: 'UPDATE',
  masked: [],
  upload: undefined,
  given: {},
  headings: [],
  columns: [],
  action: undefined,
  active: undefined,
  unknownColumns: [],
  missingColumns: [],
  warnings: [],
})

/**
 * Stages the rows that a round changes, as it leaves them, page by page; returns how many end before it begins. Throws
 * SheetError for more rows than an import has.
 */
export async function stageRound(
  db: Knex,
  job: ImportJob,
  { resource, person }: { resource: Resource; person: Person },
  staged: StagedRows,
  onRows: (count: number) => void,
): Promise<number> {
  const round = roundOf(job)
  const table = tableOf(resource)
  const query = readQuery(resource, round.filters, columnsReadBy(person, resource))
  const reader = await readerOfQuery(db, resource, query, person)
  const { 'upload.max_rows': most } = await readSettings(db)
  const matching = () => {
    const rows = matchingRows(db, resource, query, reader, 'update').where(`${table}.isActive`, 1)
    return restrictToColumns(rows, db, resource, person, 'update', fieldsOf(round))
  }
  const within = () => (round.from === null ? matching() : matching().where(`${table}.validTo`, '>=', round.from))
  for (let last = 0; ; ) {
    const page: Record<string, unknown>[] = await within()
      .where(`${table}.id`, '>', last)
      .orderBy(`${table}.id`)
      .limit(PAGE)
      .select(`${table}.*`)
    staged.addFound(page.map((stored, index) => changedRow(resource, round, stored, staged.sheetLength + index + 1)))
    if (staged.sheetLength > most)
      throw new SheetError(
        `A round changes at most ${most.toLocaleString('en-IN')} rows: narrow the list with a filter.`,
      )
    onRows(page.length)
    if (page.length < PAGE) break
    last = page.at(-1)!.id as number
  }
  if (round.from === null) return 0
  const [{ count }] = (await matching().where(`${table}.validTo`, '<', round.from).count({ count: '*' })) as [
    { count: number },
  ]
  return Number(count)
}

function changedRow(resource: Resource, round: ReturnType<typeof roundOf>, stored: Record<string, unknown>, n: number) {
  const before = decodeRow(resource, stored)
  const row = new ImportRow(n, [])
  row.before = before
  row.row = afterChange(before, round)
  Object.assign(row, keyTextsOf(resource, before))
  row.unchanged = Object.keys(changesIn(before, row.row)).length === 0
  if (row.unchanged || round.from === null) return row
  if (splitFrom(resource, row, round.from)) row.row.validFrom = round.from
  return row
}
