import type { Knex } from 'knex'
import type { Customer } from '../../../resources/access-control/customer.ts'
import { customerSalesArea } from '../../../resources/access-control/customer-sales-area.ts'
import { sbu } from '../../../resources/masters/sbu.ts'
import type { AgreedTerms } from '../../../resources/orders/terms/agreed-terms.ts'
import { readTogether, selectFrom } from '../../derive/rows-of.ts'
import { agreedTerms } from '../quote/customer-terms.ts'
import { annexuresInForce } from './annexures-in-force.ts'

/** The terms that are agreed with a customer in each of these SBUs on a day. */
export async function agreedInSbus(
  db: Knex,
  buyer: Customer,
  sbuIds: readonly number[],
  day: string,
): Promise<(sbuId: number) => AgreedTerms> {
  const { annexures, salesAreas, units } = await readTogether(db, {
    annexures: annexuresInForce(day, [buyer.id], sbuIds),
    salesAreas: selectFrom(customerSalesArea, rows => rows.where({ customerId: buyer.id })),
    units: selectFrom(sbu, rows => rows.whereIn('id', sbuIds)),
  })
  const facts = { annexures, salesAreas, sbus: new Map(units.map(row => [row.id, row])) }
  return sbuId => agreedTerms(facts, buyer, sbuId)
}
