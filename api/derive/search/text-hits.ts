import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { noteVarying } from '../varying-sql.ts'
import { candidateIds } from './candidates.ts'
import { searchIndexOf } from './search-index.ts'

/** A text that is searched for among the rows of a resource. */
export interface AskedText {
  resource: Resource
  text: string
}

/** What the search indexes answered: the rows of a resource that may contain a text; undefined where they do not tell. */
export type TextHits = (resource: Resource, text: string) => readonly number[] | undefined

const NO_HITS: TextHits = () => undefined

/** Asks the search indexes for texts, each once. */
export async function askIndexes(db: Knex, askedTexts: readonly AskedText[]): Promise<TextHits> {
  const indexed = askedTexts.filter(({ resource }) => searchIndexOf(resource))
  if (indexed.length === 0) return NO_HITS
  const answers = new Map<string, readonly number[] | undefined>()
  const keyOf = (resource: Resource, text: string) => `${resource.name} ${text}`
  for (const { resource, text } of indexed) {
    const key = keyOf(resource, text)
    if (!answers.has(key)) answers.set(key, await candidateIds(db, resource, text))
  }
  return (resource, text) => {
    noteVarying()
    return answers.get(keyOf(resource, text))
  }
}

/** Whether the search index of a resource holds a column. */
export const isIndexed = (resource: Resource, column: string) =>
  searchIndexOf(resource)?.columns.includes(column) ?? false
