import type { Knex } from 'knex'

/**
 * The SQL of whether a grant counts on a day, for the table of grants under that name: it is active, valid, and confirmed
 * where a second person confirms it. The day is bound twice.
 */
export const grantCounts = (grants: string) =>
  `${grants}.isActive = 1 and ${grants}.confirmStatus <> 'PENDING' and ${grants}.validFrom <= ? and ${grants}.validTo >= ?`

/** The grants of roles that count on a day, under a name: whoever asks what somebody may do reads these alone. */
export const grantsOn = (db: Knex, day: string, name = 'assign_roles'): Knex.QueryBuilder =>
  allGrants(db, name).whereRaw(grantCounts(name), [day, day])

/** The grants of roles that count on some day, past and future ones, too: they are active and confirmed. */
export const confirmedGrants = (db: Knex): Knex.QueryBuilder =>
  allGrants(db).where('assign_roles.isActive', 1).whereNot('assign_roles.confirmStatus', 'PENDING')

/** Every grant of a role, also what was taken back and what waits for a second person: for who lists or changes them. */
export const allGrants = (db: Knex, name = 'assign_roles'): Knex.QueryBuilder =>
  db(name === 'assign_roles' ? name : `assign_roles as ${name}`)

/** Every grant with who proposed what of it waits: its author while it is new. */
export const grantsAndProposers = (db: Knex): Knex.QueryBuilder =>
  allGrants(db).leftJoin('user as proposer', join =>
    join.on(
      'proposer.id',
      db.raw(
        `case assign_roles.confirmStatus when 'PENDING' then assign_roles.createdById else assign_roles.proposedById end`,
      ),
    ),
  )

/** Joins the grants that count on a day, under a name, where one of their columns is one of the rows. */
export const joinGrants = (
  rows: Knex.QueryBuilder,
  db: Knex,
  day: string,
  {
    name = 'assign_roles',
    column,
    is,
    also = 'none',
  }: { name?: string; column: string; is: string; also?: 'none' | 'rows' },
) => {
  const table = name === 'assign_roles' ? name : `assign_roles as ${name}`
  const on = (join: Knex.JoinClause) => join.on(`${name}.${column}`, is).andOn(db.raw(grantCounts(name), [day, day]))
  return also === 'rows' ? rows.leftJoin(table, on) : rows.join(table, on)
}
