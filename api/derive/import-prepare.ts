import type { Knex } from 'knex'
import { labelOf } from '../../resources/define/label.ts'
import { tableOf, uniqueKeyOf } from '../../resources/define/resource.ts'
import { cellText, isEmptyCell, readCell } from '../../resources/define/sheet.ts'
import { problemWith, withDefaults } from '../../resources/define/validate.ts'
import { today } from '../platform/clock.ts'
import { keysOf } from './check.ts'
import { headingOf, type ImportPlan } from './import-plan.ts'
import { ReferenceReader } from './import-reference.ts'
import { ImportRow } from './import-rows.ts'
import { ACTIONS, type RowAction } from './sheet-columns.ts'
import type { SheetRow } from './sheet-read.ts'
import { readRow, type StoredRow } from './stored.ts'
import { changesIn } from './write.ts'

const BATCH = 1000

/**
 * Reads every row of a sheet into what it would be: values from cells, references from codes, and the row that stands now
 * under its key. Only reads the database; the rules of the resource come later, in the transaction that writes.
 */
export async function prepareRows(
  db: Knex,
  plan: ImportPlan,
  rows: SheetRow[],
  onBatch: (done: number) => void,
): Promise<ImportRow[]> {
  const references = new ReferenceReader(plan, ownCodes(plan, rows))
  const merge = new Merge(plan)
  const prepared: ImportRow[] = []
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH).map(({ rowNo, cells }) => new ImportRow(rowNo, cells))
    const meant = batch.filter(row => readAction(plan, row) !== 'EXAMPLE')
    for (const row of meant) readValues(plan, row)
    await references.read(db, meant)
    for (const row of meant) merge.key(row)
    await merge.known(db, meant)
    for (const row of meant) merge.merge(row)
    prepared.push(...meant)
    onBatch(Math.min(start + BATCH, rows.length))
  }
  plan.warnings.push(...merge.warnings())
  return prepared
}

/** The codes of the file's own rows, where rows of this resource may name each other by one code. */
function ownCodes({ resource, columns }: ImportPlan, rows: SheetRow[]): Set<string> {
  const names = columns.some(({ reference }) => reference?.target === resource)
  const column = columns.find(
    ({ name, reference }) => resource.key.length === 1 && name === resource.key[0] && !reference,
  )
  if (!names || !column) return new Set()
  const readings = rows.map(({ cells }) => readCell(column.reads, cells[column.index] ?? null))
  return new Set(
    readings.flatMap(reading =>
      'value' in reading && reading.value !== null ? [String(reading.value).toLowerCase()] : [],
    ),
  )
}

function readAction({ action }: ImportPlan, row: ImportRow): RowAction {
  if (action === undefined || isEmptyCell(row.cells[action])) return 'UPSERT'
  const asked = cellText(row.cells[action])
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
  const known = ACTIONS.find(name => name === asked)
  if (!known) row.refuse('', 'ENUM', 'Action must be UPSERT, END_DATE or DEACTIVATE', 'action')
  row.action = known ?? 'UPSERT'
  return row.action
}

function readValues({ columns, headings }: ImportPlan, row: ImportRow) {
  const known = new Set(columns.map(({ index }) => index))
  row.cells.forEach((cell, index) => {
    if (known.has(index) || typeof cell !== 'object' || cell === null || !('formula' in cell)) return
    const heading = headings[index] || `Column ${index + 1}`
    row.refuse('', 'FORMULA_NOT_ALLOWED', `${heading} must be a value, not a formula: paste the values only`, heading)
  })
  for (const { name, field, index, written, reference } of columns) {
    if (reference) continue
    const reading = readCell(field, row.cells[index] ?? null)
    if ('value' in reading) row.values[name] = reading.value
    else row.refuse(name, reading.fault[0], `${written} ${reading.fault[1]}`, written)
  }
}

/** Brings what the file says together with what stands. */
class Merge {
  private readonly plan: ImportPlan
  private readonly firstRows = new Map<string, number>()
  private readonly keptInSap = new Map<string, number>()
  constructor(plan: ImportPlan) {
    this.plan = plan
  }

  /** The natural key of a row; a second row of the same key is refused. */
  key(row: ImportRow) {
    const { resource } = this.plan
    const names = uniqueKeyOf(resource)
    const wrong = new Set(row.faults.map(({ field }) => field))
    const full = withDefaults(resource, row.values)
    const known = names.every(
      name => !wrong.has(name) && (full[name] !== null || resource.fields[name]!.optional) && !row.links.has(name),
    )
    if (!known) return
    for (const name of names) if (name in row.values) row.values[name] = full[name]
    const { naturalKey, periodKey } = keysOf(resource, { ...full, isActive: true })
    row.naturalKey = naturalKey
    row.periodKey = periodKey
    this.onlyOnce(row, naturalKey!, names)
    for (const [name, value] of Object.entries(row.values)) {
      if (resource.fields[name]!.unique && value !== null)
        this.onlyOnce(row, `${name}=${String(value).toLowerCase()}`, [name])
    }
  }

  private onlyOnce(row: ImportRow, key: string, names: readonly string[]) {
    const first = this.firstRows.get(key)
    if (first === undefined) this.firstRows.set(key, row.rowNo)
    else if (!row.faults.some(({ code }) => code === 'DUPLICATE_IN_FILE')) {
      const says = names.map(name => headingOf(this.plan, name)).join(', ')
      row.refuse(names[0]!, 'DUPLICATE_IN_FILE', `Row ${first} has the same ${says}: keep only one of them`)
    }
  }

  /** Finds the active rows that stand under the keys. */
  async known(db: Knex, rows: ImportRow[]) {
    const keys = [...new Set(rows.flatMap(({ naturalKey }) => (naturalKey === undefined ? [] : [naturalKey])))]
    if (keys.length === 0) return
    const { resource } = this.plan
    const found: Record<string, unknown>[] = await db(tableOf(resource)).whereIn('naturalKey', keys)
    const standing = new Map(
      found.map((row): [string, StoredRow] => [row.naturalKey as string, readRow(resource, row)]),
    )
    for (const row of rows) if (row.naturalKey !== undefined) row.before = standing.get(row.naturalKey)
  }

  merge(row: ImportRow) {
    if (row.before) this.change(row, row.before)
    else this.create(row)
  }

  private create(row: ImportRow) {
    const { resource, missingColumns } = this.plan
    row.row = withDefaults(resource, row.values)
    const name = uniqueKeyOf(resource)[0] ?? ''
    if (row.naturalKey !== undefined && row.action !== 'UPSERT') {
      row.refuse(
        name,
        'UNKNOWN_REF',
        `${headingOf(this.plan, name)}: there is no active row of ${resource.title} with this key`,
      )
    } else if (row.naturalKey !== undefined && missingColumns.length > 0) {
      row.refuse(
        name,
        'UNKNOWN_REF',
        `${headingOf(this.plan, name)} is not a row of ${resource.title}, and a new one needs ${missingColumns.join(', ')}`,
      )
    }
    if (row.faults.length > 0) this.addRequired(row)
  }

  private change(row: ImportRow, before: StoredRow) {
    const { resource, origin } = this.plan
    if (row.action === 'DEACTIVATE') {
      row.row = { ...before, isActive: false }
    } else if (row.action === 'END_DATE') {
      if (!resource.dated) row.refuse('', 'ENUM', `Action END_DATE is only for rows with a period`, 'action')
      row.row = { ...before, validTo: row.values.validTo ?? today() }
    } else {
      const values = { ...row.values }
      if (origin === 'PORTAL') this.leaveToSap(row, values, before)
      this.fillDefaults(values, before)
      row.row = { ...before, ...values }
    }
    row.unchanged = row.links.size === 0 && Object.keys(changesIn(before, row.row)).length === 0
    if (row.faults.length > 0) this.addRequired(row)
  }

  /** Of a known row a person's file does not touch what SAP keeps; that it says something else is only mentioned. */
  private leaveToSap(row: ImportRow, values: Record<string, unknown>, before: StoredRow) {
    for (const { name, field } of this.plan.columns) {
      if (!field.sap || uniqueKeyOf(this.plan.resource).includes(name)) continue
      const differs = name in values && JSON.stringify(values[name] ?? null) !== JSON.stringify(before[name] ?? null)
      if (differs || !(name in values)) this.keptInSap.set(name, (this.keptInSap.get(name) ?? 0) + 1)
      delete values[name]
      row.links.delete(name)
      row.faults = row.faults.filter(({ field, code }) => field !== name || code === 'FORMULA_NOT_ALLOWED')
    }
  }

  /** An empty cell keeps a standard value that stands; it never quietly turns another value into the standard one. */
  private fillDefaults(values: Record<string, unknown>, before: StoredRow) {
    for (const [name, value] of Object.entries(values)) {
      const standard = this.plan.resource.fields[name]?.default
      if (value === null && standard !== undefined && before[name] === standard) values[name] = standard
    }
  }

  /** A row with a wrong cell is told about every other field too; what has been said is not said again. */
  private addRequired(row: ImportRow) {
    const said = new Set(row.faults.map(({ field }) => field))
    for (const [name, field] of Object.entries(this.plan.resource.fields)) {
      if (said.has(name) || row.links.has(name)) continue
      if (!this.plan.columns.some(column => column.name === name)) continue
      const problem = problemWith(field, row.row[name] ?? null)
      if (problem) row.refuse(name, problem[0], `${labelOf(name, field)} ${problem[1]}`)
    }
  }

  warnings(): string[] {
    if (this.keptInSap.size === 0) return []
    const names = [...this.keptInSap.keys()].map(name => headingOf(this.plan, name))
    const rows = Math.max(...this.keptInSap.values())
    return [`${names.join(', ')}: kept in SAP and left as they are where rows stand already (${rows} rows differ).`]
  }
}
