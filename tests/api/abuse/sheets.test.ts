import { buffer } from 'node:stream/consumers'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { SheetError } from '../../../api/derive/sheets/sheet-error.ts'
import { readWorkbook } from '../../../api/derive/sheets/xlsx-read.ts'
import { workbook } from '../../../api/derive/sheets/xlsx-write.ts'
import { LEAKED_DETAILS } from '../../support/abuse.ts'
import { answersBeforeLong } from '../../support/hang-limit.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const BOOK = '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'
const RELATIONS = '<Relationships><Relationship Id="r1" Target="sheet.xml"/></Relationships>'
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

const book = (sheet: string, more: Record<string, string> = {}) => {
  const parts = { 'xl/workbook.xml': BOOK, 'xl/_rels/workbook.xml.rels': RELATIONS, 'xl/sheet.xml': sheet, ...more }
  const packed = Object.entries(parts).map(([name, text]) => [name, strToU8(text)])
  return Buffer.from(zipSync(Object.fromEntries(packed), { level: 6 }))
}
const texts = (xml: string) => book(sheetOf(''), { 'xl/sharedStrings.xml': xml })
const styles = (xml: string) => book(sheetOf(''), { 'xl/styles.xml': xml })
const often = (text: string, length = 1_800_000) => text.repeat(length / text.length)

/** Small files whose unpacked parts make a naive parser backtrack again and again. */
const knotted: Record<string, () => Buffer> = {
  'texts that never end': () => texts(often('<si>', 5_000_000)),
  'texts within texts': () => texts('<si>'.repeat(200_000) + '</si>'.repeat(200_000)),
  'tags of texts that never end': () => texts(often('<si ')),
  'pieces of a text that never end': () => texts(`<si>${often('<t>')}</si>`),
  'pronunciations that never end': () => texts(`<si>${often('<rPh ')}</si>`),
  'three million empty texts': () => texts('<si/>'.repeat(3_000_000)),
  'rows that never end': () => book(sheetOf(often('<row>', 5_000_000))),
  'tags of rows that never end': () => book(sheetOf(often('<row '))),
  'cells that never end': () => book(sheetOf(`<row>${often('<c>')}</row>`)),
  'tags of cells that never end': () => book(sheetOf(`<row>${often('<c ')}</row>`)),
  'texts of a cell that never end': () => book(sheetOf(`<row><c t="inlineStr"><is>${often('<t>')}</is></c></row>`)),
  'values that never end': () => book(sheetOf(`<row><c>${often('<v>')}</c></row>`)),
  'formulas that never end': () => book(sheetOf(`<row><c>${often('<f ')}</c></row>`)),
  'entities that never end': () => book(sheetOf(`<row><c t="str"><v>${often('&#1')}</v></c></row>`)),
  'styles that never end': () => styles(often('<cellXfs>')),
  'number formats that never end': () => styles(often('<numFmt ')),
  'a number format of brackets': () =>
    styles(`<numFmt numFmtId="200" formatCode="${often('[')}"/><cellXfs><xf numFmtId="200"/></cellXfs>`),
  'sheets that never end': () => book(sheetOf(''), { 'xl/workbook.xml': often('<sheet ') }),
  'settings that never end': () => book(sheetOf(''), { 'xl/workbook.xml': BOOK + often('<workbookPr ') }),
  'relations that never end': () => book(sheetOf(''), { 'xl/_rels/workbook.xml.rels': often('<Relationship ') }),
  'a reference of a million letters': () => book(sheetOf(`<row><c r="${'A'.repeat(1_000_000)}"><v>1</v></c></row>`)),
}

describe('a workbook made to keep the parser busy', () => {
  it.each(Object.keys(knotted))('is parsed in a single pass: %s', async name => {
    const file = knotted[name]!()
    const read = async () => {
      for await (const { cells } of readWorkbook(file, 200)) expect(cells.length).toBeLessThanOrEqual(200)
    }
    await answersBeforeLong(
      name,
      read().catch(error => expect(error).toBeInstanceOf(SheetError)),
    )
  })

  it('that is well formed is read correctly: prefixes, attributes, split texts, phonetic runs', async () => {
    const shared =
      '<x:sst><x:si><x:t xml:space="preserve"> a</x:t></x:si><x:si><x:r><x:t>b&amp;</x:t></x:r><x:rPh sb="0"><x:t>NO</x:t></x:rPh><x:r><x:t>c</x:t></x:r></x:si></x:sst>'
    const row =
      '<x:row r="3" spans="1:4"><x:c r="A3" t="s"><x:v>0</x:v></x:c><x:c r="B3" t="s"><x:v>1</x:v></x:c><x:c r="D3"/><x:c r="E3"><x:f/><x:v>1</x:v></x:c><x:c r="F3" s="1"><x:v>0.5</x:v></x:c></x:row>'
    const file = book(sheetOf(row), {
      'xl/sharedStrings.xml': shared,
      'xl/styles.xml': '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs>',
    })
    const rows = []
    for await (const one of readWorkbook(file, 200)) rows.push(one)
    expect(rows).toEqual([{ rowNo: 3, cells: [' a', 'b&c', null, null, { formula: '=' }, { percent: 0.5 }] }])
  })
})

describe('a workbook whose XML is not well-formed', () => {
  const rowsIn = async (file: Buffer) => {
    const rows = []
    for await (const { cells } of readWorkbook(file, 200)) rows.push(cells)
    return rows
  }
  const row = '<row><c><v>1</v></c></row>'

  it.each([
    ['ends in the middle', `<worksheet><sheetData>${row}`],
    ['closes what it never opened', `<worksheet><sheetData>${row}</worksheet></sheetData>`],
    ['declares entities', `<!DOCTYPE w [<!ENTITY a "b">]><worksheet><sheetData>${row}</sheetData></worksheet>`],
    ['uses entities that nobody declared', sheetOf('<row><c t="str"><v>&a;</v></c></row>')],
  ])('is refused and not partly read: it %s', async (_, sheet) => {
    expect(await rowsIn(book(sheetOf(row)))).toEqual([[1]])
    await expect(rowsIn(book(sheet))).rejects.toThrow(SheetError)
  })
})

describe('a workbook being written', () => {
  it('is cut off for its own reader only when its rows fail half-way', async () => {
    async function* rows() {
      yield ['first']
      throw new Error('The database is gone')
    }
    await expect(buffer(workbook({ title: 'Names', heads: [{ heading: 'Name' }], rows: rows() }))).rejects.toThrow(
      'The database is gone',
    )
  })
})

describe('a sheet of order lines', () => {
  const portal = portalOfFile(demoPortal)
  const asha = portal.person('asha')

  async function send(bytes: Buffer, name: string) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const headers = { authorization: `Bearer ${asha.token}` }
    const answer = await fetch(`${portal.url}/api/order-sheets`, { method: 'POST', body: form, headers })
    return { status: answer.status, text: await answer.text() }
  }

  it('that is a zip bomb, too long or hard to parse is refused, while other requests are served', async () => {
    const files = [
      texts(' '.repeat(50_000_000)),
      book(sheetOf('<row><c><v>1</v></c></row>'.repeat(100_000))),
      knotted['texts that never end']!(),
      book(sheetOf(''), { 'xl/vbaProject.bin': 'x' }),
      Buffer.from(`${'a,b\n'.repeat(5000)}`),
    ]
    const answers = files.map(file => send(file, 'order.xlsx'))
    const others = await Promise.all([1, 2, 3].map(() => portal.nobody.get('/api/health')))
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { status, text } of await Promise.all(answers)) {
      expect([status, text]).toEqual([400, expect.stringContaining('FILE_TYPE')])
      expect(text).not.toMatch(LEAKED_DETAILS)
    }
  })
})
