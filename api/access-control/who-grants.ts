import type { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import type { Middleware } from 'koa'
import { administratorRole } from '../../resources/roles.ts'
import { grantsOn } from '../derive/rights/grants.ts'
import type { Person } from '../derive/rights/person.ts'
import { today } from '../platform/clock.ts'

/** Partners see no names of employees. */
const UNNAMED = 'the IT administrator'
const MOST_NAMES = 3

/** Adds to a refusal by a declared rule who can give the right. */
export const addWhoGrants =
  (db: Knex): Middleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const refusal = error as FeathersError & { data?: { rule?: object } }
      const person = ctx.state.person as Person | undefined
      if (refusal.code === 403 && refusal.data?.rule && person)
        refusal.data = { ...refusal.data, grantedBy: await grantersFor(db, person) }
      throw error
    }
  }

/** The current grants of SYS_ADMIN whose users can sign in, with their users. */
export const administrators = (db: Knex): Knex.QueryBuilder =>
  grantsOn(db, today())
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .where({ 'role.code': administratorRole, 'user.isActive': 1, 'user.isLocked': 0 })

/** Whom a person asks for access that they lack: the names of today's SYS_ADMINs, for employees only. */
export async function grantersFor(db: Knex, { userType }: Person): Promise<string> {
  if (userType !== 'EMPLOYEE') return UNNAMED
  const names: string[] = await administrators(db).orderBy('user.name').limit(MOST_NAMES).distinct().pluck('user.name')
  return names.length > 0 ? `${names.join(' or ')} (IT administrator)` : UNNAMED
}
