import type { Knex } from 'knex'
import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { fieldText } from '../../../resources/field-text.ts'
import type { GroupHead, GroupTable } from '../../../resources/mis/group-table.ts'
import { optionReaderOf } from '../../../resources/option-words.ts'
import { today } from '../../platform/clock.ts'
import { type Company, readCompany } from '../../platform/company.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Reader } from '../list/reader.ts'
import type { Person } from '../rights/person.ts'
import type { StoredRow } from '../row-codec.ts'
import type { AboutFile } from './about-file.ts'
import type { SheetColumn } from './sheet-columns.ts'

/** The most lines of one PDF, some sixty pages: nobody turns more of them. */
const MOST_ON_PAPER = 2_500

/** A list as it comes to paper: its heads, its lines in words, and what they are. */
export interface ListPaper {
  title: string
  company: Company
  /** Besides its title. */
  about: AboutFile
  heads: { label: string; isRight: boolean }[]
  lines: string[][]
  totals: string[] | undefined
  /** The day of the print. */
  day: string
}

let print: ((paper: ListPaper) => Promise<Buffer>) | undefined

/** From now on lists are printed by this: the printer stands above what every list has. */
export function printListsBy(printer: (paper: ListPaper) => Promise<Buffer>) {
  print = printer
}

/** Prints a list as PDF. */
export const printList = (paper: ListPaper): Promise<Buffer> => print!(paper)

/** Returns how many lines a PDF has. Throws 400 for more than 2,500. */
export function requireFitsOnPaper(lines: number): number {
  if (lines <= MOST_ON_PAPER) return lines
  throw invalidField('', 'RANGE', 'A PDF holds up to 2,500 rows: narrow the list with a filter, or export it to Excel')
}

/** The most rows that are read for a PDF: one too many says that they do not fit. */
export const MOST_READ = MOST_ON_PAPER + 1

/** The rows of a file as they come to paper, with the sums that their list has. */
export async function paperOfRows(
  db: Knex,
  { resource, columns, reader }: { resource: Resource; columns: readonly SheetColumn[]; reader: Reader },
  rows: AsyncIterable<{ row: StoredRow }>,
  about: AboutFile,
): Promise<ListPaper> {
  const optionReader = optionReaderOf(reader.person?.userType ?? 'EMPLOYEE')
  const sums = new Map(columns.filter(({ name }) => resource.totals.includes(name)).map(({ name }) => [name, NOTHING]))
  const lines: string[][] = []
  for await (const { row } of rows) {
    const texts = row.texts as Record<string, string | undefined> | undefined
    for (const [name, sum] of sums) if (typeof row[name] === 'number') sums.set(name, (sum ?? 0) + row[name])
    lines.push(
      columns.map(({ name, field, say }) => {
        const value = row[name]
        const isSaid = say && field.namesResource && typeof value === 'string'
        return isSaid ? say(value) : fieldText(field, value, optionReader, texts?.[name])
      }),
    )
  }
  const known = [...sums.values()].some(sum => sum !== NOTHING)
  return {
    title: resource.title,
    company: await readCompany(db),
    about: about.slice(1),
    heads: columns.map(({ field, heading }) => ({ label: heading, isRight: isRight(field) })),
    lines,
    totals: known
      ? columns.map(({ name, field }, at) =>
          sums.has(name) ? fieldText(field, sums.get(name), optionReader) : at === 0 ? 'Total' : '',
        )
      : undefined,
    day: today(),
  }
}

/** The sum of no known value: it is not zero. */
const NOTHING: number | undefined = undefined

const isRight = ({ kind, monthOf }: Field) => kind === 'number' && !monthOf

/** The groups of a report as they come to paper, in the lines and columns of its page. */
export async function paperOfGroups(
  db: Knex,
  title: string,
  { dimensions, figures, lines, totals }: GroupTable,
  person: Person,
  about: AboutFile,
): Promise<ListPaper> {
  const reader = optionReaderOf(person.userType)
  const said = (heads: readonly GroupHead[], values: GroupTable['totals']) =>
    values.map((value, at) => (typeof value === 'string' ? value : fieldText(heads[at]!.field, value, reader)))
  return {
    title,
    company: await readCompany(db),
    about: about.slice(1),
    heads: [
      ...dimensions.map(({ label }) => ({ label, isRight: false })),
      ...figures.map(({ label }) => ({ label, isRight: true })),
    ],
    lines: lines.map(line => [
      ...line.keys.map(({ value, text }, at) => text ?? fieldText(dimensions[at]!.field, value, reader)),
      ...said(figures, line.figures),
    ]),
    totals: [...dimensions.map((_, at) => (at === 0 ? 'Total' : '')), ...said(figures, totals)],
    day: today(),
  }
}
