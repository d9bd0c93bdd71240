/**
 * SAP's list «in unconverted form» (System → List → Save → Local file): lines of dashes, columns between bars, the heads
 * again on each page.
 */

/** A line of the frame, `|-----|` or `------`. */
const isFrame = (line: string) => /^[\s|+-]*$/.test(line)
const isRow = (line: string) => /^\s*\|.*\|\s*$/.test(line)

/** Whether these first lines of a text file are such a list. */
export const isSapList = (lines: readonly string[]): boolean =>
  lines.some(line => isFrame(line) && line.includes('--')) && lines.some(line => isRow(line) && !isFrame(line))

/**
 * Yields the lines of such a list as cells, an empty record for what is frame and for the heads of further pages. The bars
 * of the first line of cells say where columns end, so that a bar within a text belongs to it.
 */
export function* sapRecords(pieces: Iterable<string>): Generator<string[]> {
  let bars: number[] | undefined
  let head = ''
  for (const line of linesIn(pieces)) {
    if (!isRow(line) || isFrame(line)) {
      yield isFrame(line) ? [] : [line.trim()]
      continue
    }
    const isRepeated = line === head
    bars ??= barsIn(line)
    head ||= line
    yield isRepeated ? [] : cellsOf(line, bars)
  }
}

const barsIn = (line: string) => [...line].flatMap((sign, place) => (sign === '|' ? [place] : []))

function cellsOf(line: string, bars: readonly number[]): string[] {
  const signs = [...line.trimEnd()]
  const isAligned = bars.every(place => signs[place] === '|') && signs.length === bars.at(-1)! + 1
  const ends = isAligned ? bars : barsIn(line)
  return ends.slice(1).map((end, index) =>
    signs
      .slice(ends[index]! + 1, end)
      .join('')
      .trim(),
  )
}

function* linesIn(pieces: Iterable<string>): Generator<string> {
  let rest = ''
  for (const piece of pieces) {
    const lines = (rest + piece).split(/\r?\n/)
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
