import type { Knex } from 'knex'
import type { Role } from '../../resources/roles.ts'
import { today } from '../platform/clock.ts'

/** The documents of the library for any of these roles: active, not past, each in its newest version. */
export function libraryFor(db: Knex, roles: readonly Role[]): Knex.QueryBuilder {
  return db('attachment')
    .where('attachment.ownerType', 'LIBRARY')
    .whereNull('attachment.ownerId')
    .whereNull('attachment.withdrawnAt')
    .where(any => any.whereNull('attachment.validTo').orWhere('attachment.validTo', '>=', today()))
    .where(any => {
      any.whereRaw('1 = 0')
      for (const role of roles) any.orWhere('attachment.audience', 'like', `%"${role}"%`)
    })
}
