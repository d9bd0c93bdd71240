import { mulDiv, WHOLE } from '../../define/amounts.ts'

/** By what sales are grouped; groups are as they were when the document was made. */
const saleDimensions = [
  'sbuId',
  'zoneId',
  'zoneAreaId',
  'clusterCode',
  'soldToId',
  'endCustomerId',
  'customerSegmentId',
  'salesEmployeeId',
  'productId',
  'nidId',
  'mvgr1Id',
  'month',
] as const
export type SaleDimension = (typeof saleDimensions)[number]

/** Values of the dimensions of a group: an id, a cluster or a month such as `'2026-04'`; null is «(none)». */
export type SaleKey = { readonly [dimension in SaleDimension]?: number | string | null }

/** The sales of a group: paise, and thousandths of one base unit; a quantity of several units is null («mixed»). */
export interface SaleFigure {
  key: SaleKey
  value: number
  qty: number | null
  uom: string | null
  /** Of the same days a year before. */
  previous: number
}

/** More groups than this are refused with a sentence. */
export const MOST_GROUPS = 20_000

/** The same day a year before; 29 February is the 28th. */
export function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
  return `${year}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`
}

/** Growth in hundredths of a percent; null where the year before had no sales above nothing. */
export const growthOf = ({ value, previous }: Pick<SaleFigure, 'value' | 'previous'>): number | null =>
  previous <= 0 ? null : mulDiv(value - previous, WHOLE, previous)
