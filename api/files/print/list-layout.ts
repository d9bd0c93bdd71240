import type { ListPaper } from '../../derive/export/list-paper.ts'
import { letterhead } from '../letterhead.ts'
import type { Content } from '../pdf-content.ts'

/** The width of A4 between its margins, upright and across, in points. */
const UPRIGHT = 523
const ACROSS = 770
/** The blank on each side of a cell. */
const GAP = 3
/** The sizes of type, the largest that fits is taken; what does not fit in the smallest goes into a further block. */
const SIZES = [8.5, 8, 7.5, 7, 6.5, 6, 5.5] as const
const SMALLEST = SIZES.at(-1)!
/** Smaller type is for what does not fit otherwise. */
const READABLE = 6.5
/** A column asks for so many ems of one line, and gives room to so many of one word; longer texts take lines. */
const WIDEST = 24
const LONGEST_WORD = 10

/** How wide texts are, in ems. */
interface Need {
  /** The longest word, which stays whole. */
  least: number
  /** The longest text. */
  most: number
}

/** A list on paper: letterhead, what it is of, and its rows with heads on each page; wide lists lie across the sheet. */
export function listLayout({ title, company, about, heads, lines, totals }: ListPaper) {
  const needs = heads.map((head, at) => needOf([head.label, ...lines.map(line => line[at]!), totals?.[at] ?? '']))
  const wide = widthOf(needs, 8) > UPRIGHT
  const room = wide ? ACROSS : UPRIGHT
  const size = sizeFor(needs, room)
  const blocks = leastOf(needs, size) <= room ? [heads.map((_, at) => at)] : blocksOf(needs, room)
  const content: Content[] = [
    letterhead(company, null, [{ text: title, style: 'title', fontSize: 14 }]),
    {
      table: {
        widths: [70, '*'],
        body: about.map(([word, says]) => [
          { text: word, style: 'quiet' },
          { text: says, fontSize: 8 },
        ]),
      },
      layout: { ...NO_LINES, paddingTop: () => 0.5, paddingBottom: () => 0.5 },
      margin: [0, 0, 0, 8],
    },
    ...blocks.flatMap((columns, at) => [
      ...(blocks.length > 1 ? [blockTitle(heads.length, columns, at)] : []),
      block(columns),
    ]),
  ]
  return { title, content, wide }

  function block(columns: readonly number[]): Content {
    const cell = (text: string, at: number, style = {}) => ({
      text,
      ...style,
      ...(heads[at]!.isRight && { alignment: 'right' }),
    })
    const row = (texts: readonly string[], style = {}) => columns.map(at => cell(texts[at]!, at, style))
    return {
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: widthsOf(
          columns.map(at => needs[at]!),
          room,
          size,
        ),
        body: [
          row(
            heads.map(({ label }) => label),
            { bold: true },
          ),
          ...lines.map(line => row(line)),
          ...(totals ? [row(totals, { bold: true })] : []),
        ],
      },
      layout: { ...LINES, hLineWidth: (at: number) => (at === 1 || (totals && at === lines.length + 1) ? 1 : 0.3) },
      fontSize: size,
      lineHeight: 1.05,
      margin: [0, 0, 0, 10],
    }
  }
}

const NO_LINES = { hLineWidth: () => 0, vLineWidth: () => 0, paddingLeft: () => 0, paddingRight: () => GAP }
const LINES = {
  vLineWidth: () => 0,
  hLineColor: () => '#8c8c8c',
  paddingLeft: () => GAP,
  paddingRight: () => GAP,
  paddingTop: () => 2,
  paddingBottom: () => 2,
}

function needOf(texts: readonly string[]): Need {
  let [least, most] = [1, 1]
  for (const text of texts) {
    const width = emsOf(text)
    most = Math.max(most, width)
    // Amounts and days stay in one line: a part of them reads as another value.
    const words = /^[−\d₹]/.test(text) && width <= LONGEST_WORD ? [text] : text.split(/\s+/)
    for (const word of words) least = Math.max(least, emsOf(word))
  }
  return { least: Math.min(least, LONGEST_WORD), most: Math.min(most, WIDEST) }
}

/** About how wide a text is in Roboto, half-bold, in ems. */
function emsOf(text: string): number {
  const narrow = text.replace(/[^ .,:;'!|·()\-/iljftI]/g, '').length
  const wide = text.replace(/[^mwMW@%—]/g, '').length
  const capitals = text.replace(/[^A-HJ-LN-VX-Z]/g, '').length
  return narrow * 0.3 + wide * 0.87 + capitals * 0.66 + (text.length - narrow - wide - capitals) * 0.57
}

const pointsOf = (ems: number, size: number) => ems * size + 2 * GAP
const widthOf = (needs: readonly Need[], size: number) => sumOf(needs.map(({ most }) => pointsOf(most, size)))
const leastOf = (needs: readonly Need[], size: number) => sumOf(needs.map(({ least }) => pointsOf(least, size)))
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** The largest type in which texts take few lines; else in which their words are whole. */
const sizeFor = (needs: readonly Need[], room: number) =>
  SIZES.find(size => leastOf(needs, size) * 0.7 + widthOf(needs, size) * 0.3 <= room) ??
  SIZES.findLast(size => size >= READABLE && leastOf(needs, size) <= room) ??
  SIZES.find(size => leastOf(needs, size) <= room) ??
  SMALLEST

/** The width of each column: its longest word, and of the rest as much as its texts ask for. */
function widthsOf(needs: readonly Need[], room: number, size: number): number[] {
  const least = needs.map(need => pointsOf(need.least, size))
  const further = needs.map((need, at) => pointsOf(need.most, size) - least[at]!)
  const rest = room - sumOf(least)
  const asked = sumOf(further)
  return least.map((width, at) => {
    const share = asked > rest ? (further[at]! / asked) * rest : further[at]! + (rest - asked) / needs.length
    return width + share - 2 * GAP
  })
}

/** The columns of a list that is too wide for any sheet, in blocks that each begin with its first column. */
function blocksOf(needs: readonly Need[], room: number): number[][] {
  const widthAt = (at: number) => pointsOf(needs[at]!.least, SMALLEST)
  const blocks: number[][] = [[0]]
  for (let at = 1; at < needs.length; at += 1) {
    const last = blocks.at(-1)!
    if (sumOf(last.map(widthAt)) + widthAt(at) <= room || last.length === 1) last.push(at)
    else blocks.push([0, at])
  }
  return blocks
}

const blockTitle = (all: number, columns: readonly number[], at: number): Content => ({
  text: `Columns ${at === 0 ? 1 : columns[1]! + 1} to ${columns.at(-1)! + 1} of ${all}`,
  style: 'quiet',
  margin: [0, 0, 0, 4],
  ...(at > 0 && { pageBreak: 'before' }),
})
