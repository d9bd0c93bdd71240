import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { behaviourOf } from '../extend.ts'
import { noteVarying } from '../varying-sql.ts'
import type { Reader } from './column-sql.ts'

/** Returns the source of a list's rows: its table, or the query of a report under the name of a table. */
export const sourceOf = (db: Knex, resource: Resource, reader: Reader): Knex.QueryBuilder =>
  resource.kind === 'report' ? db.from(reportQuery(db, resource, reader).as(tableOf(resource))) : db(tableOf(resource))

function reportQuery(db: Knex, report: Resource, reader: Reader): Knex.QueryBuilder {
  noteVarying()
  return behaviourOf(report).query!(db, reader)
}
