const GAP = '  '

/**
 * A table as plain text: columns stand under each other, two spaces or more apart, the first one left, the others right.
 * In a mail it is a paragraph of its own; `rowsOfTable` reads it back for the HTML.
 */
export function textTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(cell => cell.replace(/\s+/g, ' ').trim() || '–'))
  const widths = cells[0]!.map((_, at) => Math.max(...cells.map(row => row[at]!.length)))
  return cells
    .map(row => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(GAP))
    .join('\n')
}

/** The cells of a paragraph that is a table; undefined for any other. */
export function rowsOfTable(paragraph: string): string[][] | undefined {
  const rows = paragraph.split('\n').map(line => line.trim().split(/ {2,}/))
  const columns = rows[0]!.length
  return rows.length > 1 && columns > 2 && rows.every(row => row.length === columns) ? rows : undefined
}
