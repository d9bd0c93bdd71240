import { logs } from '../access.ts'
import { choice, instant, integer, json, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import { importJob } from './imports/import-job.ts'

/** Events without a change of a row: their entries hold details and no values of a row. */
export const occurrences: readonly string[] = [
  'EXPORT',
  'DOWNLOAD',
  'VIEW',
  'REFUSED',
  'LOGIN',
  'LOGOUT',
  'PASSWORD',
  'STATUS',
  'LOGIN_ADMIN',
  'EXPLAIN',
]

/** One change of one row: by whom, when, from what to what. Rows are only ever added. */
export const auditEntry = record({
  path: 'audit-entries',
  name: 'audit-entry',
  title: 'History',
  purpose: 'Every change of every row: who made it, when, why, and what it was before.',
  fields: {
    at: instant(),
    actorId: reference(user, { optional: true, label: 'By', audience: 'staff' }),
    actorIp: text({ max: 45, optional: true, label: 'IP address' }),
    action: choice([
      'CREATE',
      'UPDATE',
      'DEACTIVATE',
      'DELETE',
      'APPROVE',
      'REJECT',
      'LOGIN_ADMIN',
      'EXPLAIN',
      'IMPORT',
      'EXPORT',
      'DOWNLOAD',
      'STATUS',
      'VIEW',
      'REFUSED',
      'LOGIN',
      'LOGOUT',
      'PASSWORD',
    ]),
    entity: text({ max: 60 }),
    entityId: integer({ label: 'Row' }),
    businessKey: text({ max: 60, optional: true }),
    beforeJson: json({ optional: true, label: 'Before' }),
    afterJson: json({ optional: true, label: 'After' }),
    reason: text({ max: 500, optional: true, audience: 'staff' }),
    source: choice(['UI', 'IMPORT', 'SAP', 'API', 'SYSTEM'], { default: 'API' }),
    importJobId: reference(importJob, { optional: true }),
    requestId: text({ max: 36, optional: true }),
  },
  key: [],
  display: ['entity', 'businessKey'],
  list: ['at', 'actorId', 'action', 'entity', 'businessKey', 'source', 'reason', 'actorIp'],
  search: ['businessKey', 'entity'],
  sort: ['-at'],
  indexes: [
    ['entity', 'entityId'],
    ['at'],
    ['actorId', 'at'],
    ['entity', 'at'],
    ['action', 'at'],
    ['importJobId'],
    ['requestId'],
  ],
  access: logs,
})
