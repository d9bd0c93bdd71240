import { may } from './access.ts'
import { resources } from './registry.ts'
import { type Role, roleCodes } from './roles.ts'

/** Roles that may import some master, or read what others imported. */
export const rolesImporting: readonly Role[] = roleCodes.filter(role =>
  resources.some(({ access, name }) => may(access, role, name === 'import-job' ? 'R' : 'I')),
)
