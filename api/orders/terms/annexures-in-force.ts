import { customerAnnexure } from '../../../resources/masters/customer-annexure.ts'
import { selectFrom, whereValidOn } from '../../derive/rows-of.ts'

/** The annexures in force of these buyers in these SBUs. */
export const annexuresInForce = (day: string, buyerIds: readonly number[], sbuIds: readonly number[]) =>
  selectFrom(customerAnnexure, rows =>
    whereValidOn(rows, day).where({ status: 'ACCEPTED' }).whereIn('customerId', buyerIds).whereIn('sbuId', sbuIds),
  )
