import { percentOf } from '../../define/amounts.ts'
import { rupees } from '../../define/show.ts'

export const cartingTypes = ['PICKUP_CARTING', 'DELIVERY_CARTING', 'LOADING', 'UNLOADING', 'DETENTION', 'ODA'] as const

/** The share of an LR's freight up to which its carting needs no approval, in hundredths of a percent. */
const MOST_OF_FREIGHT = 2_000

/**
 * Why a charge waits for Finance, as a sentence; null where it counts at once. All amounts are paise: the whole voucher,
 * all carting of the LR that is not rejected, the freight of the LR, and the limit of a voucher.
 */
export function whyApproval(of: {
  voucherTotal: number
  lrTotal: number
  freight: number
  limit: number
}): string | null {
  if (of.voucherTotal > of.limit) return `The voucher of ${rupees(of.voucherTotal)} is above ${rupees(of.limit)}`
  const most = percentOf(of.freight, MOST_OF_FREIGHT)
  if (of.freight > 0 && of.lrTotal > most)
    return `Carting of ${rupees(of.lrTotal)} is above 20 % of the freight of ${rupees(of.freight)}`
  return null
}

const HOUR = 3_600_000

/** Why detention cannot be charged for a stay at the gate, as a sentence; undefined when it can. */
export function whyNoDetention(
  { gateInAt, gateOutAt }: { gateInAt: string | null; gateOutAt: string | null },
  freeHours: number | null,
): { field: 'gateInAt' | 'gateOutAt'; message: string } | undefined {
  if (gateInAt === null) return { field: 'gateInAt', message: 'Gate in is required for detention' }
  if (gateOutAt === null) return { field: 'gateOutAt', message: 'Gate out is required for detention' }
  const stay = Date.parse(gateOutAt) - Date.parse(gateInAt)
  if (stay <= 0) return { field: 'gateOutAt', message: 'Gate out must be after gate in' }
  const free = freeHours ?? 0
  if (stay <= free * HOUR)
    return {
      field: 'gateOutAt',
      message: `Gate out is within the ${free} free hours of this lane: no detention is payable`,
    }
  return undefined
}
