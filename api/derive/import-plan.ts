import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { headingKey } from '../../resources/define/sheet.ts'
import { ACTION, headingsOf, isImportable, keyColumns, type SheetColumn, sheetColumns } from './sheet-columns.ts'
import { SheetError } from './sheet-error.ts'
import { headingsTwice } from './sheet-read.ts'

/** Whose word the file is: people leave SAP's columns of known rows alone, SAP's own file sets them (§K.2). */
export type Origin = 'PORTAL' | 'SAP'

/** A column of the file that is taken over, with its place and the heading as the file writes it. */
export interface FileColumn extends SheetColumn {
  index: number
  written: string
}

/** How the columns of one file belong to a resource. */
export interface ImportPlan {
  resource: Resource
  origin: Origin
  headings: string[]
  columns: FileColumn[]
  /** The place of the action column, if there is one. */
  action: number | undefined
  unknownColumns: string[]
  /** Headings that a new row needs and the file has not. */
  missingColumns: string[]
  warnings: string[]
}

/** Columns that an export shows and only the portal writes. */
const KEPT = new Set([
  'id',
  'active',
  'isactive',
  'rowversion',
  'createdat',
  'createdby',
  'createdbyid',
  'updatedat',
  'updatedby',
  'updatedbyid',
])

/**
 * Finds out which field each column of a file is for. `readable` are the fields the person may see; others count as
 * unknown. Throws SheetError when a heading stands twice or a column of the key is missing.
 */
export function planImport(
  resource: Resource,
  headings: string[],
  readable: ReadonlySet<string>,
  origin: Origin,
): ImportPlan {
  const twice = headingsTwice(headings)
  if (twice.length > 0)
    throw new SheetError(`The heading ${twice.join(', ')} stands twice in the file: remove one of the columns.`)
  const known = sheetColumns(resource).filter(({ name }) => readable.has(name))
  const byHeading = headingsOf(known)
  const plan: ImportPlan = {
    resource,
    origin,
    headings,
    columns: [],
    action: undefined,
    unknownColumns: [],
    missingColumns: [],
    warnings: [],
  }
  const ignored: string[] = []
  headings.forEach((written, index) => {
    const key = headingKey(written)
    const column = byHeading.get(key)
    if (column && isImportable(column.field)) plan.columns.push({ ...column, index, written })
    else if (column || KEPT.has(key)) ignored.push(written)
    else if (key === ACTION) plan.action = index
    else if (key !== '') plan.unknownColumns.push(written)
  })
  if (ignored.length > 0)
    plan.warnings.push(`These columns are kept by the portal and were left out: ${ignored.join(', ')}.`)
  if (plan.unknownColumns.length > 0) {
    plan.warnings.push(`These columns are not known and were left out: ${plan.unknownColumns.join(', ')}.`)
  }
  refuseDoubles(plan)
  findMissing(plan, known)
  return plan
}

function refuseDoubles({ columns }: ImportPlan) {
  for (const column of columns) {
    const other = columns.find(
      ({ name, part, index }) => name === column.name && part === column.part && index < column.index,
    )
    if (other)
      throw new SheetError(`The columns ${other.written} and ${column.written} mean the same: remove one of them.`)
  }
}

function findMissing(plan: ImportPlan, known: SheetColumn[]) {
  const importable = known.filter(({ field }) => isImportable(field))
  const absent = ({ name }: SheetColumn) => !plan.columns.some(column => column.name === name)
  const keys = keyColumns(plan.resource, importable).filter(absent)
  if (keys.length > 0) {
    const missing = keys.map(({ heading }) => heading).join(', ')
    throw new SheetError(
      `The file lacks ${missing}, by which rows of ${plan.resource.title} are told apart: take the headings from the template.`,
    )
  }
  plan.missingColumns = importable.filter(column => column.required && absent(column)).map(({ heading }) => heading)
  if (plan.missingColumns.length > 0) {
    plan.warnings.push(`Without ${plan.missingColumns.join(', ')} the file can change rows, but not add new ones.`)
  }
}

/** The heading under which a field stands in the file, or its label. */
export const headingOf = ({ columns, resource }: ImportPlan, name: string): string =>
  columns.find(column => column.name === name)?.written ??
  (resource.fields[name] ? labelOf(name, resource.fields[name]) : name)
