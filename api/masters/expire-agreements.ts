import type { Knex } from 'knex'
import { annexureProcess } from '../../resources/masters/annexure-process.ts'
import { contractProcess } from '../../resources/masters/contract-process.ts'
import { type CustomerAnnexure, customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { type RateContract, rateContractCustomer } from '../../resources/masters/rate-contract-customer.ts'
import { attach } from '../derive/process/attach.ts'
import { takeDueSteps } from '../derive/process/due-steps.ts'

const attachedContract = attach<RateContract, typeof contractProcess>(contractProcess, {
  resource: rateContractCustomer,
  numberOf: ({ contractNo }) => contractNo,
  effects: {},
  tell: {},
})
const attachedAnnexure = attach<CustomerAnnexure, typeof annexureProcess>(annexureProcess, {
  resource: customerAnnexure,
  numberOf: ({ annexureNo }) => annexureNo,
  effects: {},
  tell: {},
})

/** Sets contracts and annexures whose last day has passed to EXPIRED. Returns how many. */
export const expireAgreements = async (db: Knex): Promise<number> =>
  (await takeDueSteps(db, attachedContract)) + (await takeDueSteps(db, attachedAnnexure))
