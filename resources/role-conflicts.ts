import { joined } from './access-words.ts'
import { confirmingRoles } from './confirming-roles.ts'
import { isConfirmed } from './define/confirmation.ts'
import { rolesWith } from './define/rights.ts'
import { resources } from './registry.ts'
import { administratorRole, type Role, roleCodes, roleNames } from './roles.ts'

/** Two roles that one person should not hold: with one they propose what is confirmed with the other. */
interface RoleConflict {
  roles: readonly [Role, Role]
  /** Why, as a sentence. */
  sentence: string
}

/** The titles of the resources of which one of two roles writes the rows, which a second person confirms with the other. */
const sharedBy = (one: Role, other: Role): string[] =>
  resources.filter(isConfirmed).flatMap(({ access, title, proposedBy }) => {
    const writers = proposedBy ?? [...rolesWith(access, 'create'), ...rolesWith(access, 'update')]
    const confirmers = rolesWith(access, 'approve')
    const crosses = (writer: Role, confirmer: Role) => writers.includes(writer) && confirmers.includes(confirmer)
    return crosses(one, other) || crosses(other, one) ? [title] : []
  })

function conflictOf(one: Role, other: Role): RoleConflict[] {
  const shared = sharedBy(one, other)
  const why = shared.length > 0 ? `one proposes what the other confirms in ${joined(shared, 'and')}` : GIVES
  const sentence = `Conflict of duties between ${roleNames[one]} and ${roleNames[other]}: ${why}`
  const gives = [one, other].includes(administratorRole) && [one, other].every(role => confirmingRoles.includes(role))
  return shared.length > 0 || gives ? [{ roles: [one, other], sentence }] : []
}

const GIVES = 'one gives the role by which the other confirms'

/** Every pair of roles in conflict, from the declared access; an IT administrator with each other role that confirms. */
export const roleConflicts: readonly RoleConflict[] = roleCodes.flatMap((one, place) =>
  roleCodes.slice(place + 1).flatMap(other => conflictOf(one, other)),
)

/** The conflicts of a role with others of one person. */
export const conflictsWith = (role: Role, others: readonly Role[]): RoleConflict[] =>
  conflictsAmong([...others, role]).filter(({ roles }) => roles.includes(role))

/** The conflicts among the roles that one person holds or is to hold. */
export const conflictsAmong = (held: readonly Role[]): RoleConflict[] =>
  roleConflicts.filter(({ roles }) => roles.every(role => held.includes(role)))
