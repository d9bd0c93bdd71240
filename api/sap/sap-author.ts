import type { Author } from '../derive/save/write.ts'

/** The author of what SAP's answers and documents change. */
export const sapAuthor: Author = { id: null, source: 'SAP', ip: null, requestId: null }
