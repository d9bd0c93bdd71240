import type { Invoice } from '../../../resources/dispatches/invoice.ts'
import type { Author } from '../../derive/save/author.ts'
import { news } from '../../platform/news.ts'

/** An invoice or note was read from SAP and is saved, with its lines, or has changed. */
export const documentRead = news<[invoiceId: number]>()

/** SAP has an invoice or note that the portal did not know. */
export const documentCreated = news<[document: Invoice, author: Author]>()

/** SAP has cancelled an invoice or note. */
export const documentCancelled = news<[document: Invoice, author: Author]>()

/** Deliveries were saved as SAP has them, or are there no more; `gone` are lines that SAP no longer has or counts. */
export const deliveriesSaved = news<[saved: { ids: readonly number[]; gone: readonly number[] }]>()
