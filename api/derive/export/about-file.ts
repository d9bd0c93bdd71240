import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { csvText } from '../../../resources/define/sheet/sheet-cell.ts'
import { dayText, momentText, showNumber } from '../../../resources/define/show.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { roles } from '../../../resources/roles.ts'
import type { Filter, Filters, ListQuery } from '../list/query.ts'
import { seenAmong } from '../list/shared-filters.ts'
import { withTexts } from '../list/texts.ts'
import type { Person } from '../rights/person.ts'
import type { StoredRow } from '../row-codec.ts'

/** What stands in the file of a report besides its rows: a word and what it says, line by line. */
export type AboutFile = readonly (readonly [word: string, says: string])[]

/** What a file of a report holds: which rows, as far as whose rights reach, as of when, and how many. */
export async function aboutFile(
  db: Knex,
  report: Resource,
  person: Person,
  query: Pick<ListQuery, 'filters' | 'q'>,
  { at, rows, unit = 'Rows' }: { at: string; rows: number; unit?: string },
): Promise<AboutFile> {
  const filters = await filterWords(db, report, person, query.filters)
  return [
    ['Report', report.title],
    ...filters.map(words => ['Filter', words] as const),
    ...(query.q ? [['Search', query.q] as const] : []),
    ['Scope', `The rows that ${person.name} may read, as ${heldWords(person)}`],
    ['As of', momentText(at)],
    [unit, showNumber(rows)],
  ]
}

/** The roles of a person with the places to which they are restricted. */
function heldWords({ held }: Person): string {
  const words = held.map(({ role, scopeType, scopeRef }) =>
    scopeRef === null ? roles[role].name : `${roles[role].name} of ${scopeType} ${scopeRef}`,
  )
  return [...new Set(words)].join(', ')
}

/** The filters of a list in words, one text for each column. */
export async function filterWords(db: Knex, report: Resource, person: Person, filters: Filters): Promise<string[]> {
  const texts = await textsOf(db, report, person, filters)
  const wordsOf = (parts: Filters): string[] => {
    const plain = parts.filter((part): part is Filter => !('or' in part))
    const fields = [...Map.groupBy(plain, ({ field }) => field)]
    return [
      ...fields.map(([name, own]) => `${columnOf(report, name)!.label}: ${conditionWords(report, name, own, texts)}`),
      ...parts.flatMap(part => ('or' in part ? [part.or.map(one => wordsOf(one).join('; ')).join(' or ')] : [])),
    ]
  }
  return wordsOf(filters)
}

type Texts = ReadonlyMap<string, string>

function conditionWords(report: Resource, name: string, filters: readonly Filter[], texts: Texts): string {
  const { field } = columnOf(report, name)!
  const words = (value: unknown) =>
    value === null
      ? '(none)'
      : (texts.get(`${field.to}/${value}`) ?? (field.kind === 'reference' ? `No. ${value}` : plainWords(field, value)))
  const first = filters.find(({ operator }) => operator === '$gte')
  const last = filters.find(({ operator }) => operator === '$lte' || operator === '$lt')
  if (first && last && filters.length === 2) return `${words(first.value)} to ${words(last.value)}`
  return filters
    .map(({ operator, value }) => `${SIGNS[operator]} ${[value].flat().map(words).join(', ')}`.trim())
    .join(', ')
}

const SIGNS: Record<Filter['operator'], string> = {
  $eq: '',
  $ne: 'not',
  $in: '',
  $nin: 'not',
  $gt: 'above',
  $gte: 'from',
  $lt: 'below',
  $lte: 'up to',
  $contains: 'contains',
  $starts: 'starts with',
}

function plainWords(field: Field, value: unknown): string {
  if (field.kind === 'date') return dayText(String(value))
  if (field.kind === 'instant') return momentText(String(value))
  return csvText(field, value)
}

/** The texts of the rows that filters name and the person may read, by `customer/12`, as the report shows them. */
async function textsOf(db: Knex, report: Resource, person: Person, filters: Filters): Promise<Texts> {
  const named = filters.flatMap(function all(filter): Filter[] {
    return 'or' in filter ? filter.or.flat().flatMap(all) : [filter]
  })
  const texts = new Map<string, string>()
  for (const { field: name, value } of named) {
    const { field } = columnOf(report, name)!
    if (field.kind !== 'reference' || field.to === undefined) continue
    const ids = [value].flat().map(Number).filter(Boolean)
    const seen = await seenAmong(db, person, resourceNamed(field.to), ids)
    const rows = [...seen].map(id => ({ id: 0, [name]: id })) as unknown as StoredRow[]
    for (const row of await withTexts(db, report, rows)) {
      const text = (row.texts as Record<string, string>)[name]
      if (text !== undefined) texts.set(`${field.to}/${row[name]}`, text)
    }
  }
  return texts
}
