import { describe, expect, it } from 'vitest'
import '../../../api/rooms.ts'
import { isImportable, type SheetColumn, sheetColumns } from '../../../api/derive/export/sheet-columns.ts'
import { attachedUploads } from '../../../api/derive/extend.ts'
import { uploadAt } from '../../../api/derive/uploads/upload-at.ts'
import { csvCell, readCell } from '../../../resources/define/sheet/sheet.ts'
import { serialOf } from '../../../resources/define/sheet/sheet-day.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import { resources } from '../../../resources/registry.ts'

/** Every sheet that offices send: the masters that take files, and the uploads. */
const sheets = [
  ...resources.filter(
    ({ kind, path, access }) =>
      kind === 'master' && !uploadAt(path) && Object.values(access).some(letters => letters?.includes('I')),
  ),
  ...attachedUploads().map(({ sheet }) => sheet),
]
const columns = sheets.flatMap(sheet =>
  sheetColumns(sheet)
    .filter(({ field }) => isImportable(field))
    .map(column => ({ ...column, at: `${sheet.path}: ${column.heading}` })),
)
const of = (...kinds: string[]) => columns.filter(({ cellField }) => kinds.includes(cellField.kind))

/** What the cells of a column are read as: the value, or the sentence of the refusal. */
const reads = ({ cellField }: SheetColumn, cell: SheetCell) => {
  const reading = readCell(cellField, cell)
  return 'fault' in reading ? reading.fault[1] : reading.value
}
const readsOf = (some: readonly (SheetColumn & { at: string })[], cells: readonly SheetCell[]) =>
  some.flatMap(column => cells.map(cell => [column.at, cell, reads(column, cell)] as const))

it('there are columns of every kind, those of references read by the code of the other row', () => {
  expect(sheets.length).toBeGreaterThan(60)
  const counts = ['text', 'number', 'date', 'instant', 'flag', 'choice'].map(kind => of(kind).length)
  expect(Math.min(...counts)).toBeGreaterThan(0)
  expect(columns.filter(({ reference }) => reference).length).toBeGreaterThan(100)
})

it('a number that a spreadsheet shortened is refused in every text and reference', () => {
  const shortened = ['6.10472E+16', '6.10472e+16', '6.1047283004417E16', '610472830044173000', '9.9E+11', 6.1e17]
  for (const [at, cell, read] of readsOf(of('text'), shortened))
    expect([at, cell, read]).toEqual([
      at,
      cell,
      expect.stringMatching(
        /^(was shortened by the spreadsheet: format the column as text and enter it again|holds \S+: A spreadsheet shortened this number; export again as text)$/,
      ),
    ])
})

it('an error of a formula is refused in every column, from a workbook and from a text file', () => {
  const errors = ['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#SPILL!', '#GETTING_DATA']
  const cells = errors.flatMap(error => [csvCell(error), csvCell(` ${error} `), { formula: error }])
  for (const [at, cell, read] of readsOf(columns, cells))
    expect([at, cell, read]).toEqual([
      at,
      cell,
      expect.stringMatching(
        /^holds (the error #\S+: enter a value|#\S+: A spreadsheet shortened this number; export again as text)$/,
      ),
    ])
})

it('each form of a day is the same day in every column of days', () => {
  const forms: SheetCell[] = [
    ...['21.01.2027', '21/01/2027', '01/21/2027', '21-Jan-27', '21-JAN-2027', '21 January 2027', '20270121'],
    ...[
      '2027/01/21',
      '2027-01-21',
      '21.1.27',
      '21‑01‑2027',
      '\u200b21-01-2027',
      '21.01.2027 00:00:00',
      '21-01-2027 4:15 PM',
    ],
    ...[serialOf('2027-01-21'), { serial: serialOf('2027-01-21') }, { serial: serialOf('2027-01-21') + 0.5 }],
  ]
  for (const [at, form, read] of readsOf(of('date'), forms)) expect([at, form, read]).toEqual([at, form, '2027-01-21'])
})

it('each form of a moment is the same moment in every column of moments', () => {
  const forms: SheetCell[] = [
    ...['21.01.2027 04:15 PM', '21/01/2027 16:15', '21-Jan-2027 04:15:00 pm', '2027-01-21T16:15+05:30'],
    ...['2027-01-21T10:45:00Z', '20270121 16:15:00', { serial: serialOf('2027-01-21') + 975 / 1440 }],
  ]
  for (const [at, form, read] of readsOf(of('instant'), forms))
    expect([at, form, read]).toEqual([at, form, '2027-01-21T10:45:00.000Z'])
})

it('a day that can be two is refused in every column of days, unless its column decides', () => {
  for (const column of of('date', 'instant'))
    expect([column.at, reads(column, '04/02/2027 10:00')]).toEqual([
      column.at,
      expect.stringMatching(/^can be 4 Feb 2027 or 2 Apr 2027/),
    ])
})

it('numbers are read with the separators of every office in every column of numbers', () => {
  for (const column of of('number')) {
    const scale = column.cellField.scale ?? 0
    for (const cell of [
      '1,25,000',
      '125,000',
      '1\u00a025\u00a0000',
      "125'000",
      '１２５０００',
      '125\u200b000',
      '125 000',
    ])
      expect([column.at, cell, reads(column, cell)]).toEqual([column.at, cell, 125_000 * 10 ** scale])
  }
})

describe('a balance', () => {
  it('is said by Dr and Cr in the lists of open items alone', () => {
    const balances = of('number').filter(column => reads(column, '310.50 Cr') === -31_050)
    expect([...new Set(balances.map(({ at }) => at.split(':')[0]))]).toEqual(['masters/upload-outstanding'])
    expect(balances.map(column => reads(column, '310.50 Dr'))).toEqual(balances.map(() => 31_050))
  })
})

it('what cannot be seen does not change what a cell says, in any column', () => {
  const samples: Record<string, string> = { text: 'KX77', number: '12', date: '21-01-2027', flag: 'Yes' }
  for (const column of of(...Object.keys(samples))) {
    const plain = samples[column.cellField.kind]!
    for (const cell of [
      `${plain}\u200b`,
      `\ufeff${plain}`,
      `\u200e${plain}\u00a0`,
      `${plain.slice(0, 2)}\u2060${plain.slice(2)}`,
    ])
      expect([column.at, cell, reads(column, cell)]).toEqual([column.at, cell, reads(column, plain)])
  }
})
