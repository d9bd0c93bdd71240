import type { Row } from '../../resources/define/resource.ts'
import type { proposeLr } from '../../resources/dispatches/commands/booking.ts'
import type { showNotWaiting, showWaitingInvoices } from '../../resources/dispatches/commands/booking-desk.ts'
import type { EventInput, reportEvent as reported } from '../../resources/dispatches/commands/tracking.ts'
import { type lr, lr as lrResource } from '../../resources/dispatches/lr.ts'
import type { SavedLr } from '../../resources/dispatches/saved-lr.ts'
import { type Shipment, shipment } from '../../resources/dispatches/shipment.ts'
import { ask, at } from '../derive/command/ask.ts'
import { api } from '../shell/api.ts'
import { rowsOf } from '../shell/rows.ts'

type Texts<Fields> = { texts: { [K in keyof Fields]?: string } }
export type LrRow = Row<typeof lr> & Texts<Row<typeof lr>>

/** The entered values of an LR; the server validates each field. */
type LrBody = Record<string, unknown>

export const waitingInvoices = at<typeof showWaitingInvoices>('GET waiting-invoices')
export const notWaiting = at<typeof showNotWaiting>('GET not-waiting')
export const lrProposal = at<typeof proposeLr>('GET lr-proposal')

export const saveLr = async (body: LrBody, headers: Record<string, string>) =>
  (await api.post<SavedLr>('/lrs', body, { headers })).data

export const correctLr = async (id: number, body: LrBody) => (await api.patch<LrRow>(`/lrs/${id}`, body)).data

/** The latest LRs, each with the number by which the customer tracks it. */
export async function latestLrs(): Promise<(LrRow & { shipmentNo: string | null })[]> {
  const { data } = await rowsOf(lrResource).page<LrRow>({ sort: { id: -1 }, most: 20 })
  const ids = data.map(({ id }) => id)
  const seen = await rowsOf(shipment).whose<'lrId', Pick<Shipment, 'lrId' | 'shipmentNo'>>('lrId', ids)
  const numbers = new Map(seen.map(({ lrId, shipmentNo }) => [lrId, shipmentNo]))
  return data.map(row => ({ ...row, shipmentNo: numbers.get(row.id) ?? null }))
}

/** An event as it is entered; null where nothing is chosen yet. */
export type EventBody = Omit<EventInput, 'eventCode' | 'requestKey'> & { eventCode: EventInput['eventCode'] | null }

const report = at<typeof reported>('POST tracking-events')

/** What is told beside an event that was recorded, such as that the LR stays as it is. */
type Told = Promise<{ says: string[] }>

/** Reports an event; with the same key the server notes it once. What is not chosen is refused by name. */
export const reportEvent = (body: EventBody, requestKey: string) =>
  ask(report, { ...(body as EventInput), requestKey }) as unknown as Told
