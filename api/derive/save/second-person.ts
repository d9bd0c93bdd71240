import type { Knex } from 'knex'
import { confirmingRoles } from '../../../resources/confirming-roles.ts'
import { fulfils } from '../../../resources/define/condition.ts'
import { isAlwaysConfirmed, isConfirmed } from '../../../resources/define/confirmation.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { readSettings } from '../../platform/settings.ts'
import { nobodyElseConfirms } from '../rights/confirmers.ts'

/** What of a resource a second person confirms at present. */
export interface SecondPerson {
  /** Whether changes count only once they are confirmed. */
  needed: boolean
  /** Whether a row in any of these states is one that a second person confirms. */
  covers: (...states: readonly RowValues[]) => boolean
  /** Whether nobody else could confirm a new row, so that it counts at once. */
  isAlone: boolean
}

/**
 * Whether rows of a resource count only once a second person has confirmed them, as `limits.four_eyes` says today; of
 * money and power it says nothing.
 */
export const needsConfirmation = async (db: Knex, resource: Resource): Promise<boolean> =>
  isConfirmed(resource) && (isAlwaysConfirmed(resource) || (await readSettings(db))['limits.four_eyes'])

/** Returns what of a resource a second person confirms at present. */
export async function secondPersonOf(db: Knex, resource: Resource): Promise<SecondPerson> {
  const needed = await needsConfirmation(db, resource)
  const { movesMoney, givesPower } = resource
  if (!givesPower) {
    const covers = (...states: readonly RowValues[]) =>
      isConfirmed(resource) && (typeof movesMoney !== 'object' || states.some(row => fulfils(movesMoney, row)))
    return { needed, covers, isAlone: false }
  }
  const ids = new Set<unknown>(
    await db('role')
      .whereIn('code', [...confirmingRoles])
      .pluck('id'),
  )
  const covers = (...states: readonly RowValues[]) => states.some(row => ids.has(row[givesPower]))
  return { needed, covers, isAlone: await nobodyElseConfirms(db, resource) }
}
