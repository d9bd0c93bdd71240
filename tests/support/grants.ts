import type { Knex } from 'knex'
import type { HeldRole } from '../../api/derive/rights/person.ts'
import { scopeIdsIn } from '../../api/derive/rights/read-person.ts'

/** A granted role with the code of its scope, before the ids of the scope are looked up. */
export type GrantInput = Omit<HeldRole, 'scopeIds'>

/** The grants with the ids of their scopes, as the portal reads them. */
export async function grantsWithScopeIds(db: Knex, given: readonly GrantInput[]): Promise<HeldRole[]> {
  const held: HeldRole[] = []
  for (const grant of given) {
    const [ids] = await db
      .select(db.raw(`${scopeIdsIn('given')} as scopeIds`))
      .from(db.raw('(select ? as scopeType, ? as scopeRef) as given', [grant.scopeType, grant.scopeRef]))
    held.push({ ...grant, ...ids })
  }
  return held
}
