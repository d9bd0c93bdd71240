import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, uniqueKeyOf } from '../../../resources/define/resource.ts'
import { headingKey } from '../../../resources/define/sheet/sheet.ts'
import { type ReferenceKey, referenceKeyOf } from '../save/reference-key.ts'

/** One column of an import or export file. A reference takes as many columns as the key of its row needs. */
export interface SheetColumn {
  /** The name of the field in the row. */
  name: string
  field: Field
  /** The field by which a cell is read and written: the column's own field, or a key part of the referenced row. */
  cellField: Field
  /** For a reference: its key, and the part of the key that this column holds. */
  reference: ReferenceKey | undefined
  part: string | undefined
  /** Of a workbook as shown: the part of the text of a referenced row that this column holds. */
  half?: 'code' | 'name'
  /** Of a file as shown: what stands in it instead of a value. */
  say?: (value: string) => string
  heading: string
  /** Whether a new row needs a value in this column. */
  required: boolean
}

/** What to do with a row of the file: save, end or deactivate it; an EXAMPLE row is skipped. */
export const SHEET_ACTIONS = ['UPSERT', 'END_DATE', 'DEACTIVATE', 'EXAMPLE'] as const
export type SheetAction = (typeof SHEET_ACTIONS)[number]
export const ACTION_COLUMN = 'action'

const ID: Field = { kind: 'number', optional: false, scale: 0, label: 'Id' }

/** Whether a file may set a field: neither the portal's own fields nor secrets, JSON or attached files. */
export const isImportable = ({ server, secret, kind }: Field) =>
  !server && !secret && kind !== 'json' && kind !== 'file'

/** Whether the cells of a field are days, with or without a time. */
export const holdsDays = ({ kind }: Field) => kind === 'date' || kind === 'instant'

const columnsByResource = new WeakMap<Resource, SheetColumn[]>()

/** Returns every column that a file may have for a resource, in the order of its fields. */
export function sheetColumns(resource: Resource): SheetColumn[] {
  const cached = columnsByResource.get(resource)
  if (cached) return cached
  const columns = Object.entries(resource.fields)
    .filter(([, field]) => !field.secret && field.kind !== 'json')
    .flatMap(([name, field]) => columnsFor(resource, name, field))
  const byHeading = headingsOf(columns)
  for (const column of columns) {
    if (byHeading.get(headingKey(column.heading)) !== column) column.heading = plainHeading(column)
  }
  columnsByResource.set(resource, columns)
  return columns
}

/** Returns the columns that a file must have, because they identify a row. */
export const keyColumns = (resource: Resource, columns: readonly SheetColumn[]) =>
  columns.filter(({ name, required }) => required && uniqueKeyOf(resource).includes(name))

function columnsFor(resource: Resource, name: string, field: Field): SheetColumn[] {
  const required =
    (!field.optional || field.completedLater === true) && field.default === undefined && field.defaultCode === undefined
  const plain: SheetColumn = {
    name,
    field,
    cellField: field,
    reference: undefined,
    part: undefined,
    heading: labelOf(name, field),
    required,
  }
  if (field.kind !== 'reference') return [plain]
  const reference = referenceKeyOf(resource, name)
  const { target, own, context } = reference
  const reads = own === 'id' ? ID : target.fields[own]!
  const main: SheetColumn = {
    ...plain,
    cellField: reads,
    reference,
    part: own,
    heading: joinLabels(plain.heading, labelOf(own, reads)),
  }
  const more = context
    .filter(({ sibling }) => sibling === null)
    .map(({ part, target, own }): SheetColumn => {
      const reads = target.fields[own]!
      return {
        ...plain,
        cellField: reads,
        reference,
        part,
        heading: `${plain.heading} ${labelOf(own, reads)}`,
        required: false,
      }
    })
  return [main, ...more]
}

/**
 * Joins the label of a reference with that of its key: «Customer» and «Customer code» give «Customer code», «Head» and
 * «Employee code» give «Head code».
 */
export function joinLabels(label: string, own: string): string {
  if (own.toLowerCase().includes(label.toLowerCase())) return own
  if (label.toLowerCase().endsWith(own.toLowerCase())) return label
  return /\bcode$/i.test(own) ? `${label} code` : `${label} ${own.charAt(0).toLowerCase()}${own.slice(1)}`
}

const withoutId = (name: string) => name.replace(/Id$/, '')

const plainHeading = ({ name, reference, part }: SheetColumn) =>
  reference && part !== reference.own ? `${withoutId(name)} ${part}` : name

/** Returns the headings that mean a column, in four levels from the most to the least specific. */
function acceptedBy(column: SheetColumn): string[][] {
  const { name, field, cellField: reads, reference, part, heading } = column
  const label = labelOf(name, field)
  if (!reference) return [[name], [...(field.aliases ?? [])], [label, heading], []]
  if (part !== reference.own) {
    const own = reference.context.find(context => context.part === part)!.own
    return [[plainHeading(column)], [], [heading], [withoutId(name) + own, own, labelOf(own, reads)]]
  }
  const parts = [
    withoutId(name),
    `${withoutId(name)}code`,
    `${label}code`,
    withoutId(name) + part,
    label + part,
    heading,
  ]
  return [[name], [...(field.aliases ?? [])], [label], parts]
}

/** All headings that mean a column. */
export const acceptedHeadings = (column: SheetColumn): string[] => [...new Set(acceptedBy(column).flat())]

/** Maps headings to columns. A heading that fits two columns at the same level maps to null. */
export function headingsOf(columns: readonly SheetColumn[]): Map<string, SheetColumn | null> {
  const headings = new Map<string, SheetColumn | null>()
  for (let level = 0; level < 4; level++) {
    const claimed = new Map<string, SheetColumn | null>()
    for (const column of columns) {
      for (const key of new Set(acceptedBy(column)[level]!.map(headingKey))) {
        const rival = claimed.get(key)
        claimed.set(key, rival === undefined || rival === column ? column : null)
      }
    }
    for (const [key, column] of claimed) if (!headings.has(key)) headings.set(key, column)
  }
  return headings
}
