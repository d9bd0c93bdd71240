import type { Resource } from '../../../resources/define/resource.ts'
import type { FileShape } from '../../../resources/define/sheet/file-shape.ts'
import { alikeColumns } from '../../../resources/define/sheet/heading-words.ts'
import { headingKey } from '../../../resources/define/sheet/sheet.ts'
import type { ColumnMapping, HeadingPlace } from '../../../resources/platform/imports/imports.ts'
import {
  ACTION_COLUMN,
  acceptedHeadings,
  headingsOf,
  isImportable,
  type SheetColumn,
  sheetColumns,
} from '../export/sheet-columns.ts'
import { type Heading, headingAt, proposeHeading } from '../sheets/sheet-heading.ts'
import type { SheetRow } from '../sheets/sheet-read.ts'
import { uploadAt } from '../uploads/upload-at.ts'

/** Headings of an export or an error file that only the portal writes. */
const PORTAL_HEADINGS = new Set([
  'id',
  'rowversion',
  'createdat',
  'createdby',
  'createdbyid',
  'updatedat',
  'updatedby',
  'updatedbyid',
  'rowno',
  'errorcode',
  'columnname',
  'message',
])
const IS_ACTIVE = new Set(['active', 'isactive'])
/** The name of the column with the active state, as an export writes it. */
export const ACTIVE_COLUMN = 'isActive'

/** Returns the columns a person's file may have: those of the fields they may read. */
export const fileColumns = (resource: Resource, readable: ReadonlySet<string>): SheetColumn[] =>
  sheetColumns(resource).filter(({ name }) => readable.has(name))

/** Returns the name of a column in a mapping: `cityId`, or `cityId.stateId` for a part of its key. */
export const columnKey = ({ name, reference, part }: SheetColumn): string =>
  reference && part !== reference.own ? `${name}.${part}` : name

/**
 * Whether a file of this resource may have a column that its import leaves as it is, so that ignoring it loses nothing:
 * what the portal itself writes, and what the export of a list has beyond the columns of its upload.
 */
export function isPassedOver(resource: Resource, columns: readonly SheetColumn[], heading: string): boolean {
  const column = headingsOf(columns).get(headingKey(heading))
  if (column) return !isImportable(column.field)
  return PORTAL_HEADINGS.has(headingKey(heading)) || exportedHeadings(resource).has(headingKey(heading))
}

const exportedByUpload = new WeakMap<Resource, ReadonlySet<string>>()

/** The headings that only the export of the list behind an upload has. */
function exportedHeadings(sheet: Resource): ReadonlySet<string> {
  const known = exportedByUpload.get(sheet)
  if (known) return known
  const upload = uploadAt(sheet.path)
  const lists = upload ? [upload.subject, ...(upload.lines ? [upload.lines.resource] : [])] : []
  const headings = new Set(lists.flatMap(list => sheetColumns(list).map(column => headingKey(column.heading))))
  exportedByUpload.set(sheet, headings)
  return headings
}

/**
 * Returns the column that each heading means by its label, code or alias, else by what people said of earlier files;
 * null where no column fits. Of files that others write, what people said comes first: a heading of ours may mean
 * something else there.
 */
export function proposeColumns(
  columns: readonly SheetColumn[],
  headings: readonly string[],
  learned: ReadonlyMap<string, string> = new Map(),
): ColumnMapping {
  const byHeading = headingsOf(columns)
  const keys = new Set(columns.filter(({ field }) => isImportable(field)).map(columnKey))
  const learnedAs = (key: string) => {
    const column = learned.get(key)
    return column !== undefined && keys.has(column) ? column : null
  }
  return headings.map(heading => {
    const key = headingKey(heading)
    const column = byHeading.get(key)
    const said = learnedAs(key)
    if (said !== null && column) return said
    if (column) return isImportable(column.field) ? columnKey(column) : null
    if (key === ACTION_COLUMN) return ACTION_COLUMN
    return IS_ACTIVE.has(key) ? ACTIVE_COLUMN : said
  })
}

/** Returns where the headings of a file stand, and what they are: as its sender says, or where most columns are named. */
export function findHeading(
  columns: readonly SheetColumn[],
  headingPlace: HeadingPlace | undefined,
  shapes: readonly FileShape[] = [],
) {
  const written = new Set(shapes.flatMap(shape => Object.values(shape.columns).flat().map(headingKey)))
  const byHeading = headingsOf(columns)
  const named = columns.map(acceptedHeadings)
  const known = new Map<string, boolean>()
  const isNamed = (heading: string) => {
    const key = headingKey(heading)
    if (key === '') return false
    return (
      byHeading.has(key) ||
      written.has(key) ||
      key === ACTION_COLUMN ||
      IS_ACTIVE.has(key) ||
      alikeColumns([heading], named)[0] !== null
    )
  }
  const isKnown = (heading: string) => {
    const found = known.get(heading) ?? isNamed(heading)
    known.set(heading, found)
    return found
  }
  return (top: readonly SheetRow[]): Heading =>
    (headingPlace && headingAt(top, headingPlace, isKnown)) ?? proposeHeading(top, isKnown)
}
