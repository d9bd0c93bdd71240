import type { Knex } from 'knex'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { oddSignIn } from '../../../resources/define/sheet/odd-signs.ts'
import { isEmptyCell, readCell } from '../../../resources/define/sheet/sheet.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import { tidyText } from '../../../resources/define/sheet/signs.ts'
import { CodeLookup, codeKey } from '../save/code-lookup.ts'
import type { ReferenceKey } from '../save/reference-key.ts'
import { cellIn, type FileColumn, type ImportPlan } from './import-plan.ts'
import type { ImportRow } from './import-row.ts'
import { type ReadAs, zeroForms } from './lost-zeros.ts'

/** Replaces the codes in a file with references. Codes that were found once are not looked up again. */
export class ReferenceReader {
  private readonly lookup: CodeLookup
  private readonly references: { key: ReferenceKey; own: FileColumn; more: FileColumn[] }[]
  private readonly plan: ImportPlan
  private readonly ownCodes: ReadonlySet<string>
  private readonly readAs: ReadAs

  /** `ownCodes` are the codes of the file's own rows, which may refer to each other. */
  constructor(plan: ImportPlan, ownCodes: ReadonlySet<string>, readAs: ReadAs) {
    this.plan = plan
    this.ownCodes = ownCodes
    this.readAs = readAs
    this.lookup = new CodeLookup()
    const columns = plan.columns.filter(({ reference }) => reference)
    this.references = columns
      .filter(({ reference, part }) => part === reference!.own)
      .map(own => ({
        key: own.reference!,
        own,
        more: columns.filter(({ name, part }) => name === own.name && part !== own.part),
      }))
      // A city is looked up within the state of its row, so the state must be known first.
      .sort((one, other) => Number(depends(one.key)) - Number(depends(other.key)))
  }

  /** Sets the reference fields of these rows, with one query for each referenced resource. */
  async read(db: Knex, rows: ImportRow[]): Promise<void> {
    for (const { key, own, more } of this.references) {
      const codes = rows.map(row => this.codeIn(own, row))
      await this.lookup.read(db, key.target, key.own, key, codes)
      const { kind, max } = own.cellField
      if (kind === 'text') await this.lookup.readForms(db, key.target, key, codes, code => zeroForms(code, max))
      const names = rows.map((row, index) => {
        const cell = row.cells[own.index]
        const isUnread = codes[index] !== undefined && this.lookup.rows(key.target, key, codes[index]).length === 0
        return isUnread && typeof cell === 'string' ? tidyText(cell) : undefined
      })
      const unread = names.filter(name => name !== undefined)
      if (unread.length > 0) await this.lookup.readNames(db, key.target, key, unread)
      const contexts = await this.contexts(db, key, more, rows)
      rows.forEach((row, index) => {
        const code = codes[index]
        // As a code a name loses the signs that it may be stored with.
        if (code !== undefined) this.resolve(key, own, row, [code, names[index] ?? code], contexts[index])
      })
    }
  }

  /** Returns the code in a row's cell; undefined where there is nothing to look up. */
  private codeIn(column: FileColumn, row: ImportRow): unknown {
    const { name, cellField: reads, fileHeading: written, field, reference, part, writing } = column
    const isOwn = part === reference?.own
    const own = cellIn(row, column)
    const cell = isEmptyCell(own) && isOwn ? (field.defaultCode ?? null) : own
    if (isEmptyCell(cell)) {
      row.values[name] = null
      return undefined
    }
    const shown = isOwn && reference ? ownPartOf(reference, cell!) : null
    const reading = readCell(reads, shown ?? cell!, writing)
    if ('value' in reading) return reading.value
    const [code, message] = reading.fault
    const known = code === 'FORMULA_NOT_ALLOWED' || code === 'FORMAT'
    row.refuse(name, known ? code : 'UNKNOWN_REF', `${written} ${message}`, written)
    if (field.optional) row.values[name] = null
    return undefined
  }

  /** For every row the ids that its other columns require, by part: `{ stateId: 27 }`; null where a code is unknown. */
  private async contexts(db: Knex, key: ReferenceKey, more: FileColumn[], rows: ImportRow[]) {
    const contexts = rows.map((): Record<string, number | null> => ({}))
    for (const { part, sibling, target, own } of key.context) {
      const column = more.find(other => other.part === part)
      if (sibling) {
        rows.forEach((row, index) => {
          if (isUnknown(row, sibling)) row.unsettle(key.name)
          else if (sibling in row.values) contexts[index]![part] = (row.values[sibling] as number | null) ?? null
        })
      } else if (column) {
        const codes = rows.map(row => this.codeIn({ ...column, name: `${column.name}.${part}` }, row))
        await this.lookup.read(db, target, own, undefined, codes)
        rows.forEach((row, index) => {
          delete row.values[`${column.name}.${part}`]
          if (codes[index] === undefined) return
          const matches = this.lookup.rows(target, undefined, codes[index])
          contexts[index]![part] = matches[0]?.id ?? null
          if (matches.length === 0)
            row.refuse(
              key.name,
              'UNKNOWN_REF',
              unknownCode(column.fileHeading, target, own, codes[index], row.cells[column.index]),
              column.fileHeading,
            )
        })
      }
    }
    return contexts
  }

  private resolve(
    key: ReferenceKey,
    fileColumn: FileColumn,
    row: ImportRow,
    [code, named]: readonly [code: unknown, name: unknown],
    context: Record<string, number | null> = {},
  ) {
    const { name, target } = key
    // The state is wrong and has a fault already: the city cannot be found without it.
    const isReported = isUnknown(row, name)
    const matches = this.lookup
      .rows(target, key, code, named)
      .filter(({ parts }) => Object.entries(context).every(([part, id]) => id === null || parts[part] === id))
    const active = matches.filter(match => match.active)
    const chosen = active.length > 0 ? active : matches
    row.values[name] = chosen[0]?.id ?? null
    if (chosen.length === 1 && chosen[0]!.savedAs !== undefined)
      this.readAs.note(fileColumn.fileHeading, code, chosen[0]!.savedAs)
    if (isReported) row.values[name] = null
    else if (chosen.length > 1) {
      const needed = key.context.map(({ target }) => target.title).join(', ')
      row.refuse(
        name,
        'UNKNOWN_REF',
        `${fileColumn.fileHeading} fits ${chosen.length} rows of ${target.title}: ${needed ? `also give ${needed}` : 'give its code instead'}`,
        fileColumn.fileHeading,
      )
    } else if (chosen.length === 0 && target === this.plan.resource && this.ownCodes.has(codeKey(code))) {
      row.link(name, codeKey(code))
    } else if (chosen.length === 0) {
      row.refuse(
        name,
        'UNKNOWN_REF',
        unknownCode(fileColumn.fileHeading, target, key.own, code, row.cells[fileColumn.index]),
        fileColumn.fileHeading,
      )
    }
  }
}

/** That no row of a resource has a code, such as «no employee has the employee code E999», and which odd sign its cell has. */
function unknownCode(
  heading: string,
  { one, fields }: Resource,
  own: string,
  code: unknown,
  cell: SheetCell | undefined,
): string {
  const label = fields[own] ? labelOf(own, fields[own]) : 'ID'
  const name = /^[A-Z][a-z]/.test(label) ? `${label[0]!.toLowerCase()}${label.slice(1)}` : label
  const odd = typeof cell === 'string' ? oddSignIn(cell) : undefined
  return `${heading}: no ${one} has the ${name} “${code}”${odd ? `, and ${odd}` : ''}`
}

/** Whether a row has a value for a field, but one that is wrong or not saved yet. */
const isUnknown = (row: ImportRow, name: string) =>
  row.unsettled.includes(name) || row.faults.some(({ field }) => field === name)

const depends = ({ context }: ReferenceKey) => context.some(({ sibling }) => sibling !== null)

/** The code in a text as a file «as shown» has it, such as «1201 · Bhiwandi CnF»; null for any other text. */
function ownPartOf({ target, own }: ReferenceKey, cell: SheetCell): string | null {
  if (typeof cell !== 'string' || !cell.includes(' · ')) return null
  return cell.split(' · ')[target.display.indexOf(own)]?.trim() || null
}
