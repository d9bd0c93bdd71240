/** A figure that a link brings along, in units of its column, and how many rows it sums where that is known. */
export interface Why {
  figure: string
  value: number
  rows: number | null
}

/** The parameter of an address that holds it: `why=grossValue.421000000.12`. */
export const WHY = 'why'

export const writeWhy = ({ figure, value, rows }: Why) => [figure, value, rows ?? ''].join('.')

/** The figure of an address; undefined where it is none of this report's. */
export function readWhy(text: string | null, figures: readonly string[]): Why | undefined {
  const [figure, value, rows] = text?.split('.') ?? []
  if (figure === undefined || !figures.includes(figure) || !/^-?\d{1,16}$/.test(value ?? '')) return undefined
  return { figure, value: Number(value), rows: /^\d{1,9}$/.test(rows ?? '') ? Number(rows) : null }
}
