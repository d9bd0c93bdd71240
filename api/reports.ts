import type { Knex } from 'knex'
import type { Asking } from './derive/list/column-sql.ts'
import type { Person } from './derive/rights/person.ts'
import { auditedChange, auditLogReport } from './mis/audit-log-report.ts'
import { loginLogoutReport } from './mis/login-logout-report.ts'
import { itemWiseOrder } from './orders/item-wise-order.ts'

/** The query of a report: one row with an `id` and a value under the name of every declared column. */
export type ReportRows = (db: Knex, asking: Asking) => Knex.QueryBuilder

interface ReportQuery {
  rows: ReportRows
  /** What is told of one row besides its columns. */
  more?: (db: Knex, person: Person, id: number) => Promise<object>
}

/** The queries of the reports that are declared, by name. */
export const reportQueries: Readonly<Record<string, ReportQuery>> = {
  'audit-log-report': { rows: auditLogReport, more: auditedChange },
  'login-logout-report': { rows: loginLogoutReport },
  'item-wise-order': { rows: itemWiseOrder },
}
