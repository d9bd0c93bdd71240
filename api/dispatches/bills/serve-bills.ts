import type { Knex } from 'knex'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import * as bills from '../../../resources/dispatches/commands/bills.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { notFound } from '../../platform/errors.ts'
import { correctBill } from './correct-bill.ts'
import { enterBill } from './enter-bill.ts'
import { enterCarting } from './enter-carting.ts'

/** How the bills of transporters and vouchers of carting are entered and corrected. */
export const billCommands: readonly Bound[] = [
  bind(bills.enterBill, async (bill, { trx, person, author }) => ({
    id: (await enterBill(trx, bill, person, author)).id,
  })),
  bind(bills.correctBill, async ({ id, ...correction }, { trx, person, author }) => {
    await correctBill(trx, await readableBill(trx, id, person), correction, person, author)
    return { id }
  }),
  bind(bills.enterCarting, async (voucher, { trx, person, author }) =>
    (await enterCarting(trx, voucher, person, author)).map(({ id }) => id),
  ),
]

async function readableBill(trx: Knex, id: number, person: Person) {
  const [bill] = await rowsOf(trx, transporterBill, rows =>
    restrict(rows.where('transporter_bill.id', id), trx, transporterBill, person, 'read'),
  )
  if (!bill) throw notFound()
  return bill
}
