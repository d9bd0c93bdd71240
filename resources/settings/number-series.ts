import { system } from '../access.ts'
import { code, integer, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

/** The last number of each series of documents: one row a series and financial year. */
export const numberSeries = resource({
  group: 'settings',
  name: 'number-series',
  title: 'Number Series',
  one: 'number series',
  purpose: 'The next number of each document series in each financial year; numbers are never used twice.',
  fields: {
    seriesKey: code({ max: 10, label: 'Series' }),
    fy: text({
      min: 4,
      max: 4,
      format: 'digits',
      financialYear: true,
      label: 'Financial year',
      hint: 'Such as 2627 for 2026-27',
    }),
    nextValue: integer({ min: 1, default: 1, server: true, label: 'Next number' }),
  },
  key: ['seriesKey', 'fy'],
  display: ['seriesKey', 'fy'],
  list: ['seriesKey', 'fy', 'nextValue'],
  search: ['seriesKey'],
  access: system,
  everyRow: ['DISPATCH'],
})

/** Digits after the financial year, where they are not six. */
const digits: Readonly<Record<string, number>> = { PT: 8, MS: 8, PR: 7 }

/** How many digits a number of a series has after its financial year. */
export const digitsOf = (series: string): number => digits[series] ?? 6
