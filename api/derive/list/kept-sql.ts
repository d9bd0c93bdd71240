import type { Person } from '../rights/person.ts'
import type { CompiledSql } from '../varying-sql.ts'
import type { ListQuery } from './query.ts'
import type { Reader } from './reader.ts'

type Kept = CompiledSql & { day: string }

/** By query, rights and part of an answer: nobody is given a statement that was made for other rights. */
const statements = new WeakMap<ListQuery, WeakMap<Person['ability'], Map<string, Kept>>>()

/**
 * Returns the statement that `compile` makes for a part of the answer to a query, kept from an earlier request where
 * nothing in it can have changed: Knex takes longer to write most statements than the database to run them.
 */
export function keptSql(
  query: ListQuery,
  { person, day }: Reader,
  part: string,
  compile: () => CompiledSql,
): CompiledSql {
  // Only checked queries that are kept themselves are frozen.
  if (!person || !Object.isFrozen(query)) return compile()
  const byRights = statements.get(query) ?? new WeakMap<Person['ability'], Map<string, Kept>>()
  const byPart = byRights.get(person.ability) ?? new Map<string, Kept>()
  const before = byPart.get(part)
  if (before?.day === day) return before
  const compiled = compile()
  if (!compiled.varies) {
    statements.set(query, byRights)
    byRights.set(person.ability, byPart)
    byPart.set(part, { ...compiled, day })
  }
  return compiled
}
