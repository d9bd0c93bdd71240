import { lr } from '../../resources/dispatches/lr.ts'
import type { DeliveryStatus } from '../../resources/trade.ts'
import { rowsOf } from '../shell/rows.ts'
import type { LrRow } from './lr-api.ts'

const SHOWN = 50

interface Found {
  rows: LrRow[]
  total: number
}
/** What is on its way, and what was delivered without an accepted or waiting proof. */
export interface OpenConsignments {
  underWay: Found
  unproven: Found
}

const underWay: DeliveryStatus[] = [
  'BOOKED',
  'IN_TRANSIT',
  'AT_HUB',
  'OUT_FOR_DELIVERY',
  'UNDELIVERED',
  'PARTIAL_DELIVERED',
]

/** How many rows of either list are shown. */
export type Shown = { readonly [list in keyof OpenConsignments]: number }
export const firstShown: Shown = { underWay: SHOWN, unproven: SHOWN }
export const moreOf = (shown: Shown, list: keyof Shown): Shown => ({ ...shown, [list]: shown[list] + SHOWN })

/** The open consignments that the person reads, those due first before the others; `q` is a number or vehicle, or empty. */
export async function openConsignments(q: string, shown: Shown): Promise<OpenConsignments> {
  const lrs = rowsOf(lr)
  const [moving, delivered] = await Promise.all([
    firstOf(shown.underWay, page =>
      lrs.page<LrRow>({
        ...page,
        q,
        where: { deliveryStatus: { $in: underWay } },
        sort: { expectedDeliveryDate: 1, id: 1 },
      }),
    ),
    firstOf(shown.unproven, page =>
      lrs.page<LrRow>({
        ...page,
        q,
        where: { deliveryStatus: 'DELIVERED', podStatus: { $in: ['NONE', 'REJECTED'] } },
        sort: { deliveredOn: 1, id: 1 },
      }),
    ),
  ])
  return { underWay: moving, unproven: delivered }
}

type AskPage = (page: { most: number; skip: number }) => Promise<{ data: LrRow[]; total: number }>

/** The first so many rows, page by page, as somebody has asked to see more of them. */
async function firstOf(most: number, ask: AskPage): Promise<Found> {
  const found: Found = { rows: [], total: 0 }
  while (found.rows.length < most) {
    const { data, total } = await ask({ most: SHOWN, skip: found.rows.length })
    found.rows.push(...data)
    found.total = total
    if (data.length < SHOWN) break
  }
  return found
}
