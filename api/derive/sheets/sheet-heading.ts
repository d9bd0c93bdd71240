import { cellText, headingKey } from '../../../resources/define/sheet/sheet.ts'
import type { HeadingPlace } from '../../../resources/platform/imports/imports.ts'
import type { SheetRow } from './xlsx-cells.ts'

/** How many rows with values are looked at for the headings. */
export const TOP_ROWS = 20

/** Where the headings of a sheet stand, and what they are. */
export interface Heading extends HeadingPlace {
  headings: string[]
}

/** Whether a heading names a column that the file may have. */
type IsKnown = (heading: string) => boolean

/**
 * Returns the headings among the first rows of a sheet: the row, or the two rows of merged headings, that name most
 * columns; the first row where none names more than it does.
 */
export function proposeHeading(top: readonly SheetRow[], isKnown: IsKnown): Heading {
  const single = top.map(({ rowNo }): HeadingPlace => ({ rowNo, rows: 1 }))
  // A pair is taken where it names more columns than any row alone.
  const pairs = single.map(({ rowNo }): HeadingPlace => ({ rowNo, rows: 2 }))
  let best = headingAt(top, single[0]!, isKnown)!
  let most = scoreOf(top, best, isKnown)
  for (const place of [...single.slice(1), ...pairs]) {
    const heading = headingAt(top, place, isKnown)
    const score = heading ? scoreOf(top, heading, isKnown) : 0
    if (heading && score > most) [best, most] = [heading, score]
  }
  return best
}

/** The columns that a heading names, and a little more where both of its two rows name some. */
function scoreOf(top: readonly SheetRow[], { headings, rowNo, rows }: Heading, isKnown: IsKnown): number {
  const namesSome = (row: SheetRow | undefined) => row !== undefined && textsOf(row).some(isKnown)
  const index = top.findIndex(row => row.rowNo === rowNo)
  const bothName = rows === 2 && namesSome(top[index]) && namesSome(top[index + 1])
  return new Set(headings.filter(isKnown).map(headingKey)).size + (bothName ? 0.5 : 0)
}

/** Returns the headings at a place; undefined where there is no such row. */
export function headingAt(
  top: readonly SheetRow[],
  { rowNo, rows }: HeadingPlace,
  isKnown: IsKnown,
): Heading | undefined {
  const index = top.findIndex(row => row.rowNo === rowNo)
  const [upper, lower] = [top[index], top[index + 1]]
  if (!upper || (rows === 2 && lower?.rowNo !== rowNo + 1)) return undefined
  const headings = rows === 1 ? textsOf(upper) : joinedHeadings(textsOf(upper), textsOf(lower!), isKnown)
  return { rowNo, rows, headings }
}

const textsOf = ({ cells }: SheetRow) => cells.map(cell => cellText(cell).trim())

/**
 * Joins two rows of headings, of which the upper ones may stand over several columns: «Customer» over «Code» and «Name»
 * is «Customer Code» and «Customer Name». Where only the lower one names a column, and once, it stands alone.
 */
function joinedHeadings(upper: string[], lower: string[], isKnown: IsKnown): string[] {
  let over = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, index) => {
    const below = lower[index] ?? ''
    over = upper[index] || (below ? over : '')
    const joined = `${over} ${below}`.trim()
    const isAlone =
      isKnown(below) && [...upper, ...lower].filter(text => headingKey(text) === headingKey(below)).length === 1
    return !isKnown(joined) && isAlone ? below : joined
  })
}
