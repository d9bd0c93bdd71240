import type { ListPage } from '../../resources/define/list-page.ts'
import type { DeliveryStatus } from '../../resources/trade.ts'
import { api } from '../shell/api.ts'
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

/** The open consignments that the person reads, those due first before the others; `search` is a number, or empty. */
export async function openConsignments(search: string): Promise<OpenConsignments> {
  const narrow = search === '' ? {} : { $search: search }
  const [moving, delivered] = await Promise.all([
    listLrs({ ...narrow, deliveryStatus: { $in: underWay }, $sort: { expectedDeliveryDate: 1, id: 1 } }),
    listLrs({
      ...narrow,
      deliveryStatus: 'DELIVERED',
      podStatus: { $in: ['NONE', 'REJECTED'] },
      $sort: { deliveredOn: 1, id: 1 },
    }),
  ])
  return { underWay: moving, unproven: delivered }
}

async function listLrs(params: Record<string, unknown>): Promise<Found> {
  const { data } = await api.get<ListPage<LrRow>>('/lrs', { params: { ...params, $limit: SHOWN } })
  return { rows: data.data, total: data.total }
}
