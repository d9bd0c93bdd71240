import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../resources/define/dates.ts'
import {
  choice,
  code,
  date,
  type Field,
  flag,
  instant,
  integer,
  list,
  money,
  percent,
  quantity,
  text,
} from '../../../resources/define/fields.ts'
import { csvCell, headingKey, readCell } from '../../../resources/define/sheet/sheet.ts'
import { csvLine, csvText, spreadsheetCell } from '../../../resources/define/sheet/sheet-cell.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import { tidyText } from '../../../resources/define/sheet/signs.ts'

const reads = (field: Field, cell: SheetCell) => {
  const reading = readCell(field, cell)
  return 'fault' in reading ? reading.fault[0] : reading.value
}

const days = fc.integer({ min: 0, max: 2_900_000 }).map(after => addDays('1950-01-01', after))
const words = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .map(tidyText)
  .map(value => value || null)

const kinds: [string, Field, fc.Arbitrary<unknown>][] = [
  ['a text', text({ optional: true }), words],
  ['a code', code({ max: 40 }), fc.stringMatching(/^[A-Z][A-Z0-9._/+&-]{0,39}$/)],
  ['a whole number', integer(), fc.maxSafeInteger().map(value => value % 10 ** 14)],
  ['money', money(), fc.integer({ min: -(10 ** 12), max: 10 ** 12 })],
  ['a percentage', percent(), fc.integer({ min: 0, max: 10_000 })],
  ['a quantity', quantity(), fc.integer({ min: 0, max: 10 ** 11 })],
  ['a flag', flag(), fc.boolean()],
  ['a day', date(), days],
  [
    'an instant',
    instant(),
    fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map(at => at.toISOString()),
  ],
  ['a choice', choice(['FOR', 'TO_PAY', 'COLD_2_8']), fc.constantFrom('FOR', 'TO_PAY', 'COLD_2_8')],
  ['a list', list(['AIR', 'RAIL', 'PWC']), fc.uniqueArray(fc.constantFrom('AIR', 'RAIL', 'PWC'), { minLength: 1 })],
]

describe.each(kinds)('%s', (_, field, values) => {
  it('is read from a CSV cell as it was written', () => {
    fc.assert(
      fc.property(values, value => {
        expect(reads(field, csvCell(csvText(field, value)))).toEqual(value)
      }),
    )
  })

  it('is read from a workbook cell as it was written', () => {
    fc.assert(
      fc.property(values, value => {
        expect(reads(field, spreadsheetCell(field, value))).toEqual(value)
      }),
    )
  })

  it('is never a formula for a spreadsheet, unless it is a number', () => {
    fc.assert(
      fc.property(values, value => {
        expect(csvText(field, value)).toMatch(field.kind === 'number' ? /^-?\d+(\.\d+)?$/ : /^(?![=+\-@\t\r\n])/)
      }),
    )
  })
})

describe('a quantity in a file', () => {
  it.each([
    ['(2)', -2000],
    ['2-', -2000],
    ['2/-', 'TYPE'],
    ['₹ 2', 'TYPE'],
    ['Rs. 2', 'TYPE'],
  ])('is no amount of rupees: %j', (cell, read) => {
    expect(reads(quantity(), cell)).toBe(read)
  })
})

describe('a number in a file', () => {
  it.each([
    ['1,23,456.50', 12_345_650],
    ['123,456.50', 12_345_650],
    ['₹ 120', 12_000],
    ['Rs. 120.5', 12_050],
    ['INR 7', 700],
    ['-12.50', -1250],
    ['450/-', 45_000],
    ['Rs. 1,23,456.00/-', 12_345_600],
    ['(450)', -45_000],
    ['(₹ 1,450.50)', -145_050],
    ['₹ (450)', -45_000],
    ['- ₹ 450', -45_000],
    ['450.00-', -45_000],
    ['\u2212450', -45_000],
    ['\u2212₹ 450.00', -45_000],
    [' 5\u00a0', 500],
    ['.5', 50],
    [131.85000000000002, 13_185],
  ])('is read from %j', (cell, paise) => {
    expect(reads(money(), cell)).toBe(paise)
  })

  it.each([
    '1,5',
    '12,34',
    '1.234,50',
    'N/A',
    '-',
    '#REF!',
    '(-450)',
    '-450-',
    '(450',
    '450 Cr',
    '120 approx',
    'l2O.50',
    '1E+5',
    '.',
    '1.005',
  ])('is refused in %j', cell => {
    expect(reads(money(), cell)).toBe('TYPE')
  })

  it('reads 12.5 % equally as text, as number and as a percent cell', () => {
    expect([reads(percent(), '12.5 %'), reads(percent(), 12.5), reads(percent(), { percent: 0.125 })]).toEqual([
      1250, 1250, 1250,
    ])
  })
})

describe('a day in a file', () => {
  it.each([
    ['2026-04-01', '2026-04-01'],
    ['01-04-2026', '2026-04-01'],
    ['1-4-2026', '2026-04-01'],
    ['46113', '2026-04-01'],
    [46113, '2026-04-01'],
    [{ serial: 46113 }, '2026-04-01'],
    ['2026-04-01 00:00:00', '2026-04-01'],
  ] as [SheetCell, string][])('is read from %j', (cell, day) => {
    expect(reads(date(), cell)).toBe(day)
  })

  it.each(['01/04/2026', '31-02-2026', '2026-13-01', 'today', '00-00-0000', '2026', '1-4-26', true])(
    'is refused in %j',
    cell => {
      expect(reads(date(), cell)).toBe('FORMAT')
    },
  )

  it('gives the Indian day and time of an instant', () => {
    expect(reads(instant(), '01-04-2026 05:30')).toBe('2026-04-01T00:00:00.000Z')
    expect(reads(instant(), { serial: 46113.5 })).toBe('2026-04-01T06:30:00.000Z')
    expect(reads(instant(), '01-04-2026 25:30')).toBe('FORMAT')
  })
})

describe('a text in a file', () => {
  it('keeps leading zeros of codes with letters and drops those of SAP numbers', () => {
    expect(reads(code(), '007a')).toBe('007A')
    expect(reads(text({ format: 'sapNumber' }), '0000100001')).toBe('100001')
    expect(reads(text({ format: 'sapNumber' }), 100001)).toBe('100001')
  })

  it('is refused when the spreadsheet has damaged it', () => {
    expect(reads(code({ max: 20 }), '1.80000E+9')).toBe('FORMAT')
    expect(reads(text(), 1.8e20)).toBe('FORMAT')
    expect(reads(text({ format: 'cas' }), { serial: 30802 })).toBe('FORMAT')
  })

  it('may be a flag in any usual form and a choice in any letter case', () => {
    expect(['Yes', 'Y', 'TRUE', '1', 1, true].map(cell => reads(flag(), cell))).toEqual(Array(6).fill(true))
    expect(['no', 'N', 'false', '0', 0, false].map(cell => reads(flag(), cell))).toEqual(Array(6).fill(false))
    expect(reads(flag(), 'YES?')).toBe('TYPE')
    expect(reads(choice(['TO_PAY']), 'To pay')).toBe('TO_PAY')
    expect(reads(choice(['TO_PAY']), 'ROADWAYS')).toBe('ENUM')
  })

  it('must not be a formula', () => {
    expect(reads(text(), csvCell(' =1+1'))).toBe('FORMULA_NOT_ALLOWED')
    expect(reads(money(), { formula: 'A2*1.18' })).toBe('FORMULA_NOT_ALLOWED')
    expect(reads(text(), csvCell("'=1+1"))).toBe('=1+1')
    const words = (formula: string) => {
      const reading = readCell(money(), { formula })
      return 'fault' in reading ? reading.fault[1] : ''
    }
    expect(words('A2*1.18')).toBe('must be a value, not the formula A2*1.18: paste the values only')
    expect(words('#N/A')).toBe('holds the error #N/A: enter a value')
  })
})

it('matches headings regardless of case, spaces and punctuation', () => {
  expect(new Set(['net_price', 'Net Price *', 'netPrice', ' NET-PRICE '].map(headingKey))).toEqual(
    new Set(['netprice']),
  )
})

it('quotes what would break a line of CSV', () => {
  expect(csvLine(['a', 'b,c', 'd"e', ' f'])).toBe('a,"b,c","d""e"," f"\r\n')
})
