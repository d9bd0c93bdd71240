import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ColumnsSeen } from '../../../api/derive/sheets/columns-seen.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { date, instant, text } from '../../../resources/define/fields.ts'
import { readCell } from '../../../resources/define/sheet/sheet.ts'
import { serialOf } from '../../../resources/define/sheet/sheet-day.ts'
import type { ColumnWriting, DayOrder, SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'

const reads = (field: Parameters<typeof readCell>[0], cell: SheetCell, column?: ColumnWriting) => {
  const reading = readCell(field, cell, column)
  return 'fault' in reading ? reading.fault[1] : reading.value
}
const day = (cell: SheetCell, column?: ColumnWriting) => reads(date(), cell, column)
const moment = (cell: SheetCell) => reads(instant(), cell)
const NO_DAY = 'must be a day such as 01-04-2026 or 2026-04-01'

describe('a day that can mean one day only', () => {
  it.each([
    ['17.08.2027', '2027-08-17'],
    ['7.8.2027', '2027-08-07'],
    ['07.08.27', '2027-08-07'],
    ['17/08/2027', '2027-08-17'],
    ['08/17/2027', '2027-08-17'],
    ['08/08/2027', '2027-08-08'],
    ['17/8/27', '2027-08-17'],
    ['9-Aug-27', '2027-08-09'],
    ['09-AUG-2027', '2027-08-09'],
    ['9/Aug/2027', '2027-08-09'],
    ['9 August 2027', '2027-08-09'],
    ['9th Aug, 2027', '2027-08-09'],
    ['09Aug2027', '2027-08-09'],
    ["9 Sept '27", '2027-09-09'],
    ['August 9, 2027', '2027-08-09'],
    ['Mon, 09 Aug 2027', '2027-08-09'],
    ['20270809', '2027-08-09'],
    [20270809, '2027-08-09'],
    ['09082027', '2027-08-09'],
    ['2027/08/09', '2027-08-09'],
    ['2027.8.9', '2027-08-09'],
    ['2027-8-9', '2027-08-09'],
    ['09‑08‑2027', '2027-08-09'],
    ['09–08–2027', '2027-08-09'],
    ['\u200e09-08-2027\u00a0', '2027-08-09'],
    ['０９-０８-２０２７', '2027-08-09'],
    ['46608.75', '2027-08-09'],
    [{ serial: 46608.75 }, '2027-08-09'],
    ['09.08.2027 18:40:05', '2027-08-09'],
    ['09-Aug-2027 06:40 PM', '2027-08-09'],
    ['2027-08-08T20:00:00Z', '2027-08-09'],
    ['2027-08-09T20:00:00+05:30', '2027-08-09'],
  ] as [SheetCell, string][])('is read from %j', (cell, read) => {
    expect(day(cell)).toBe(read)
  })

  it.each([
    '30.02.2027',
    '13/13/2027',
    '9-8-27',
    'Aug-27',
    '9 Aug',
    '9 Augur 2027',
    '2027-08',
    '1.2',
    '00.00.0000',
    '9-8/2027',
  ])('is none in %j', cell => {
    expect(day(cell)).toBe(NO_DAY)
  })

  it('is refused with both days where it can be two', () => {
    expect(day('05/09/2027')).toBe(
      'can be 5 Sep 2027 or 9 May 2027: say which comes first, day or month, or write it as 05-09-2027',
    )
  })

  const days = fc.integer({ min: 0, max: 80_000 }).map(after => addDays('1955-01-01', after))
  const forms: Record<string, (y: string, m: string, d: string, name: string) => string> = {
    'with dots': (y, m, d) => `${d}.${m}.${y}`,
    'with dashes': (y, m, d) => `${d}-${m}-${y}`,
    'with its month in letters': (y, _, d, name) => `${Number(d)} ${name} ${y}`,
    'as SAP stores it': (y, m, d) => `${y}${m}${d}`,
    'the year first': (y, m, d) => `${y}/${m}/${d}`,
  }
  it.each(Object.entries(forms))('is the same day %s', (_, write) => {
    fc.assert(
      fc.property(days, value => {
        const [y, m, d] = value.split('-') as [string, string, string]
        const name = new Date(`${value}T00:00:00Z`).toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })
        expect(day(write(y, m, d, name))).toBe(value)
        expect(day({ serial: serialOf(value) })).toBe(value)
      }),
    )
  })
})

describe('a moment', () => {
  it.each([
    ['09-08-2027 14:05', '2027-08-09T08:35:00.000Z'],
    ['09.08.2027 02:05:00 PM', '2027-08-09T08:35:00.000Z'],
    ['17/08/2027, 2:05 p.m.', '2027-08-17T08:35:00.000Z'],
    ['9-Aug-27 12:10 AM', '2027-08-08T18:40:00.000Z'],
    ['9 Aug 2027 12:10 pm', '2027-08-09T06:40:00.000Z'],
    ['20270809 14:05:09', '2027-08-09T08:35:09.000Z'],
    ['2027-08-09T14:05:09.25+05:30', '2027-08-09T08:35:09.250Z'],
    ['2027-08-09 14:05 IST', '2027-08-09T08:35:00.000Z'],
    ['2027-08-09T14:05:00Z', '2027-08-09T14:05:00.000Z'],
    ['2027-08-09 14:05:00 +0000', '2027-08-09T14:05:00.000Z'],
    ['2027-08-09 14:05 GMT+05:30', '2027-08-09T08:35:00.000Z'],
    ['09-08-2027 14:05 hrs', '2027-08-09T08:35:00.000Z'],
    ['46608.5', '2027-08-09T06:30:00.000Z'],
  ] as [SheetCell, string][])('is read from %j', (cell, read) => {
    expect(moment(cell)).toBe(read)
  })

  it.each(['14:05', '09-08-2027', '09-08-2027 25:00', '09-08-2027 13:05 PM', '09-08-2027 12:75', '31-02-2027 10:00'])(
    'is none in %j',
    cell => {
      expect(moment(cell)).toBe('must be a day and time such as 01-04-2026 15:30')
    },
  )

  it('may be a time of day alone where a column holds no day', () => {
    const cutOff = text({ format: 'time' })
    for (const cell of ['4:30 PM', '16:30:00', '16:30', '04:30 p.m.', { serial: 0.6875 }] as SheetCell[])
      expect([cell, reads(cutOff, cell)]).toEqual([cell, '16:30'])
  })
})

describe('the days of a column', () => {
  const column = (cells: SheetCell[], answer?: DayOrder) => {
    const seen = new ColumnsSeen()
    for (const cell of cells) seen.add([cell])
    return { days: cells.map(cell => day(cell, seen.of(0, answer))), undecided: seen.undecided() }
  }

  it('begin with the day where one of them must', () => {
    const { days, undecided } = column(['05/09/2027', '23/09/2027', '1/2/28'])
    expect([days, undecided]).toEqual([['2027-09-05', '2027-09-23', '2028-02-01'], []])
  })

  it('begin with the month where one of them must', () => {
    const { days, undecided } = column(['05/09/2027', '09/23/2027 10:00'])
    expect([days, undecided]).toEqual([['2027-05-09', '2027-09-23'], []])
  })

  it('are refused where they contradict each other', () => {
    const mixed = 'begins with the day in some rows and with the month in others: write all days alike'
    expect(column(['05/09/2027', '23/09/2027', '09/23/2027', '01-04-2027']).days).toEqual([
      mixed,
      mixed,
      mixed,
      '2027-04-01',
    ])
  })

  it('are asked for once where none of them says, and then read alike', () => {
    const cells = ['05/09/2027', '07/07/2027', '10/11/2027']
    expect(column(cells).undecided).toEqual([{ column: 0, text: '05/09/2027', days: ['2027-09-05', '2027-05-09'] }])
    expect(column(cells, 'DMY').days).toEqual(['2027-09-05', '2027-07-07', '2027-11-10'])
    expect(column(cells, 'MDY').days).toEqual(['2027-05-09', '2027-07-07', '2027-10-11'])
  })

  it('begin with the day between dashes, as the portal writes them, unless a column shows otherwise', () => {
    expect(column(['05-09-2027', '23-09-2027', '09-23-2027']).days).toEqual(['2027-09-05', '2027-09-23', NO_DAY])
    expect(column(['05-09-2027', '09-23-2027']).days).toEqual(['2027-05-09', '2027-09-23'])
  })

  it('are read alike in any order of rows', () => {
    const slashed = fc
      .tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 }))
      .map(([d, m]) => `${d}/${m}/2027`)
    fc.assert(
      fc.property(fc.array(slashed, { minLength: 2, maxLength: 8 }), cells => {
        const { days, undecided } = column(['30/11/2027', ...cells])
        expect(undecided).toEqual([])
        expect(days.slice(1)).toEqual(
          cells.map(cell => {
            const [d, m] = cell.split('/')
            return `2027-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}`
          }),
        )
      }),
    )
  })
})
