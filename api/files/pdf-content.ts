/** A part of a pdfmake document. */
export type Content = Record<string, unknown>

export const head = (text: string, right = false): Content => ({
  text,
  style: 'head',
  ...(right && { alignment: 'right' }),
})
/** An amount or a number: it stays in one line. */
export const right = (text: string): Content => ({ text, alignment: 'right', noWrap: true })

/** A party as its name in bold over the other lines; empty lines are left out. */
export const party = (title: string, rows: readonly (string | null | undefined | false)[]): Content => ({
  stack: [head(title), ...rows.filter(Boolean).map((text, index) => (index === 0 ? { text, bold: true } : text))],
})

/** Facts in two columns of a name, this wide, and a value each; those without a value are left out. */
export function factColumns(
  entries: readonly (readonly [string, string | null | undefined | false])[],
  nameWidth = 86,
): Content {
  const shown = entries.filter(([, value]) => value)
  const column = (rows: typeof shown): Content => ({
    table: { widths: [nameWidth, '*'], body: rows.map(([name, value]) => [{ text: name, style: 'quiet' }, value]) },
    layout: 'noBorders',
  })
  const middle = Math.ceil(shown.length / 2)
  return {
    columns: [column(shown.slice(0, middle)), column(shown.slice(middle))],
    columnGap: 16,
    margin: [0, 0, 0, 10],
  }
}
