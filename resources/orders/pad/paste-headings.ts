/** The heading of a pasted sheet: which column holds what. */

/** What a column of a pasted sheet may hold that an order needs. */
export type ColumnMeaning = 'code' | 'cas' | 'name' | 'qty' | 'unit'

const meanings: [ColumnMeaning, RegExp][] = [
  ['cas', /^cas( (no|number|registry number))?$/],
  ['qty', /^(ordered |order |required |req |reqd )?(qty|quantity|quantities)( (required|reqd|ordered|in nos))?$/],
  ['unit', /^(uom|unit|units|unit of measure)$/],
  [
    'code',
    /^((our|your|item|material|product|article|part|cat|catalog|catalogue|sku) )?(code|sku|cat|catno|number|no)$/,
  ],
  ['code', /^(sku|material|article|itemcode|partno)$/],
  ['name', /^((item|material|product|article) )?(name|description|desc|particulars|details)$/],
  ['name', /^(item|items|product|products)$/],
]
/** Columns that people paste along and an order does not use. */
const passed =
  /^(s|sr|sl|serial|line|row)? ?(no|number)?$|price|rate|amount|value|total|mrp|hsn|gst|tax|pack|make|brand|discount/

const worded = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

/**
 * What each column of a heading holds, null for the others; undefined when the row is no heading with a quantity in it.
 */
export function readHeading(cells: readonly string[]): (ColumnMeaning | null)[] | undefined {
  if (cells.length < 2 || cells.some(cell => /^\d+([.,]\d+)?$/.test(cell))) return undefined
  const cellMeanings = cells.map(cell => meaningOf(worded(cell)))
  const once = cellMeanings.map((meaning, index) => (cellMeanings.indexOf(meaning) === index ? meaning : null))
  const names = once.some(meaning => meaning === 'code' || meaning === 'name' || meaning === 'cas')
  return names && once.includes('qty') ? once : undefined
}

function meaningOf(words: string): ColumnMeaning | null {
  if (/^(s|sr|sl|serial|line|row) ?(no|number)?$/.test(words)) return null
  return meanings.find(([, form]) => form.test(words))?.[0] ?? null
}

/** Headings of columns that are ignored although they may say something about the order. */
export const ignoredHeadings = (cells: readonly string[], meanings: readonly (ColumnMeaning | null)[]) =>
  cells.filter((cell, index) => cell !== '' && meanings[index] === null && !passed.test(worded(cell)))
