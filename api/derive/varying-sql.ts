import type { Knex } from 'knex'

/** A statement and the values of its question marks. */
export interface CompiledSql {
  sql: string
  bindings: readonly (string | number)[]
  /** It may be another one at the next request, although the query, the rights and the day are the same. */
  varies: boolean
}

let noted = 0

/** Notes, while SQL is built, that it names the rows of one person, or that its author may have looked at the clock. */
export function noteVarying(): void {
  noted += 1
}

/** Compiles a select, which builds it to its last condition. */
export function compileSql(build: () => Knex.QueryBuilder): CompiledSql {
  const before = noted
  const { sql, bindings } = build().toSQL()
  return { sql, bindings: bindings as (string | number)[], varies: noted > before }
}
