import { sapReads } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, instant, integer, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** One reading of SAP's data; only one runs for an object at a time. */
export const sapSyncRun = record({
  path: 'sap-sync-runs',
  name: 'sap-sync-run',
  title: 'Reads from SAP',
  purpose: 'When which data was read from SAP, how many rows came, and what went wrong.',
  fields: {
    object: choice([
      'CUSTOMER',
      'SHIP_TO',
      'PRODUCT',
      'PRICE',
      'STOCK',
      'ORDER_STATUS',
      'DELIVERY',
      'INVOICE',
      'OUTSTANDING',
      'PLANT',
      'RATE_CONTRACT',
      'PAYMENT_CLEARING',
    ]),
    mode: choice(['DELTA', 'FULL'], { default: 'DELTA' }),
    trigger: choice(['SCHEDULE', 'MANUAL']),
    filterCode: text({ max: 40, optional: true, label: 'Only', hint: 'One customer, product or order' }),
    startedAt: instant(),
    finishedAt: instant({ optional: true }),
    status: choice(['QUEUED', 'RUNNING', 'OK', 'PARTIAL', 'FAILED'], { default: 'QUEUED' }),
    rowsRead: integer({ min: 0, default: 0 }),
    rowsCreated: integer({ min: 0, default: 0 }),
    rowsUpdated: integer({ min: 0, default: 0 }),
    rowsFailed: integer({ min: 0, default: 0 }),
    watermark: instant({ optional: true }),
    errorClass: text({ max: 30, optional: true }),
    errorText: text({ max: 10_000, long: true, optional: true, label: 'Error' }),
    requestedById: reference(user, { optional: true, label: 'By' }),
  },
  key: [],
  display: ['object', 'startedAt'],
  list: ['object', 'mode', 'trigger', 'startedAt', 'finishedAt', 'status', 'rowsRead', 'rowsFailed'],
  search: ['filterCode'],
  sort: ['-id'],
  indexes: [['object', 'status'], ['startedAt']],
  actions: {
    cancel: action({ label: 'Cancel', letter: 'A', when: { status: 'QUEUED' }, danger: true }),
  },
  access: sapReads,
})

export type SapSyncRun = Row<typeof sapSyncRun>

/** How the portal reads one kind of object from SAP. */
export interface SapReadStatus {
  object: SapSyncRun['object']
  /** False where the portal does not read it yet. */
  isRead: boolean
  lastOkAt: string | null
  isRunning: boolean
}
