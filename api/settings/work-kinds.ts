import type { kindNames } from '../../resources/settings/background-work.ts'

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
  EWAY_CALL: {
    table: 'eway_call',
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
} as const satisfies Record<Exclude<keyof typeof kindNames, 'JOB'>, WorkKind>

/** For so many days what was given up is shown. */
export const GIVEN_UP_DAYS = 30
