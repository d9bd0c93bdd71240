import { sapReads } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, instant, integer, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import { sapObjectNames } from './sap-objects.ts'

/** One reading of SAP's data; only one runs for an object at a time. */
export const sapSyncRun = record({
  path: 'sap-sync-runs',
  name: 'sap-sync-run',
  title: 'Reads from SAP',
  purpose: 'Readings from SAP: time, rows and errors.',
  fields: {
    object: choice(
      [
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
      ],
      { words: { staff: sapObjectNames, buyer: {} } },
    ),
    mode: choice(['DELTA', 'FULL'], {
      default: 'DELTA',
      words: { staff: { DELTA: 'Changes', FULL: 'All rows' }, buyer: {} },
    }),
    trigger: choice(['SCHEDULE', 'MANUAL'], {
      words: { staff: { SCHEDULE: 'By schedule', MANUAL: 'Manual' }, buyer: {} },
    }),
    filterCode: text({ max: 40, optional: true, label: 'Only', hint: 'One customer, product or order' }),
    startedAt: instant(),
    finishedAt: instant({ optional: true }),
    status: choice(['QUEUED', 'RUNNING', 'OK', 'PARTIAL', 'FAILED'], { default: 'QUEUED' }),
    rowsTotal: integer({ min: 0, optional: true, label: 'Rows in SAP' }),
    rowsRead: integer({ min: 0, default: 0 }),
    rowsCreated: integer({ min: 0, default: 0 }),
    rowsUpdated: integer({ min: 0, default: 0 }),
    rowsFailed: integer({ min: 0, default: 0 }),
    rowsSkipped: integer({
      min: 0,
      default: 0,
      hint: 'Rows the portal does not use, such as prices of single customers',
    }),
    watermark: instant({ optional: true }),
    errorClass: text({ max: 30, optional: true }),
    errorText: text({ max: 10_000, long: true, optional: true, label: 'Error' }),
    requestedById: reference(user, { optional: true, label: 'By' }),
    cancelledAt: instant({ optional: true, hint: 'A person cancelled it: it ends after the rows it is saving' }),
  },
  key: [],
  display: ['object', 'startedAt'],
  list: [
    ...(['startedAt', 'object', 'status', 'mode', 'trigger', 'finishedAt', 'rowsRead', 'rowsCreated'] as const),
    ...(['rowsUpdated', 'rowsFailed', 'requestedById', 'errorText'] as const),
  ],
  filters: ['object', 'status', 'startedAt', 'mode', 'trigger'],
  search: ['filterCode'],
  sort: ['-id'],
  indexes: [['object', 'status'], ['object', 'filterCode'], ['startedAt']],
  actions: {
    cancel: action({ label: 'Cancel', letter: 'A', when: { status: ['QUEUED', 'RUNNING'] }, danger: true }),
  },
  access: sapReads,
})

export type SapSyncRun = Row<typeof sapSyncRun>
