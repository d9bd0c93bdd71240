import type { Knex } from 'knex'
import { isSqlite } from '../../platform/database.ts'

/** Limits rows to those whose column matches a pattern of `like`, in which `escaped` texts stand for themselves. */
export const contains = (rows: Knex.QueryBuilder, column: string | Knex.Raw, pattern: string) =>
  rows.whereRaw(`${typeof column === 'string' ? '??' : '?'} like ? escape '!'`, [column, pattern])

/** A text as part of such a pattern. */
export const escaped = (text: string) => text.replace(/[!%_]/g, sign => `!${sign}`)

/** Limits rows to these ids: on SQLite given as one value, so that the statement is the same for any number of them. */
export const among = (rows: Knex.QueryBuilder, db: Knex, id: string, ids: readonly number[]) =>
  isSqlite(db)
    ? rows.whereRaw('?? in (select value from json_each(?))', [id, JSON.stringify(ids)])
    : rows.whereIn(id, ids)
