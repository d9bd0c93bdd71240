import { type CartingCharge, cartingCharge } from '../../../resources/dispatches/bills/carting-charge.ts'
import { cartingProcess } from '../../../resources/dispatches/bills/carting-process.ts'
import { attach, type Deed } from '../../derive/process/attach.ts'
import { now } from '../../platform/clock.ts'
import { forbidden } from '../../platform/errors.ts'
import { countCarting } from '../freight/recalculate-freight.ts'

/** Who decided, when and why. Throws 403 for whoever entered the charge. */
function decided({ row, person, said: { remarks } }: Deed<CartingCharge, { remarks: string | null }>) {
  if (row.createdById === person.id)
    throw forbidden(`You entered voucher ${row.voucherNo}: another person of Finance decides on it`)
  return { approvedById: person.id, decidedAt: now(), remarks: remarks ?? row.remarks }
}

/** What is particular of the steps of a cartage charge. */
export const attachedCarting = attach<CartingCharge, typeof cartingProcess>(cartingProcess, {
  resource: cartingCharge,
  numberOf: ({ voucherNo }) => voucherNo,
  effects: {
    /** From now on it counts in the cost of its LR. */
    approve: async (trx, deed) => ({
      changes: { ...decided(deed), releasedNo: 0 },
      async follow(after) {
        await countCarting(trx, [after], deed.author)
        return after
      },
    }),
    /** Its voucher can be entered again once none of it counts. */
    reject: async (_, deed) => ({ changes: { ...decided(deed), releasedNo: deed.row.id } }),
  },
  tell: {},
})
