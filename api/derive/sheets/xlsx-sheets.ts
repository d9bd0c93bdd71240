import { readWholeXml, unescapeXml, unreadableWorkbook } from './xlsx-xml.ts'
import type { ZipEntry } from './zip-read.ts'

/** The properties of a workbook. */
export interface WorkbookProperties {
  /** The visible sheets, in order. */
  sheets: { id: string; name: string }[]
  /** Whether its dates count from 1904. */
  is1904: boolean
}

/** Reads the visible sheets of a workbook and its date system. */
export async function readWorkbookProperties(parts: Map<string, ZipEntry>): Promise<WorkbookProperties> {
  const book: WorkbookProperties = { sheets: [], is1904: false }
  await readWholeXml(parts.get('xl/workbook.xml'), {
    open(name, attributes) {
      const { state, 'r:id': id } = attributes
      if (name === 'workbookPr') book.is1904 ||= isTrue(attributes.date1904)
      else if (name === 'sheet' && id && state !== 'hidden' && state !== 'veryHidden')
        book.sheets.push({ id, name: unescapeXml(attributes.name ?? '') })
    },
  })
  return book
}

/** Returns the name of the archive part that holds a sheet. */
export async function sheetPart(parts: Map<string, ZipEntry>, id: string): Promise<string> {
  let target: string | undefined
  await readWholeXml(parts.get('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      if (name === 'Relationship' && attributes.Id === id) target ??= attributes.Target
    },
  })
  if (!target) throw unreadableWorkbook()
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Returns the indexes of the columns that a `col` element hides. */
export function hiddenColumns({ hidden, min, max }: Record<string, string>): number[] {
  const [from, to] = [Number(min), Number(max)]
  // A range to the end of the sheet hides only empty columns.
  if (!isTrue(hidden) || !(to - from < 200)) return []
  return Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index)
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'
