import type { Knex } from 'knex'
import { tableOf, uniqueKeyOf } from '../../../resources/define/resource.ts'
import { validate, withDefaults } from '../../../resources/define/validate.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { Author } from '../save/author.ts'
import { unsettledOf } from '../save/candidate.ts'
import { keyTextsOf } from '../save/key-texts.ts'
import { leaving } from '../save/leave.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { lineFieldsOf } from '../uploads/upload-at.ts'
import { ImportMerge } from './import-merge.ts'
import { headingOfField, type ImportPlan } from './import-plan.ts'
import type { ImportRow } from './import-row.ts'
import { ReadAs, zeroForms } from './lost-zeros.ts'
import { isMarkedInactive, ownCodes, readAction, readValues } from './read-values.ts'
import { ReferenceReader } from './reference-reader.ts'

const BATCH = 1000

/**
 * Reads every row of a staged sheet into a candidate: values from cells, references from codes, and the saved row with
 * the same key. It only reads the database; the rules of the resource are checked later, as rows are saved.
 */
export async function prepareRows(
  db: Knex,
  plan: ImportPlan,
  by: Pick<Author, 'id'>,
  staged: StagedRows,
  onBatch: () => void,
): Promise<void> {
  staged.reset()
  const readAs = new ReadAs()
  const references = new ReferenceReader(plan, ownCodes(plan, staged), readAs)
  const keys = new ImportKeys(plan, staged, readAs)
  const merge = new ImportMerge(plan, await leaving(db, plan.resource, by), readAs)
  for (const batch of staged.sheetRows(BATCH)) {
    const rowsToSave = batch.filter(
      row => readAction(plan, row) !== 'EXAMPLE' && !(plan.upload && merge.passesOver(row)),
    )
    for (const row of rowsToSave) readValues(plan, row)
    await references.read(db, rowsToSave)
    for (const row of rowsToSave) if (!isMarkedInactive(plan, row)) keys.read(row)
    if (plan.upload) for (const row of rowsToSave) validateUploadRow(plan, row)
    else {
      await keys.find(db, rowsToSave)
      for (const row of rowsToSave) merge.merge(row)
    }
    staged.add(rowsToSave)
    onBatch()
  }
  plan.warnings.push(...merge.warnings(), ...readAs.warnings())
}

/** Validates a row of an upload against its declaration; the upload's own function checks the rest. */
function validateUploadRow({ resource, upload, given }: ImportPlan, row: ImportRow) {
  if (row.action !== 'UPSERT') row.refuse('', 'ENUM', 'Action has no meaning in this file: leave it empty', 'action')
  const lineFields = lineFieldsOf(upload!)
  if (lineFields.every(name => (row.values[name] ?? null) === null)) row.unsettle(...lineFields)
  row.row = withDefaults(resource, row.values)
  const groups = upload!.groupBy?.(given)
  row.periodKey = groups?.fields.map(name => String(row.row[name] ?? '').toLowerCase()).join('|')
  row.faults.push(...validate(resource, row.row, unsettledOf(row)))
}

/** Finds the natural keys of a file's rows, and the saved rows with the same keys. */
class ImportKeys {
  private readonly plan: ImportPlan
  private readonly staged: StagedRows
  private readonly names: readonly string[]
  private readonly unique: readonly string[]
  private readonly readAs: ReadAs
  constructor(plan: ImportPlan, staged: StagedRows, readAs: ReadAs) {
    this.plan = plan
    this.staged = staged
    this.readAs = readAs
    this.names = uniqueKeyOf(plan.resource)
    this.unique = Object.keys(plan.resource.fields).filter(name => plan.resource.fields[name]!.unique)
  }

  /** Sets the natural key of a row, and refuses a second row with the same key. */
  read(row: ImportRow) {
    const { resource } = this.plan
    const { fields } = resource
    const full: Record<string, unknown> = { isActive: true }
    for (const name of this.names) {
      const value = row.values[name] ?? fields[name]!.default ?? null
      const wrong = row.faults.length > 0 && row.faults.some(({ field }) => field === name)
      if (wrong || (value === null && !fields[name]!.optional) || row.links.has(name)) return
      full[name] = value
    }
    for (const name of this.names) if (name in row.values) row.values[name] = full[name]
    const { naturalKey, periodKey } = keyTextsOf(resource, full)
    row.naturalKey = naturalKey
    row.periodKey = periodKey
    this.refuseRepeated(row, naturalKey!, this.names)
    for (const name of this.unique) {
      const value = row.values[name] ?? null
      if (value !== null) this.refuseRepeated(row, `${name}=${String(value).toLowerCase()}`, [name])
    }
  }

  private refuseRepeated(row: ImportRow, key: string, names: readonly string[]) {
    if (this.plan.upload?.mayRepeat) return
    const first = this.staged.earlierRow(key, row)
    if (first !== undefined && !row.faults.some(({ code }) => code === 'DUPLICATE_IN_FILE')) {
      const labels = names.map(name => headingOfField(this.plan, name)).join(', ')
      row.refuse(names[0]!, 'DUPLICATE_IN_FILE', `Row ${first} has the same ${labels}: keep only one of them`)
    }
  }

  /** Sets `before` of every row to the active saved row with the same key. */
  async find(db: Knex, rows: ImportRow[]) {
    const keys = [...new Set(rows.flatMap(({ naturalKey }) => (naturalKey === undefined ? [] : [naturalKey])))]
    if (keys.length === 0) return
    const savedByKey = await this.saved(db, keys)
    for (const row of rows) if (row.naturalKey !== undefined) row.before = savedByKey.get(row.naturalKey)
    await this.findShortened(db, rows)
  }

  private async saved(db: Knex, keys: readonly string[]): Promise<Map<string, StoredRow>> {
    const { resource } = this.plan
    const saved = new Map<string, StoredRow>()
    for (let start = 0; start < keys.length; start += BATCH) {
      const rows: Record<string, unknown>[] = await db(tableOf(resource)).whereIn(
        'naturalKey',
        keys.slice(start, start + BATCH),
      )
      for (const row of rows) saved.set(row.naturalKey as string, decodeRow(resource, row))
    }
    return saved
  }

  /** Gives rows that no saved one has the key of the only saved one that differs in leading zeros of a code. */
  private async findShortened(db: Knex, rows: readonly ImportRow[]) {
    const forms = rows.flatMap(row => (row.naturalKey === undefined || row.before ? [] : this.keyForms(row)))
    if (forms.length === 0) return
    const saved = await this.saved(db, [...new Set(forms.map(({ naturalKey }) => naturalKey))])
    for (const [row, own] of Map.groupBy(forms, ({ row }) => row)) {
      const fitting = own.filter(({ naturalKey }) => saved.has(naturalKey))
      const [only] = fitting
      if (!only || fitting.length > 1) continue
      this.readAs.note(headingOfField(this.plan, only.name), row.values[only.name], only.form)
      row.values[only.name] = only.form
      Object.assign(row, { naturalKey: only.naturalKey, periodKey: only.periodKey })
      row.before = saved.get(only.naturalKey)
      this.refuseRepeated(row, only.naturalKey, this.names)
    }
  }

  /** The keys that a row would have if one of its codes had other leading zeros. */
  private keyForms(row: ImportRow) {
    const { resource } = this.plan
    const texts = this.names.filter(name => resource.fields[name]!.kind === 'text')
    return texts.flatMap(name =>
      zeroForms(row.values[name], resource.fields[name]!.max).map(form => {
        const full = { isActive: true, ...this.keyValues(row), [name]: form }
        const { naturalKey, periodKey } = keyTextsOf(resource, full)
        return { row, name, form, naturalKey: naturalKey!, periodKey }
      }),
    )
  }

  private keyValues(row: ImportRow) {
    const { fields } = this.plan.resource
    return Object.fromEntries(this.names.map(name => [name, row.values[name] ?? fields[name]!.default ?? null]))
  }
}
