import { isConfirmed } from './define/confirmation.ts'
import { rolesWith } from './define/rights.ts'
import { resources } from './registry.ts'
import { type Role, roleCodes } from './roles.ts'

/**
 * The roles that confirm what another person wrote: they hold the letter for it on a resource whose rows a second person
 * confirms. Nobody alone gives or ends one of them.
 */
export const confirmingRoles: readonly Role[] = roleCodes.filter(role =>
  resources.some(resource => isConfirmed(resource) && rolesWith(resource.access, 'approve').includes(role)),
)
