import { isLongNumber } from '../../../resources/define/sheet/damage.ts'
import { dayOrderOf } from '../../../resources/define/sheet/sheet-day.ts'
import type { ColumnWriting, DayOrder, SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import { plainText } from '../../../resources/define/sheet/signs.ts'
import type { EitherDay } from '../../../resources/platform/imports/imports.ts'

/** The longest text that can be a day with a time, or a number. */
const LONGEST = 60
/** So many different texts of a column are kept, of so many signs: those of a choice. */
const [MOST_WORDS, LONGEST_WORD] = [12, 30]

/** A day in digits that begins with the day or the month. */
const IN_DIGITS = /^\d{1,2}[/-]\d{1,2}[/-]\d/

/** What the cells of each column of a file show of how it is written, so that every row of a column is read alike. */
export class ColumnsSeen {
  private readonly columns = new Map<number, ColumnWriting>()
  /** The first day of each column that has two meanings, while no other cell decides. */
  private readonly either = new Map<number, EitherDay>()

  /** The different texts of each column; null for one with too many or too long ones. */
  private readonly texts: (Set<string> | null)[] = []

  /** The different texts of a column in the order of the file; none where they are too many or too long. */
  textsOf = (index: number): string[] => [...(this.texts[index] ?? [])]

  private addText(index: number, text: string) {
    const known = this.texts[index]
    if (known === null) return
    if (text.length > LONGEST_WORD || (known && known.size === MOST_WORDS && !known.has(text))) this.texts[index] = null
    else if (known) known.add(text)
    else this.texts[index] = new Set([text])
  }

  add(cells: readonly SheetCell[]) {
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]
      if (typeof cell !== 'string' || cell === '') continue
      this.addText(index, cell)
      if (cell.length < 6 || cell.length > LONGEST) continue
      const text = plainText(cell)
      if (IN_DIGITS.test(text) && !this.isDayFirst(index, text)) this.addDay(index, text)
      else if (text.length > 15 && isLongNumber(text))
        this.columns.set(index, { ...this.columns.get(index), hasLongNumbers: true })
    }
  }

  /** Between dashes the day comes first as the portal writes it: one such day tells enough of a column. */
  private isDayFirst = (index: number, text: string) =>
    text.includes('-') && this.columns.get(index)?.days?.['-'] === 'DMY'

  private addDay(index: number, text: string) {
    const shown = dayOrderOf(text)
    if (!shown) return
    const { sign, order, days } = shown
    if (order === 'EITHER') {
      if (sign === '/' && !this.either.has(index)) this.either.set(index, { column: index, text, days })
      return
    }
    const column = this.columns.get(index)
    const before = column?.days?.[sign]
    const known = before === undefined || before === order ? order : 'MIXED'
    this.columns.set(index, { ...column, days: { ...column?.days, [sign]: known } })
  }

  /** How a column is written; `answer` is what the sender says of those whose days no cell decides. */
  of(index: number, answer?: DayOrder): ColumnWriting {
    const column = this.columns.get(index) ?? {}
    return answer && this.either.has(index) ? { ...column, days: { '/': answer, ...column.days } } : column
  }

  /** The columns with a day of two meanings where no other cell of the column decides. */
  undecided(): EitherDay[] {
    return [...this.either.values()].filter(({ column }) => this.columns.get(column)?.days?.['/'] === undefined)
  }
}
