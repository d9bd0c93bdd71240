import { type Resource, tableOf } from '../../../resources/define/resource.ts'

/** The index over the texts of a large resource: its table, and the columns whose groups of three characters it holds. */
export interface SearchIndex {
  table: string
  columns: readonly string[]
}

/** Returns the search index of a resource; undefined for one that is not declared as large. */
export const searchIndexOf = (resource: Resource): SearchIndex | undefined =>
  resource.large
    ? {
        table: `${tableOf(resource)}_search`,
        columns: resource.search.filter(name => resource.fields[name]!.kind === 'text'),
      }
    : undefined
