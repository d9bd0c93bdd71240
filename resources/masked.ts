/** The roles that see PANs and bank accounts in part, unless they keep the column: all but Finance and master data. */
import { type Role, roleCodes } from './roles.ts'

export const maskedOutsideFinance: readonly Role[] = roleCodes.filter(
  role => role !== 'FINANCE' && role !== 'MASTER_ADMIN',
)
