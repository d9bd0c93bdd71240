import type { Knex } from 'knex'
import { rolesWith } from '../../../resources/define/rights.ts'
import { rupees } from '../../../resources/define/show.ts'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { holdersOfRoles } from '../../derive/rights/holders.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { notify } from '../../mail/notify.ts'

/** What a POD says after the bill of its LR was decided; `value` in paise. */
export interface Finding {
  value: number
  reason: string
}

/**
 * Asks Finance what is to become of a loss that a POD shows after the bill of its LR was approved: the bill stays as it is.
 * The same finding is asked about once.
 */
export async function askFinance(
  trx: Knex,
  { id: lrId, lrNo }: Pick<Lr, 'id' | 'lrNo'>,
  { value, reason }: Finding,
  author: Author,
): Promise<void> {
  const [line] = await rowsOf(trx, transporterBillLine, rows => rows.where({ lrId, releasedNo: 0 }))
  if (!line || (line.findingReason === reason && line.findingValue === value)) return
  // What is set off in another bill already stays.
  if (line.setOffBillId !== null) return
  await updateRow(
    trx,
    transporterBillLine,
    line,
    { finding: 'ASKED', findingValue: value, findingReason: reason, setOffAmount: null },
    author,
  )
  const deciders = await holdersOfRoles(trx, rolesWith(transporterBillLine.access, 'approve'))
  await notify(
    trx,
    deciders.map(({ id }) => id),
    {
      title: `LR ${lrNo} is paid or to be paid, and its POD shows a loss of ${rupees(value)}`,
      body: `${reason}. Decide on the bill: set it off in the next bill, claim it only, or accept it.`,
      link: `/${transporterBill.path}/show/${line.transporterBillId}`,
    },
  )
}
