import { auditEntry } from '../../resources/platform/audit-entry.ts'
import { closeDue } from './closing/closings.ts'
import type { Room } from './define-room.ts'
import { extend } from './extend.ts'
import { AuditEntryService } from './history/audit-entry-service.ts'
import { searchBook } from './search/rebuild.ts'

extend(auditEntry, { service: AuditEntryService })

/** What every list has beside its rows: files, comparisons, imports, views, history. */
export const listRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: () => [{ name: 'closings', at: '00:03', work: closeDue }],
  books: [searchBook],
}
