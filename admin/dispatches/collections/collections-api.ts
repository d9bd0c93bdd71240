import type { SentOf } from '../../../resources/define/command.ts'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import type { PwcStep } from '../../../resources/dispatches/collections/pwc-process.ts'
import type * as pwc from '../../../resources/dispatches/commands/collections.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import type { TransMode } from '../../../resources/trade.ts'
import { ask, at } from '../../derive/command/ask.ts'
import type { Where } from '../../http/asked.ts'
import { api } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'

export type InvoiceRow = Invoice & { texts: { [name in keyof Invoice]?: string } }

/** What a person looks at: invoices that are to be collected, that are sent unless somebody chooses, or were collected. */
export type View = 'open' | 'sent' | 'done'

/** An invoice with the collection that holds it, if there is one. */
export interface CollectedRow {
  invoice: InvoiceRow
  /** Whether the party collects its goods, or they are sent. */
  collects: boolean
  collection: PwcCollection | null
}

const MOST = 50

const viewFilters: Record<View, Where<typeof invoice>> = {
  open: { isCollected: true, dispatchStatus: { $in: ['PENDING', 'PWC_READY'] } },
  sent: { isCollected: false, dispatchStatus: 'PENDING' },
  done: { dispatchStatus: 'COLLECTED' },
}

/** The latest invoices of a view, at most fifty, with their collections; `q` is an invoice or a gate pass. */
export async function collectedRows(view: View, q: string): Promise<{ total: number; rows: CollectedRow[] }> {
  const isPass = /^GP/i.test(q)
  const where: Where<typeof invoice> = {
    ...viewFilters[view],
    ...(isPass && { id: { $in: await invoicesOfPass(q) } }),
    invoiceType: 'INVOICE',
    isCancelled: false,
  }
  const data = await rowsOf(invoice).page<InvoiceRow>({ where, q: isPass ? '' : q, sort: { id: -1 }, most: MOST })
  const held = await collectionsOf(data.data.map(({ id }) => id))
  const collects = view !== 'sent'
  return {
    total: data.total,
    rows: data.data.map(invoice => ({ invoice, collects, collection: held.get(invoice.id) ?? null })),
  }
}

async function collectionsOf(invoiceIds: readonly number[]): Promise<Map<number, PwcCollection>> {
  const found = await rowsOf(pwcCollection).whose<'heldInvoiceId', PwcCollection>('heldInvoiceId', invoiceIds)
  return new Map(found.map(row => [row.invoiceId, row]))
}

async function invoicesOfPass(q: string): Promise<number[]> {
  return (await rowsOf(pwcCollection).page({ q, most: MOST })).data.map(({ invoiceId }) => invoiceId)
}

const choose = at<typeof pwc.chooseMode>('POST pwc-choices')
const step = at<typeof pwc.takePwcStep>('POST pwc-steps')
export const sendingModes = at<typeof pwc.showSendingModes>('GET pwc-choices')

export const chooseMode = ({ id, rowVersion }: InvoiceRow, transMode: TransMode) =>
  ask(choose, { invoiceId: id, rowVersion, transMode })

export const authorise = async (body: object, headers: Record<string, string>) =>
  (await api.post<PwcCollection>(`/${pwcCollection.path}`, body, { headers })).data

/** What a step asks is named by the server where it is missing. */
export const takeStep = ({ id, rowVersion }: PwcCollection, name: PwcStep, more: object = {}) =>
  ask(step, { ...more, collectionId: id, rowVersion, step: name } as SentOf<typeof pwc.takePwcStep>)
