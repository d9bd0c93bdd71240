import { rateContracts } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, code, instant, integer, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { importJob } from '../platform/imports/import-job.ts'
import { sapSyncRun } from '../platform/sap-sync-run.ts'
import { user } from '../settings/user.ts'

/** A row of an uploaded or synchronised rate contract that could not be imported; `raw` is the row as it came. */
export const rateContractErrors = record({
  path: 'masters/rate-contract-errors',
  name: 'rate-contract-errors',
  title: 'Rate Contract Errors',
  purpose: 'Rejected rows of rate contracts: correct and retry them, or ignore them.',
  fields: {
    source: choice(['UPLOAD', 'SAP']),
    importJobId: reference(importJob, { optional: true, label: 'Import' }),
    sapSyncRunId: reference(sapSyncRun, { optional: true, label: 'SAP run' }),
    rowNo: integer({ min: 1, label: 'Row' }),
    raw: json<Record<string, string>>(),
    /** The other rows of the contract in the file, which were right: they are imported with this one. */
    goodRows: json<Record<string, string>[], { optional: true }>({ optional: true }),
    contractNo: code({ max: 20, optional: true, label: 'Contract no' }),
    customerCode: text({ max: 10, optional: true }),
    productCode: text({ max: 40, optional: true }),
    errorCode: choice(
      [
        'UNKNOWN_CUSTOMER',
        'UNKNOWN_PRODUCT',
        'DATE_OVERLAP',
        'PRICE_BELOW_LIMIT',
        'UOM_MISMATCH',
        'QTY_INVALID',
        'DUPLICATE_LINE',
        'CUSTOMER_BLOCKED',
        'PRICE_INVALID',
      ],
      { label: 'Kind of error' },
    ),
    errorText: text({ max: 255, label: 'Error' }),
    status: choice(['OPEN', 'FIXED', 'IGNORED'], { default: 'OPEN' }),
    ignoreReason: text({ max: 255, optional: true, label: 'Why ignored' }),
    resolvedById: reference(user, { optional: true, label: 'Resolved by' }),
    resolvedAt: instant({ optional: true }),
  },
  key: [],
  display: ['contractNo', 'rowNo'],
  list: [
    'contractNo',
    'rowNo',
    'customerCode',
    'productCode',
    'errorCode',
    'errorText',
    'status',
    'source',
    'createdAt',
  ],
  filters: ['errorCode', 'status', 'source'],
  search: ['contractNo', 'customerCode', 'productCode'],
  sort: ['-id'],
  indexes: [['status', 'customerCode', 'productCode'], ['importJobId']],
  actions: {
    reprocess: action({
      label: 'Reprocess',
      letter: 'A',
      when: { status: 'OPEN', source: 'UPLOAD' },
      confirm: 'The row is read again with the values shown. The contract is imported once none of its rows is open.',
    }),
    ignore: action({
      label: 'Ignore',
      letter: 'A',
      when: { status: 'OPEN' },
      inputs: { reason: text({ max: 255, label: 'Why' }) },
      danger: true,
    }),
  },
  access: contractErrors(),
})

/** As for the contracts, but nobody enters rows here, and buyers never see the faults of a file. */
function contractErrors() {
  const { CUSTOMER: _, DISTRIBUTOR: __, ...staff } = rateContracts
  return { ...staff, PRICING_APPROVER: 'RA' as const }
}

export type RateContractError = Row<typeof rateContractErrors>
