/** Who is told PANs and bank accounts in part only: everybody but those who pay and those who keep the masters (§I.2). */
import { type Role, roleCodes } from './roles.ts'

export const notForFinance: readonly Role[] = roleCodes.filter(role => role !== 'FINANCE' && role !== 'MASTER_ADMIN')
