import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import { uploadPaymentCustomers } from '../../resources/masters/upload-payment-customers.ts'
import { user } from '../../resources/settings/user.ts'
import type { SeedWriter } from '../seed-writer.ts'

/** A buyer whom only the past needs: a distributor who paid online. */
const LOGIN = 'coromandel'

export const pastLogins = [LOGIN]

/** Writes them; `hashes` are of the demo password, as for everybody else. */
export async function writePastPeople(
  { write }: SeedWriter,
  hashes: ReadonlyMap<string, string>,
  at: string,
): Promise<void> {
  await write(user, [
    {
      loginId: LOGIN,
      passwordHash: hashes.get(LOGIN)!,
      passwordChangedAt: at,
      mustChangePassword: false,
      inviteStatus: 'ACTIVE',
      name: 'Lakshmi Narayanan',
      mobile: '9000020018',
      email: `${LOGIN}@partner.example`,
      userType: 'CUSTOMER',
      customer: '100202',
    },
  ])
  await write(assignRoles, [{ user: LOGIN, role: 'DISTRIBUTOR', scopeType: 'OWN' }])
  const terms = { merchantAccount: 'BILLDESK1', gateway: 'BILLDESK', allowPartial: true } as const
  await write(uploadPaymentCustomers, [{ customer: '100202', ...terms, maxTxnAmount: 5_00_000_00 }])
}
