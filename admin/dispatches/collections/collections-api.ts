import type { SentOf } from '../../../resources/define/command.ts'
import type { ListPage } from '../../../resources/define/list-page.ts'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import type { PwcStep } from '../../../resources/dispatches/collections/pwc-process.ts'
import type * as pwc from '../../../resources/dispatches/commands/collections.ts'
import type { Invoice } from '../../../resources/dispatches/invoice.ts'
import type { TransMode } from '../../../resources/trade.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { api } from '../../shell/api.ts'

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

const viewFilters: Record<View, object> = {
  open: { isCollected: true, dispatchStatus: { $in: ['PENDING', 'PWC_READY'] } },
  sent: { isCollected: false, dispatchStatus: 'PENDING' },
  done: { dispatchStatus: 'COLLECTED' },
}

/** The latest invoices of a view, at most fifty, with their collections; `q` is an invoice or a gate pass. */
export async function collectedRows(view: View, q: string): Promise<{ total: number; rows: CollectedRow[] }> {
  const isPass = /^GP/i.test(q)
  const params = {
    ...viewFilters[view],
    ...(isPass ? { id: { $in: await invoicesOfPass(q) } } : q ? { q } : {}),
    invoiceType: 'INVOICE',
    isCancelled: false,
    $sort: { id: -1 },
    $limit: MOST,
  }
  const { data } = await api.get<ListPage<InvoiceRow>>('/invoices', { params })
  const held = await collectionsOf(data.data.map(({ id }) => id))
  const collects = view !== 'sent'
  return {
    total: data.total,
    rows: data.data.map(invoice => ({ invoice, collects, collection: held.get(invoice.id) ?? null })),
  }
}

async function collectionsOf(invoiceIds: readonly number[]): Promise<Map<number, PwcCollection>> {
  if (invoiceIds.length === 0) return new Map()
  const params = { heldInvoiceId: { $in: invoiceIds }, $limit: MOST }
  const { data } = await api.get<ListPage<PwcCollection>>(`/${pwcCollection.path}`, { params })
  return new Map(data.data.map(row => [row.invoiceId, row]))
}

async function invoicesOfPass(q: string): Promise<number[]> {
  const { data } = await api.get<ListPage<PwcCollection>>(`/${pwcCollection.path}`, { params: { q, $limit: MOST } })
  const ids = data.data.map(({ invoiceId }) => invoiceId)
  // No invoice has this number: an empty list would not be asked at all.
  return ids.length > 0 ? ids : [0]
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
