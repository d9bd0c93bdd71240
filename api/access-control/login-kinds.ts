import type { Knex } from 'knex'
import type { Role } from '../../resources/roles.ts'
import { user } from '../../resources/settings/user.ts'
import { decodeRow, type StoredRow } from '../derive/row-codec.ts'

/** A kind of row that may have a login: the column of the user that refers to it, and the first role. */
export interface LoginKind {
  userType: 'EMPLOYEE' | 'CUSTOMER' | 'TRANSPORTER' | 'PARTNER_SITE'
  column: 'employeeId' | 'customerId' | 'transporterId' | 'plantId'
  refersTo: 'id' | 'plantId'
  code: 'code' | 'employeeCode'
  role: (row: StoredRow) => Role | null
}

const site: LoginKind = {
  userType: 'PARTNER_SITE',
  column: 'plantId',
  refersTo: 'plantId',
  code: 'code',
  role: () => 'DISPATCH',
}

/** The resources whose rows may have a login, by name. */
export const kinds: Readonly<Record<string, LoginKind>> = {
  // Employees get their roles in Assign Roles.
  employee: { userType: 'EMPLOYEE', column: 'employeeId', refersTo: 'id', code: 'employeeCode', role: () => null },
  customer: {
    userType: 'CUSTOMER',
    column: 'customerId',
    refersTo: 'id',
    code: 'code',
    role: ({ isDistributor }) => (isDistributor ? 'DISTRIBUTOR' : 'CUSTOMER'),
  },
  transporter: {
    userType: 'TRANSPORTER',
    column: 'transporterId',
    refersTo: 'id',
    code: 'code',
    role: () => 'TRANSPORTER',
  },
  cnf: site,
  'toll-center': site,
  'central-warehouse': site,
}

/** The login of a row, the open one before a closed one. */
export const loginOf = async (trx: Knex, name: string, row: StoredRow): Promise<StoredRow | undefined> =>
  (await loginsOf(trx, name, [row])).get(row.id)

/** The logins of rows by the ids of the rows, of each the open one before a closed one. */
export async function loginsOf(trx: Knex, name: string, rows: readonly StoredRow[]): Promise<Map<number, StoredRow>> {
  const { column, refersTo, userType } = kinds[name]!
  const loginRows: StoredRow[] = await trx('user')
    .where({ userType })
    .whereIn(
      column,
      rows.map(row => row[refersTo] as number),
    )
    .orderBy([{ column: 'isActive', order: 'desc' }, { column: 'id' }])
  const logins = new Map<number, StoredRow>()
  for (const { id, [refersTo]: key } of rows) {
    const login = loginRows.find(row => row[column] === key)
    if (login) logins.set(id, decodeRow(user, login) as StoredRow)
  }
  return logins
}
