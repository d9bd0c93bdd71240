import { headingKey } from './sheet.ts'

/** How somebody else writes a list: their headings of our columns. It is offered, and counts once a person agrees. */
export interface FileShape {
  /** Whose files look like that. */
  name: string
  /** The headings of each column, by its key. */
  columns: Readonly<Record<string, readonly string[]>>
}

/** So many headings must fit before a file is taken for one of a shape. */
const FEWEST = 4

/** The shape that most headings of a file fit; undefined where none fits enough of them. */
export function shapeOf(shapes: readonly FileShape[], headings: readonly string[]): FileShape | undefined {
  const fitting = shapes
    .map(shape => ({ shape, fits: columnsOfShape(shape, headings).filter(column => column !== null).length }))
    .sort((one, other) => other.fits - one.fits)
  return fitting[0] && fitting[0].fits >= FEWEST ? fitting[0].shape : undefined
}

/** The column that each heading of a file means in a shape; null where it means none. */
export function columnsOfShape({ columns }: FileShape, headings: readonly string[]): (string | null)[] {
  const meant = new Map(
    Object.entries(columns).flatMap(([column, written]) => written.map(one => [headingKey(one), column] as const)),
  )
  return headings.map(heading => meant.get(headingKey(heading)) ?? null)
}
