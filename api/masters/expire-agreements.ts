import type { Knex } from 'knex'
import { customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { rateContractCustomer } from '../../resources/masters/rate-contract-customer.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor, updateRows } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { transact } from '../platform/transact.ts'

/** Sets contracts and annexures whose last day has passed to EXPIRED. Returns how many. */
export async function expireAgreements(db: Knex): Promise<number> {
  const author = systemAuthor('nightly expiry')
  return transact(db, async trx => {
    const contracts = await rowsOf(trx, rateContractCustomer, rows =>
      rows.whereIn('status', ['ACTIVE', 'SUSPENDED']).where('validTo', '<', today()),
    )
    await updateRows(trx, rateContractCustomer, contracts, { status: 'EXPIRED' }, author)
    const annexures = await rowsOf(trx, customerAnnexure, rows =>
      rows.whereIn('status', ['ISSUED', 'ACCEPTED']).where('validTo', '<', today()),
    )
    await updateRows(trx, customerAnnexure, annexures, { status: 'EXPIRED' }, author)
    return contracts.length + annexures.length
  })
}
