import type { Knex } from 'knex'
import { type Held, scopeIdsIn } from '../../api/derive/rights/person.ts'

/** A grant as somebody gives it, who names what it is for by its code. */
export type Given = Omit<Held, 'scopeIds'>

/** The grants as the product reads them from its database. */
export async function heldIn(db: Knex, given: readonly Given[]): Promise<Held[]> {
  const held: Held[] = []
  for (const grant of given) {
    const [ids] = await db
      .select(db.raw(`${scopeIdsIn('given')} as scopeIds`))
      .from(db.raw('(select ? as scopeType, ? as scopeRef) as given', [grant.scopeType, grant.scopeRef]))
    held.push({ ...grant, ...ids })
  }
  return held
}
