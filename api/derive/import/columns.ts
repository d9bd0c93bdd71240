import type { Resource } from '../../../resources/define/resource.ts'
import { headingKey } from '../../../resources/define/sheet.ts'
import type { ColumnMapping } from '../../../resources/platform/imports.ts'
import { ACTION, headingsOf, isImportable, type SheetColumn, sheetColumns } from '../export/sheet-columns.ts'

/** Columns that an export or an error file shows and only the portal writes. */
const KEPT = new Set([
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
/** The column that says whether a row is active, as an export writes it. */
export const ACTIVE = 'isActive'

/** The columns a person's file may have: those he may see. */
export const columnsFor = (resource: Resource, readable: ReadonlySet<string>): SheetColumn[] =>
  sheetColumns(resource).filter(({ name }) => readable.has(name))

/** How a mapping names a column: `cityId`, `cityId.stateId` for a part of its key. */
export const columnKey = ({ name, reference, part }: SheetColumn): string =>
  reference && part !== reference.own ? `${name}.${part}` : name

/** Whether the portal itself writes what stands under a heading, so that leaving it out loses nothing. */
export function isKept(columns: readonly SheetColumn[], heading: string): boolean {
  const column = headingsOf(columns).get(headingKey(heading))
  return column ? !isImportable(column.field) : KEPT.has(headingKey(heading))
}

/** What each heading says by itself, by label, code or alias; null where nothing is known by that name. */
export function proposeColumns(columns: readonly SheetColumn[], headings: readonly string[]): ColumnMapping {
  const byHeading = headingsOf(columns)
  return headings.map(heading => {
    const key = headingKey(heading)
    const column = byHeading.get(key)
    if (column) return isImportable(column.field) ? columnKey(column) : null
    if (key === ACTION) return ACTION
    return IS_ACTIVE.has(key) ? ACTIVE : null
  })
}
