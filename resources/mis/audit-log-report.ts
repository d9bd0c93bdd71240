import { logs } from '../access.ts'
import { choice, instant, integer, reference, text } from '../define/fields.ts'
import { report } from '../define/report.ts'
import { auditEntry } from '../platform/audit-entry.ts'
import { importJob } from '../platform/imports/import-job.ts'
import { user } from '../settings/user.ts'

/** Everything that was done, or was tried and refused. */
export const auditLogReport = report({
  name: 'audit-log-report',
  title: 'Audit Log Report',
  purpose: 'Changes, exports, views and refusals: who, what, when, where and why.',
  fields: {
    at: instant({ label: 'When', seconds: true }),
    actorId: reference(user, { optional: true, label: 'Who' }),
    action: choice(auditEntry.fields.action.options!),
    entity: text({ max: 60, label: 'What', namesResource: true }),
    businessKey: text({ max: 60, optional: true, label: 'Which' }),
    entityId: integer({ label: 'Row' }),
    source: choice(auditEntry.fields.source.options!, { label: 'Channel' }),
    reason: text({ max: 500, optional: true }),
    importJobId: reference(importJob, { optional: true, label: 'Import' }),
    actorIp: text({ max: 45, optional: true, label: 'Address' }),
    requestId: text({ max: 36, optional: true, label: 'Request' }),
  },
  display: ['entity', 'businessKey', 'at'],
  list: ['at', 'actorId', 'action', 'entity', 'businessKey', 'source', 'reason', 'importJobId', 'actorIp', 'requestId'],
  filters: ['at', 'actorId', 'entity', 'businessKey', 'action', 'source'],
  search: ['businessKey', 'entity', 'requestId'],
  sort: ['-at'],
  period: { field: 'at', opens: 'last-7-days' },
  access: logs,
})
