import { attributeOf, broken, entities, tagsIn, xmlOf } from './xlsx-elements.ts'
import { unpack, type ZipEntry } from './zip-read.ts'

/** A sheet as the workbook names it. */
interface NamedSheet {
  id: string
  name: string
}

/** The sheets that the workbook shows, in its order. */
export function visibleSheets(book: string): NamedSheet[] {
  return tagsIn(book, 'sheet')
    .filter(tag => !/\bstate="(hidden|veryHidden)"/.test(tag))
    .flatMap(tag => {
      const id = attributeOf(tag, 'r:id')
      return id ? [{ id, name: entities(attributeOf(tag, 'name') ?? '') }] : []
    })
}

/** The part of the archive that holds a sheet. */
export async function sheetPart(parts: Map<string, ZipEntry>, id: string): Promise<string> {
  const relations = await xmlOf(parts, 'xl/_rels/workbook.xml.rels')
  const found = tagsIn(relations, 'Relationship').find(tag => attributeOf(tag, 'Id') === id)
  const target = found && attributeOf(found, 'Target')
  if (!target) throw broken()
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** The columns that the sheet hides, from what stands before its rows. */
export async function hiddenColumns(sheet: ZipEntry): Promise<number[]> {
  let head = ''
  for await (const piece of unpack(sheet)) {
    head += piece
    if (head.includes('<sheetData') || head.length > 100_000) break
  }
  return tagsIn(head.split(/<(?:\w+:)?sheetData/)[0] ?? '', 'col').flatMap(tag => {
    if (!/\bhidden="(1|true)"/.test(tag)) return []
    const [from, to] = [Number(attributeOf(tag, 'min')), Number(attributeOf(tag, 'max'))]
    // «To the end of the sheet» hides nothing that is there.
    return to - from < 200 ? Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index) : []
  })
}
