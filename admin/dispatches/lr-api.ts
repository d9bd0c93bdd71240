import type { Row } from '../../resources/define/resource.ts'
import type { invoice } from '../../resources/dispatches/invoice.ts'
import type { lr } from '../../resources/dispatches/lr.ts'
import type { DeliveryStatus, FreightTerms, TransMode } from '../../resources/trade.ts'
import { api } from '../shell/api.ts'

type Texts<Fields> = { texts: { [K in keyof Fields]?: string } }
export type InvoiceRow = Row<typeof invoice> & Texts<Row<typeof invoice>>
export type LrRow = Row<typeof lr> & Texts<Row<typeof lr>>

/** What the server proposes for an LR; money in paise, weights in thousandths of a kilogram. */
export interface Proposal {
  lrDate: string
  transMode: TransMode
  freightTerms: FreightTerms
  packages: number
  actualWeightKg: number
  declaredValue: number
  ewayBillNo: string | null
  expectedDeliveryDate: string
  hasHazard: boolean
  /** The customer's shipping instructions. */
  instructions: string[]
  transporterId: number | null
  /** The carriers of the lane, with their rates in paise. */
  transporters: {
    id: number
    code: string
    name: string
    lane: { ratePerKg: number | null; minFreight: number } | null
  }[]
  warnings: string[]
}

/** The entered values of an LR; the server validates each field. */
type LrBody = Record<string, unknown>

export interface SavedLr {
  id: number
  lrNo: string
  shipmentNo: string
  expectedDeliveryDate: string
}

const MAX_ROWS = 500
const waiting = { dispatchStatus: 'PENDING', invoiceType: 'INVOICE', isCancelled: false }

/** All invoices that await dispatch from the person's plants, grouped by ship-to. */
export async function pendingInvoices(): Promise<InvoiceRow[]> {
  const rows: InvoiceRow[] = []
  for (;;) {
    const params = { ...waiting, $sort: { shipToId: 1, invoiceDate: 1 }, $limit: MAX_ROWS, $skip: rows.length }
    const { data } = await api.get<{ data: InvoiceRow[] }>('/invoices', { params })
    rows.push(...data.data)
    if (data.data.length < MAX_ROWS) return rows
  }
}

export const askProposal = async (invoiceIds: readonly number[], idea: { transMode?: string; lrDate?: string }) =>
  (await api.get<Proposal>('/lr-proposal', { params: { invoiceIds, ...idea } })).data

export const saveLr = async (body: LrBody, headers: Record<string, string>) =>
  (await api.post<SavedLr>('/lrs', body, { headers })).data

/** The latest LRs, each with the number by which the customer tracks it. */
export async function latestLrs(): Promise<(LrRow & { shipmentNo: string | null })[]> {
  const { data } = await api.get<{ data: LrRow[] }>('/lrs', { params: { $sort: { id: -1 }, $limit: 20 } })
  const ids = data.data.map(({ id }) => id)
  if (ids.length === 0) return []
  const params = { lrId: { $in: ids }, $limit: ids.length }
  const seen = await api.get<{ data: { lrId: number; shipmentNo: string }[] }>('/shipments', { params })
  const numbers = new Map(seen.data.data.map(({ lrId, shipmentNo }) => [lrId, shipmentNo]))
  return data.data.map(row => ({ ...row, shipmentNo: numbers.get(row.id) ?? null }))
}

export interface EventBody {
  lrId: number
  eventCode: DeliveryStatus | null
  eventAt: string | null
  location: string | null
  remarks: string | null
}

export const reportEvent = async (body: EventBody) => (await api.post('/tracking-events', body)).data
