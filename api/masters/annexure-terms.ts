import type { Knex } from 'knex'
import type { Customer } from '../../resources/access-control/customer.ts'
import { customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { rowsOf, validOn } from '../derive/rows-of.ts'

type Terms = Pick<Customer, 'freightTerms' | 'paymentTermsDays'>

/** Who pays the freight and within how many days is paid: an accepted annexure of the SBU goes before the customer's own terms (M49). */
export async function termsOf(db: Knex, customer: Terms & { id: number }, sbuId: number, day: string): Promise<Terms> {
  const [annexure] = await rowsOf(db, customerAnnexure, rows =>
    validOn(rows.where({ customerId: customer.id, sbuId, status: 'ACCEPTED' }), day)
      .orderBy([
        { column: 'validFrom', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(1),
  )
  const { freightTerms, paymentTermsDays } = annexure ?? customer
  return { freightTerms, paymentTermsDays }
}
