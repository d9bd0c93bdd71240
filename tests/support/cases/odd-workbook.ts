import { zipArchive } from '../dispatches/zip-archive.ts'

/** A workbook whose first sheet has this XML, with further parts; `claim` is the size that it says it unpacks to. */
export const oddWorkbook = (sheet: string, more: Record<string, string> = {}, claim?: number) =>
  zipArchive(
    {
      'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      ...more,
      'xl/worksheets/sheet1.xml': sheet,
    },
    claim,
  )
