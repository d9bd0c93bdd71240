import type { Knex } from 'knex'
import { confirmingRoles } from '../../../resources/confirming-roles.ts'
import { fulfils } from '../../../resources/define/condition.ts'
import { isAlwaysConfirmed, isConfirmed, onlyProposes } from '../../../resources/define/confirmation.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { readSettings } from '../../platform/settings.ts'
import { nobodyElseConfirms } from '../rights/confirmers.ts'
import { rolesHeldBy } from '../rights/holders.ts'
import type { Author } from './author.ts'

/** What of a resource a second person confirms at present. */
export interface SecondPerson {
  /** Whether changes count only once they are confirmed. */
  needed: boolean
  /** Whether a row in any of these states is one that a second person confirms. */
  covers: (...states: readonly RowValues[]) => boolean
  /** Whether nobody else could confirm a new row, so that it counts at once. */
  isAlone: boolean
}

type Writer = Pick<Author, 'id'>

/**
 * Whether what an author writes of a resource counts only once a second person has confirmed it, as `limits.four_eyes` says
 * today; of money and power it says nothing.
 */
export async function needsConfirmation(db: Knex, resource: Resource, author: Writer): Promise<boolean> {
  if (!isConfirmed(resource)) return false
  if (resource.proposedBy) return author.id !== null && onlyProposes(resource, await rolesHeldBy(db, author.id))
  return isAlwaysConfirmed(resource) || (await readSettings(db))['limits.four_eyes']
}

/** Returns what of a resource a second person confirms at present, where this author writes. */
export async function secondPersonOf(db: Knex, resource: Resource, author: Writer): Promise<SecondPerson> {
  const needed = await needsConfirmation(db, resource, author)
  const { movesMoney, givesPower } = resource
  if (resource.proposedBy) return { needed, covers: () => needed, isAlone: false }
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
