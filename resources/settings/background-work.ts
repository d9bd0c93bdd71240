import { logs } from '../access.ts'
import { choice, instant, integer, text } from '../define/fields.ts'
import { report } from '../define/report.ts'

/** A kind of work that processes claim: which statuses of its table wait, are worked at, or are given up. */
export interface WorkKind {
  table: string
  where?: Readonly<Record<string, string>>
  /** The column that names one of them. */
  named: string
  waiting: readonly string[]
  givenUp: readonly string[]
  tries?: string
  /** The column that says when it is tried again; `lockedUntil` where that is when nobody holds it. */
  nextTryAt?: string
  error: string
}

/** Every kind but the jobs, which have a turn instead of a status. */
export const workKinds = {
  EMAIL: {
    table: 'message_log',
    where: { medium: 'EMAIL' },
    named: 'messageNo',
    waiting: ['QUEUED'],
    givenUp: ['FAILED'],
    tries: 'attempts',
    nextTryAt: 'nextAttemptAt',
    error: 'errorText',
  },
  SMS: {
    table: 'message_log',
    where: { medium: 'SMS' },
    named: 'messageNo',
    waiting: ['QUEUED'],
    givenUp: ['FAILED'],
    tries: 'attempts',
    nextTryAt: 'nextAttemptAt',
    error: 'errorText',
  },
  SAP_MESSAGE: {
    table: 'sap_outbox',
    named: 'messageNo',
    waiting: ['READY', 'RETRY', 'SENDING'],
    givenUp: ['FAILED_TECH', 'FAILED_BUSINESS'],
    tries: 'attempts',
    nextTryAt: 'nextAttemptAt',
    error: 'errorText',
  },
  SAP_READING: {
    table: 'sap_sync_run',
    named: 'object',
    waiting: ['QUEUED', 'RUNNING'],
    givenUp: [],
    error: 'errorText',
  },
  IMPORT: {
    table: 'import_job',
    named: 'jobNo',
    waiting: ['UPLOADED', 'VALIDATING', 'COMMITTING', 'ROLLING_BACK'],
    givenUp: ['FAILED'],
    error: 'errorText',
  },
  REPORT_FILE: {
    table: 'report_file',
    named: 'fileName',
    waiting: ['WAITING', 'WRITING'],
    givenUp: ['FAILED'],
    nextTryAt: 'lockedUntil',
    error: 'errorText',
  },
  COA_UPLOAD: {
    table: 'coa_batch',
    named: 'fileName',
    waiting: ['READING'],
    givenUp: ['FAILED'],
    nextTryAt: 'lockedUntil',
    error: 'errorText',
  },
  POD_UPLOAD: {
    table: 'pod_batch',
    named: 'fileName',
    waiting: ['READING', 'UPLOADING'],
    givenUp: ['FAILED'],
    nextTryAt: 'lockedUntil',
    error: 'errorText',
  },
} as const satisfies Record<string, WorkKind>

const kinds = [...(Object.keys(workKinds) as (keyof typeof workKinds)[]), 'JOB'] as const
const states = ['GIVEN_UP', 'RETRYING', 'HELD', 'DUE'] as const

/** For so many days what was given up is shown. */
export const GIVEN_UP_DAYS = 30

const kindNames = {
  EMAIL: 'E-mail',
  SMS: 'SMS',
  SAP_MESSAGE: 'Message to SAP',
  SAP_READING: 'Reading from SAP',
  IMPORT: 'Import',
  REPORT_FILE: 'Report file',
  COA_UPLOAD: 'COA upload',
  POD_UPLOAD: 'POD upload',
  JOB: 'Job',
} as const satisfies Record<(typeof kinds)[number], string>
const stateNames = { GIVEN_UP: 'Given up', RETRYING: 'Waits for next try', HELD: 'In progress', DUE: 'Due' } as const

/** Everything that the portal does by itself and is not done: whatever its kind, one row each. */
export const backgroundWork = report({
  name: 'background-work',
  path: 'settings/background-work',
  title: 'Background Work',
  purpose:
    'What is due, in progress, waiting for its next try or given up: messages, readings, imports, files and jobs.',
  fields: {
    kind: choice(kinds, { words: { staff: kindNames, buyer: {} } }),
    named: text({ max: 120, label: 'Number or name' }),
    state: choice(states, {
      label: 'Status',
      words: { staff: stateNames, buyer: {} },
      tones: { GIVEN_UP: 'late', RETRYING: 'soon' },
    }),
    since: instant({ optional: true, label: 'Since' }),
    tries: integer({ optional: true, label: 'Tries' }),
    nextTryAt: instant({ optional: true, label: 'Next try' }),
    heldUntil: instant({
      optional: true,
      label: 'Held until',
      hint: 'Renewed by the process that works on it; another takes it over afterwards',
    }),
    heldBy: text({ max: 60, optional: true, label: 'Held by', hint: 'Claim of a process' }),
    error: text({ max: 500, optional: true, label: 'Last error' }),
  },
  display: ['kind', 'named'],
  list: ['kind', 'named', 'state', 'since', 'tries', 'nextTryAt', 'heldUntil', 'error'],
  filters: ['kind', 'state', 'named'],
  groups: ['kind', 'state'],
  search: ['named'],
  sort: ['-state', 'kind', '-since'],
  access: logs,
})
