import { normalise } from './define/formats.ts'

/**
 * A batch number as it is kept: without the blanks around it, in upper case, with its zeros; null for none. Uploads,
 * searches and readings of SAP all write batches by it, so that one batch has one name.
 */
export const plainBatch = (text: string | null | undefined): string | null => normalise('batch', text ?? '') || null
