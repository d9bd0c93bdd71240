import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ColumnsSeen } from '../../../api/derive/sheets/columns-seen.ts'
import { code, type Field, integer, money, quantity, text } from '../../../resources/define/fields.ts'
import { oddSignIn } from '../../../resources/define/sheet/odd-signs.ts'
import { readCell } from '../../../resources/define/sheet/sheet.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import { plainText, searchedTexts, tidyText } from '../../../resources/define/sheet/signs.ts'
import { cleanValue } from '../../../resources/define/validate.ts'

const reads = (field: Field, cell: SheetCell) => {
  const reading = readCell(field, cell)
  return 'fault' in reading ? reading.fault[0] : reading.value
}

describe('a text that is looked up', () => {
  it.each([
    ['KX‑77', 'KX-77'],
    ['KX – 77', 'KX - 77'],
    ['KX−77', 'KX-77'],
    ['\u200b KX-77\u200e', 'KX-77'],
    ['KX\u00ad-\u206077', 'KX-77'],
    ['ＫＸ－７７', 'KX-77'],
    ['\u202aKX-77\u202c', 'KX-77'],
    ['KX\u3000\u202f77', 'KX  77'],
    ['Dev’s “best”', 'Dev\'s "best"'],
    ['Kx\u200d77', 'Kx77'],
  ])('has plain signs: %j', (written, plain) => {
    expect(plainText(written)).toBe(plain)
  })

  it('is searched for as it is written, and by plain signs where that differs', () => {
    expect(searchedTexts(' Naphtha – 5 % ')).toEqual(['Naphtha – 5 %', 'Naphtha - 5 %'])
    expect(searchedTexts('KX-77\u200b')).toEqual(['KX-77'])
  })

  it('is plain once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), value => {
        expect(plainText(plainText(value))).toBe(plainText(value))
        expect(tidyText(tidyText(value))).toBe(tidyText(value))
      }),
    )
  })
})

describe('a text that is stored', () => {
  it('loses only what cannot be seen', () => {
    const kept = 'Dev’s “best” – ½ ＫＸ ₹ 5 ℃'
    expect(cleanValue(text(), `\ufeff${kept.replace('best', 'be\u200bst')}\u200e`)).toBe(kept)
    expect(cleanValue(text({ long: true }), 'one\u00a0line\ntwo')).toBe('one line\ntwo')
  })

  it.each(['क्‍ष', 'শ্‌র', 'ക്‍', '👨‍👩‍👧', '🏳️‍🌈', 'می‌خواهم'])('keeps the joiners that change how it reads: %s', value => {
    expect([tidyText(value), plainText(value)]).toEqual([value, value])
  })

  it('is a plain code where others look it up by it', () => {
    expect(cleanValue(code({ max: 20 }), 'kx–77\u200b')).toBe('KX-77')
    expect(cleanValue(text({ format: 'pincode' }), '４１１\u00a0０１９')).toBe('411019')
  })

  it('still refuses nothing of a password', () => {
    expect(cleanValue({ ...text(), asTyped: true }, ' pa\u200bss ')).toBe(' pa\u200bss ')
  })
})

it('names the first odd sign of a text and where it is', () => {
  expect(oddSignIn('200417\u200b')).toBe('a zero-width space comes after 200417')
  expect(oddSignIn('\ufeff200417')).toBe('a byte order mark comes before 200417')
  expect(oddSignIn('KX–77')).toBe('an en dash comes after KX')
  expect(oddSignIn('200\u202e417')).toBe('a direction mark comes after 200')
  expect(oddSignIn('КX-77')).toBe('the Cyrillic letter К comes before X-77')
  expect(oddSignIn(' KX-77 ')).toBeUndefined()
})

describe('a number', () => {
  it.each([
    ['1\u00a000\u202f000.5', 10_000_050],
    ['2 500', 250_000],
    ["12'345.60", 1_234_560],
    ['12’345', 1_234_500],
    ['１,２５,０００', 12_500_000],
    ['1 250-', -125_000],
    ['(1 250.00)', -125_000],
    ['–75', -7500],
    ['75\u200b', 7500],
  ])('is read from %j', (cell, paise) => {
    expect(reads(money(), cell)).toBe(paise)
  })

  it.each(['1 5', "1'5", '12 34', '1 2345', '1,000 500'])('is refused in %j', cell => {
    expect(reads(quantity(), cell)).toBe('TYPE')
  })

  it('says by Dr and Cr who owes it, where it is a balance', () => {
    const balance = money({ balance: true })
    const cells = ['2,450.00 Dr', '2450 Cr', '₹ 2,450.00 CR.', '2450Dr', '-2450', '(2,450)', '2450.00-']
    expect(cells.map(cell => reads(balance, cell))).toEqual([
      245_000, -245_000, -245_000, 245_000, -245_000, -245_000, -245_000,
    ])
    expect(['-2450 Cr', 'Dr', '2450 Crore', '2450 DrCr'].map(cell => reads(balance, cell))).toEqual(
      Array(4).fill('TYPE'),
    )
    expect([reads(money(), '2450 Cr'), reads(integer(), '5 Dr')]).toEqual(['TYPE', 'TYPE'])
  })
})

describe('a reference that a spreadsheet shortened', () => {
  it.each([
    '7.20418E+15',
    '7.20418e+15',
    '7.2041834992113E15',
    '5E+14',
    '1,5E+12',
    '720418349921133000',
    '7204183499211330',
    7.2e17,
  ])('is refused in every text: %j', cell => {
    for (const field of [text({ max: 40 }), code({ max: 40 }), text({ max: 40, format: 'sapNumber' })])
      expect(reads(field, cell)).toBe('FORMAT')
  })

  it.each([
    '720418349921133',
    '720418349921133007',
    '100000000',
    '000000000000200400',
    'E17',
    '12E5',
    'B1E+',
    'UTR1200000000000000',
  ])('is none in %j', cell => {
    expect(reads(text({ max: 40 }), cell)).toBe(cell)
  })

  it('may end in a zero by itself where its column has long numbers that were not shortened', () => {
    const seen = new ColumnsSeen()
    for (const cell of ['7204183499211330', '7204183499211347']) seen.add([cell])
    const inColumn = (cell: string) => readCell(text({ max: 40 }), cell, seen.of(0))
    expect(inColumn('7204183499211330')).toEqual({ value: '7204183499211330' })
    expect(inColumn('720418349921133000')).toHaveProperty('fault')
  })
})

it.each([
  '#N/A',
  '#n/a',
  '#REF!',
  '#VALUE!',
  '#DIV/0!',
  '#NAME?',
  '#NUM!',
  '#NULL!',
  '#SPILL!',
  '#GETTING_DATA',
  '#NV',
  '#WERT!',
  'Err:502',
  '#####',
  ' #N/A\u00a0',
])('an error of a formula is no value of any kind: %j', cell => {
  for (const field of [text(), text({ long: true }), code(), money(), text({ format: 'batch' })]) {
    const reading = readCell(field, cell)
    expect('fault' in reading && reading.fault[1]).toMatch(/^holds the error \S+: enter a value$/)
  }
})

it.each(['#12', '# 4 rue', 'No #N/A here', '#tag', 'N/A', 'Error'])('%j is a text', cell => {
  expect(reads(text(), cell)).toBe(cell)
})
