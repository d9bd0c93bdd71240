import { uniqueKeyOf } from '../../../resources/define/resource.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { today } from '../../platform/clock.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Leaving } from '../save/leave.ts'
import { changesIn } from '../save/write.ts'
import { headingOfField, type ImportPlan, keyOfRow } from './import-plan.ts'
import type { ImportRow } from './import-row.ts'
import { isCapitalsOf, isShortenedOf, type ReadAs } from './lost-zeros.ts'
import { isMarkedInactive } from './read-values.ts'

/** Merges the values of the file with the saved rows. */
export class ImportMerge {
  private readonly plan: ImportPlan
  private readonly keptSapFields = new Map<string, number>()
  private readonly keptMaskedFields = new Set<string>()
  private inactive = 0
  private readonly withoutColumn: readonly string[]
  private readonly leaves: Leaving
  private readonly readAs: ReadAs
  constructor(plan: ImportPlan, leaves: Leaving, readAs: ReadAs) {
    this.plan = plan
    this.leaves = leaves
    this.readAs = readAs
    const inFile = new Set(plan.columns.map(({ name }) => name))
    this.withoutColumn = Object.keys(plan.resource.fields).filter(name => !inFile.has(name))
  }

  merge(row: ImportRow) {
    if (isMarkedInactive(this.plan, row)) this.leaveInactive(row)
    else if (row.before) this.change(row, row.before)
    else this.create(row)
  }

  /** Whether a row of an upload is shown as inactive, and therefore none that it says. */
  passesOver(row: ImportRow): boolean {
    const isInactive = isMarkedInactive(this.plan, row)
    if (isInactive) this.inactive++
    return isInactive
  }

  /** Leaves an inactive row of an export unchanged. */
  private leaveInactive(row: ImportRow) {
    row.row = withDefaults(this.plan.resource, row.values)
    row.unchanged = true
    row.faults = []
    this.inactive++
  }

  private create(row: ImportRow) {
    const { resource, missingColumns, mode } = this.plan
    row.row = withDefaults(resource, row.values)
    const name = uniqueKeyOf(resource)[0] ?? ''
    if (row.naturalKey !== undefined && (row.action !== 'UPSERT' || mode === 'UPDATE')) {
      row.refuse(
        name,
        'UNKNOWN_REF',
        `${headingOfField(this.plan, name)}: no active ${resource.one} is “${keyOfRow(this.plan, row)}”`,
      )
    } else if (row.naturalKey !== undefined && missingColumns.length > 0) {
      row.refuse(
        name,
        'UNKNOWN_REF',
        `${headingOfField(this.plan, name)}: no ${resource.one} is “${keyOfRow(this.plan, row)}”, and a new one needs ${missingColumns.join(', ')}`,
      )
    }
    // What the file has no column for is told once, not for every row.
    if (missingColumns.length > 0) row.unsettle(...this.withoutColumn)
  }

  private change(row: ImportRow, before: StoredRow) {
    const { resource, origin, mode } = this.plan
    if (mode === 'INSERT') {
      const name = uniqueKeyOf(resource)[0]!
      const message = `${headingOfField(this.plan, name)}: “${keyOfRow(this.plan, row)}” exists already, and this import only adds new rows`
      row.refuse(name, 'DUPLICATE_KEY', message)
    }
    if (row.action === 'DEACTIVATE') {
      row.row = { ...before, ...this.leaves(before) }
    } else if (row.action === 'END_DATE') {
      if (!resource.dated) row.refuse('', 'ENUM', `Action END_DATE is only for rows with a period`, 'action')
      row.row = { ...before, validTo: row.values.validTo ?? today() }
    } else {
      const values = { ...row.values }
      if (origin === 'PORTAL') this.leaveToSap(row, values, before)
      this.leaveMasked(row, values)
      this.fillDefaults(values, before)
      this.keepZeros(values, before)
      row.row = { ...before, ...values }
    }
    row.unchanged = row.links.size === 0 && Object.keys(changesIn(before, row.row)).length === 0
  }

  /** Keeps values that SAP maintains when a person's file changes a saved row; differences only give a warning. */
  private leaveToSap(row: ImportRow, values: Record<string, unknown>, before: StoredRow) {
    for (const { name, field } of this.plan.columns) {
      if (!field.sap || uniqueKeyOf(this.plan.resource).includes(name) || this.plan.masked.includes(name)) continue
      const differs = name in values && JSON.stringify(values[name] ?? null) !== JSON.stringify(before[name] ?? null)
      if (differs || !(name in values)) this.keptSapFields.set(name, (this.keptSapFields.get(name) ?? 0) + 1)
      delete values[name]
      row.unlink(name)
      row.faults = row.faults.filter(({ field, code }) => field !== name || code === 'FORMULA_NOT_ALLOWED')
    }
  }

  /** Keeps the saved values of fields that the sender sees masked. */
  private leaveMasked(row: ImportRow, values: Record<string, unknown>) {
    for (const name of this.plan.masked) {
      if (!this.plan.columns.some(column => column.name === name)) continue
      delete values[name]
      row.faults = row.faults.filter(({ field, code }) => field !== name || code === 'FORMULA_NOT_ALLOWED')
      this.keptMaskedFields.add(name)
    }
  }

  /** An empty cell leaves a saved default value as it is, but never replaces another value with the default. */
  private fillDefaults(values: Record<string, unknown>, before: StoredRow) {
    for (const [name, value] of Object.entries(values)) {
      const defaultValue = this.plan.resource.fields[name]?.default
      if (value === null && defaultValue !== undefined && before[name] === defaultValue) values[name] = defaultValue
    }
  }

  /** Keeps a saved text of digits of which a spreadsheet took the leading zeros, and one that it writes in capitals. */
  private keepZeros(values: Record<string, unknown>, before: StoredRow) {
    for (const [name, value] of Object.entries(values)) {
      if (isCapitalsOf(value, before[name])) values[name] = before[name]
      if (!isShortenedOf(value, before[name])) continue
      this.readAs.note(headingOfField(this.plan, name), value, before[name])
      values[name] = before[name]
    }
  }

  /** Returns the warnings about the file as a whole, once all its rows are read. */
  warnings(): string[] {
    const warnings: string[] = []
    if (this.keptSapFields.size > 0) {
      const names = [...this.keptSapFields.keys()].map(name => headingOfField(this.plan, name))
      const rows = Math.max(...this.keptSapFields.values())
      warnings.push(`${names.join(', ')}: kept in SAP, so existing rows were not changed here (${rows} rows differ).`)
    }
    if (this.keptMaskedFields.size > 0) {
      const names = [...this.keptMaskedFields].map(name => headingOfField(this.plan, name)).join(', ')
      warnings.push(`${names}: shown to you only in part, so existing rows keep their values.`)
    }
    if (this.inactive > 0) {
      const rows = this.inactive === 1 ? 'One row is' : `${this.inactive} rows are`
      warnings.push(
        `${rows} shown as inactive and skipped: to deactivate a row, write DEACTIVATE in the column Action.`,
      )
    }
    return warnings
  }
}
