import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, uniqueKeyOf } from '../../../resources/define/resource.ts'
import { headingKey } from '../../../resources/define/sheet.ts'
import { type ReferenceKey, referenceKeyOf } from '../save/reference-key.ts'

/** One column of a file that brings or shows the rows of a resource; a reference takes as many as its row's key needs. */
export interface SheetColumn {
  /** The field of the row. */
  name: string
  field: Field
  /** How a cell is read: as the field itself, or as the key part of the row that a reference names. */
  reads: Field
  /** Of a reference: its key, and the part of it in this column. */
  reference: ReferenceKey | undefined
  part: string | undefined
  heading: string
  /** A new row cannot do without it. */
  required: boolean
}

/** What a row of the file asks for: to be kept, ended or deactivated; an example row of the template is passed over. */
export const ACTIONS = ['UPSERT', 'END_DATE', 'DEACTIVATE', 'EXAMPLE'] as const
export type RowAction = (typeof ACTIONS)[number]
export const ACTION = 'action'

const ID: Field = { kind: 'number', optional: false, scale: 0, label: 'Id' }

/** Fields that a file may bring: people's own, not what the product itself writes. */
export const isImportable = ({ server, secret, kind }: Field) =>
  !server && !secret && kind !== 'json' && kind !== 'file'

const made = new WeakMap<Resource, SheetColumn[]>()

/** Every column a file may have for a resource, in the order of its fields. */
export function sheetColumns(resource: Resource): SheetColumn[] {
  const known = made.get(resource)
  if (known) return known
  const columns = Object.entries(resource.fields)
    .filter(([, field]) => !field.secret && field.kind !== 'json')
    .flatMap(([name, field]) => columnsFor(resource, name, field))
  const byHeading = headingsOf(columns)
  for (const column of columns) {
    if (byHeading.get(headingKey(column.heading)) !== column) column.heading = plainHeading(column)
  }
  made.set(resource, columns)
  return columns
}

/** The columns by which a row is found; a file without one of them cannot be read. */
export const keyColumns = (resource: Resource, columns: readonly SheetColumn[]) =>
  columns.filter(({ name, required }) => required && uniqueKeyOf(resource).includes(name))

function columnsFor(resource: Resource, name: string, field: Field): SheetColumn[] {
  const required = !field.optional && field.default === undefined
  const plain = {
    name,
    field,
    reads: field,
    reference: undefined,
    part: undefined,
    heading: labelOf(name, field),
    required,
  }
  if (field.kind !== 'reference') return [plain]
  const reference = referenceKeyOf(resource, name)
  const { target, own, context } = reference
  const reads = own === 'id' ? ID : target.fields[own]!
  const main = { ...plain, reads, reference, part: own, heading: joined(plain.heading, labelOf(own, reads)) }
  const more = context
    .filter(({ sibling }) => sibling === null)
    .map(({ part, target, own }) => {
      const reads = target.fields[own]!
      return { ...plain, reads, reference, part, heading: `${plain.heading} ${labelOf(own, reads)}`, required: false }
    })
  return [main, ...more]
}

/** «Customer» and «Customer code» give «Customer code», «Head» and «Employee code» give «Head code». */
function joined(label: string, own: string): string {
  if (own.toLowerCase().includes(label.toLowerCase())) return own
  if (label.toLowerCase().endsWith(own.toLowerCase())) return label
  return /\bcode$/i.test(own) ? `${label} code` : `${label} ${own.charAt(0).toLowerCase()}${own.slice(1)}`
}

const bare = (name: string) => name.replace(/Id$/, '')

const plainHeading = ({ name, reference, part }: SheetColumn) =>
  reference && part !== reference.own ? `${bare(name)} ${part}` : name

/** Under which headings a column is known, the surest first. */
function acceptedBy(column: SheetColumn): string[][] {
  const { name, field, reads, reference, part, heading } = column
  const label = labelOf(name, field)
  if (!reference) return [[name], [...(field.aliases ?? [])], [label, heading], []]
  if (part !== reference.own) {
    const own = reference.context.find(context => context.part === part)!.own
    return [[plainHeading(column)], [], [heading], [bare(name) + own, own, labelOf(own, reads)]]
  }
  const parts = [bare(name), `${bare(name)}code`, `${label}code`, bare(name) + part, label + part, heading]
  return [[name], [...(field.aliases ?? [])], [label], parts]
}

/** Which column a heading means; where two claim the same heading alike, it means neither. */
export function headingsOf(columns: readonly SheetColumn[]): Map<string, SheetColumn | null> {
  const found = new Map<string, SheetColumn | null>()
  for (let level = 0; level < 4; level++) {
    const claimed = new Map<string, SheetColumn | null>()
    for (const column of columns) {
      for (const key of new Set(acceptedBy(column)[level]!.map(headingKey))) {
        const rival = claimed.get(key)
        claimed.set(key, rival === undefined || rival === column ? column : null)
      }
    }
    for (const [key, column] of claimed) if (!found.has(key)) found.set(key, column)
  }
  return found
}
