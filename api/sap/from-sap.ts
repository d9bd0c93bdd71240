import type { Author } from '../derive/save/write.ts'

/** In whose name SAP's answers and documents are written. */
export const fromSap: Author = { id: null, source: 'SAP', ip: null, requestId: null }
