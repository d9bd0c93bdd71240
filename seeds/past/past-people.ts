import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import { employee } from '../../resources/access-control/employee.ts'
import { uploadPaymentCustomers } from '../../resources/masters/upload-payment-customers.ts'
import { roles } from '../../resources/roles.ts'
import { user } from '../../resources/settings/user.ts'
import type { SeedWriter } from '../seed-writer.ts'

/** People whom only the past needs: a second person of Finance, who confirms, and buyers who pay online. */
const buyers = [
  ['konkan', 'CUSTOMER', 'Ashwini Sawant', '9000020007', '100102'],
  ['coromandel', 'DISTRIBUTOR', 'Lakshmi Narayanan', '9000020008', '100202'],
] as const
const SECOND = { code: 'E1062', login: 'accounts', name: 'Rekha Nambiar', mobile: '9000010062' } as const

export const pastLogins = [SECOND.login, ...buyers.map(([login]) => login)]

/** Writes them; `hashes` are of the demo password, as for everybody else. */
export async function writePastPeople(
  { write }: SeedWriter,
  hashes: ReadonlyMap<string, string>,
  at: string,
): Promise<void> {
  const { code, login, name, mobile } = SECOND
  const email = `${login}@meridian-labs.example`
  const ready = (loginId: string) => ({
    loginId,
    passwordHash: hashes.get(loginId)!,
    passwordChangedAt: at,
    mustChangePassword: false,
    inviteStatus: 'ACTIVE' as const,
  })
  const job = { designation: 'Accounts executive', manager: 'E1061', locationCity: 'Mumbai' }
  await write(employee, [{ employeeCode: code, name, email, mobile, ...job, dateOfJoining: '2019-06-15' }])
  await write(user, [
    { ...ready(login), name, email, mobile, userType: 'EMPLOYEE', employee: code },
    ...buyers.map(([loginId, role, buyer, number, customer]) => ({
      ...ready(loginId),
      ...{ name: buyer, mobile: number, email: `${loginId}@partner.example`, userType: roles[role].userType, customer },
    })),
  ])
  await write(assignRoles, [
    { user: login, role: 'FINANCE', scopeType: 'ALL' },
    ...buyers.map(([loginId, role]) => ({ user: loginId, role, scopeType: 'OWN' as const })),
  ])
  const terms = { merchantAccount: 'BILLDESK1', gateway: 'BILLDESK', allowPartial: true } as const
  await write(uploadPaymentCustomers, [{ customer: '100202', ...terms, maxTxnAmount: 5_00_000_00 }])
}
