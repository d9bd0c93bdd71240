import type { ListPage } from '../../resources/define/list-page.ts'
import type { Row } from '../../resources/define/resource.ts'
import type { invoice } from '../../resources/dispatches/invoice.ts'
import type { lr } from '../../resources/dispatches/lr.ts'
import type { LrProposal, SavedLr } from '../../resources/dispatches/lr-proposal.ts'
import type { Shipment } from '../../resources/dispatches/shipment.ts'
import type { EventInput } from '../../resources/dispatches/tracking-event.ts'
import { api } from '../shell/api.ts'

type Texts<Fields> = { texts: { [K in keyof Fields]?: string } }
export type InvoiceRow = Row<typeof invoice> & Texts<Row<typeof invoice>>
export type LrRow = Row<typeof lr> & Texts<Row<typeof lr>>

/** The entered values of an LR; the server validates each field. */
type LrBody = Record<string, unknown>

const MAX_ROWS = 500
const waiting = { dispatchStatus: 'PENDING', invoiceType: 'INVOICE', isCancelled: false }

/** All invoices that await dispatch from the person's plants, grouped by ship-to. */
export async function pendingInvoices(): Promise<InvoiceRow[]> {
  const rows: InvoiceRow[] = []
  for (;;) {
    const params = { ...waiting, $sort: { shipToId: 1, invoiceDate: 1 }, $limit: MAX_ROWS, $skip: rows.length }
    const { data } = await api.get<ListPage<InvoiceRow>>('/invoices', { params })
    rows.push(...data.data)
    if (data.data.length < MAX_ROWS) return rows
  }
}

export const fetchLrProposal = async (invoiceIds: readonly number[], idea: { transMode?: string; lrDate?: string }) =>
  (await api.get<LrProposal>('/lr-proposal', { params: { invoiceIds, ...idea } })).data

export const saveLr = async (body: LrBody, headers: Record<string, string>) =>
  (await api.post<SavedLr>('/lrs', body, { headers })).data

/** The latest LRs, each with the number by which the customer tracks it. */
export async function latestLrs(): Promise<(LrRow & { shipmentNo: string | null })[]> {
  const { data } = await api.get<ListPage<LrRow>>('/lrs', { params: { $sort: { id: -1 }, $limit: 20 } })
  const ids = data.data.map(({ id }) => id)
  if (ids.length === 0) return []
  const params = { lrId: { $in: ids }, $limit: ids.length }
  const seen = await api.get<ListPage<Pick<Shipment, 'lrId' | 'shipmentNo'>>>('/shipments', { params })
  const numbers = new Map(seen.data.data.map(({ lrId, shipmentNo }) => [lrId, shipmentNo]))
  return data.data.map(row => ({ ...row, shipmentNo: numbers.get(row.id) ?? null }))
}

/** An event as it is entered; null where nothing is chosen yet. */
export type EventBody = Omit<EventInput, 'eventCode' | 'eventAt'> & {
  [field in 'eventCode' | 'eventAt']: EventInput[field] | null
}

export const reportEvent = async (body: EventBody) => (await api.post('/tracking-events', body)).data
