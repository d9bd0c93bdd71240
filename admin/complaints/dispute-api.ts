import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import type * as disputes from '../../resources/complaints/dispute-commands.ts'
import { at } from '../derive/command/ask.ts'
import { api } from '../shell/api.ts'
import { rowsOf } from '../shell/rows.ts'

/** A dispute as a reader gets it: customers without its owner and what waits for confirmation. */
export type DisputeRow = ArDispute & { texts: Partial<Record<keyof ArDispute, string>>; sla: string }

export const fetchDispute = (id: number) => rowsOf(arDispute).at<DisputeRow>(id)

export const openDispute = async (body: object, headers: Record<string, string>) =>
  (await api.post<DisputeRow>('/complaints/ar-dispute', body, { headers })).data

/** The invoices of a customer that can be disputed, or one of them. */
export const disputableInvoices = at<typeof disputes.disputableInvoices>('GET disputable-invoices')
