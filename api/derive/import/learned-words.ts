import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { headingKey, optionKey } from '../../../resources/define/sheet/sheet.ts'
import { ABOUT_HEADING, importWord } from '../../../resources/platform/imports/import-word.ts'
import type { ColumnMapping, SaidWord } from '../../../resources/platform/imports/imports.ts'
import { now } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Person } from '../rights/person.ts'
import { shapesOf, wordListOf } from '../uploads/upload-at.ts'
import { columnKey, fileColumns, proposeColumns } from './file-columns.ts'

/** What people said of the files of a list. */
export interface LearnedWords {
  /** The key of a column by the key of a heading. */
  headings: ReadonlyMap<string, string>
  /** The option by the key of a value, by the key of its column. */
  options: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export const NOTHING_LEARNED: LearnedWords = { headings: new Map(), options: new Map() }

/** Reads what people said of the files of a list; what they said of those of one sender comes before the rest. */
export async function learnedWords(db: Knex, importType: string, given = {}): Promise<LearnedWords> {
  const lists = [importType, wordListOf(importType, given)]
  const found: { importType: string; about: string; word: string; meaning: string }[] = await db(
    tableOf(importWord),
  ).whereIn('importType', lists)
  const rows = lists.flatMap(list => found.filter(one => one.importType === list))
  const byColumn = Map.groupBy(rows, ({ about }) => about)
  const meanings = new Map(
    [...byColumn].map(([about, own]) => [about, new Map(own.map(({ word, meaning }) => [word, meaning]))] as const),
  )
  return { headings: meanings.get(ABOUT_HEADING) ?? new Map(), options: meanings }
}

/** A word of a file, and what it means; null where it means nothing any more. */
type Meaning = { about: string; word: string; written: string; meaning: string | null }

/**
 * Keeps what a person says of the headings that are nobody's name, and of values. Throws 400 for a value that is no option
 * of its column.
 */
export async function learnWords(
  db: Knex,
  resource: Resource,
  person: Person,
  {
    headings,
    mapping,
    words,
    given,
  }: {
    headings: readonly string[]
    mapping: ColumnMapping
    words: readonly SaidWord[]
    given?: Record<string, string> | undefined
  },
): Promise<void> {
  const columns = fileColumns(resource, new Set(Object.keys(resource.fields)))
  // Where others write such files, a heading of ours may mean another column in theirs.
  const named = shapesOf(resource).length > 0 ? [] : proposeColumns(columns, headings)
  const meanings: Meaning[] = headings.flatMap((written, index) => {
    const isOwn = headingKey(written) === '' || (named[index] ?? null) !== null
    return isOwn ? [] : [{ about: ABOUT_HEADING, word: headingKey(written), written, meaning: mapping[index] ?? null }]
  })
  for (const { column, word, option } of words) {
    const { cellField } = columns.find(one => columnKey(one) === column) ?? {}
    if (option !== null && !cellField?.options?.includes(option))
      throw invalidField('words', 'ENUM', `${option} is no option of ${column}: choose what “${word}” means`)
    meanings.push({ about: column, word: optionKey(word), written: word, meaning: option })
  }
  for (const one of meanings) await keep(db, wordListOf(resource.path, given), person, one)
}

/** Keeps one meaning over an earlier one. */
async function keep(db: Knex, importType: string, person: Person, { about, word, written, meaning }: Meaning) {
  const key = { importType, about, word: word.slice(0, 120) }
  if (meaning === null) {
    await db(tableOf(importWord)).where(key).delete()
    return
  }
  const said = { written: written.slice(0, 120), meaning, updatedAt: now(), updatedById: person.id }
  await db(tableOf(importWord))
    .insert({ ...key, ...said, rowVersion: 1, createdAt: said.updatedAt, createdById: person.id })
    .onConflict(Object.keys(key))
    .merge(Object.keys(said))
}
