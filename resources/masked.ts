/** The roles that see PANs and bank accounts only in part: all except those who pay and those who keep the masters. */
import { type Role, roleCodes } from './roles.ts'

export const maskedOutsideFinance: readonly Role[] = roleCodes.filter(
  role => role !== 'FINANCE' && role !== 'MASTER_ADMIN',
)
