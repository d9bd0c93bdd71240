import { certificates } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, code, date, file, integer, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import type { Role } from '../roles.ts'

/** Who may find a certificate: everybody who knows product and batch, or only who was invoiced or sent the goods. */
export const visibilities = ['PUBLIC', 'INVOICED_ONLY'] as const

const current = { status: ['ACTIVE'] }
const readers: readonly Role[] = [
  'SYS_ADMIN',
  'MASTER_ADMIN',
  'SALES_REP',
  'SALES_MANAGER',
  'PRICING_APPROVER',
  'CSC_AGENT',
  'EUD_APPROVER',
  'CREDIT_CONTROLLER',
  'FINANCE',
  'DISPATCH',
]

/** What a certificate says of its batch. */
export const certificateDates = {
  manufactureDate: date({
    optional: true,
    label: 'Manufacture date',
    aliases: ['mfg_date', 'mfd', 'dom', 'manufacturing_date', 'date_of_manufacture'],
  }),
  expiryDate: date({ optional: true, label: 'Expiry date', aliases: ['exp_date', 'expiry', 'doe', 'use_before'] }),
  retestDate: date({ optional: true, label: 'Retest date' }),
}

/** The certificate of analysis of a batch, in the versions it had; at most one of them is active. */
export const coaDocument = record({
  path: 'coa/certificates',
  name: 'coa-document',
  title: 'Certificates of Analysis',
  one: 'certificate',
  purpose: 'The certificates of analysis of batches: their versions, and who may find them.',
  fields: {
    coaNo: code({ max: 14, unique: true, label: 'COA no' }),
    productId: reference(products),
    batchNo: text({ max: 10, format: 'batch', label: 'Batch' }),
    version: integer({ min: 1, default: 1 }),
    ...certificateDates,
    attachmentId: file({ secret: true, label: 'Certificate' }),
    status: choice(['ACTIVE', 'SUPERSEDED', 'WITHDRAWN'], { default: 'ACTIVE' }),
    visibility: choice(visibilities, { default: 'PUBLIC', hint: 'Who can find it by product and batch' }),
    downloadCount: integer({ min: 0, default: 0, label: 'Times opened', hiddenFrom: ['CUSTOMER', 'DISTRIBUTOR'] }),
    withdrawReason: text({ max: 255, optional: true, label: 'Why withdrawn', audience: 'staff' }),
  },
  key: ['productId', 'batchNo', 'version'],
  display: ['coaNo'],
  list: ['coaNo', 'productId', 'batchNo', 'version', 'status', 'visibility', 'expiryDate', 'downloadCount'],
  filters: ['status', 'visibility', 'productId', 'batchNo', 'expiryDate'],
  search: ['coaNo', 'batchNo'],
  sort: ['-id'],
  indexes: [['batchNo', 'productId'], ['attachmentId'], ['status']],
  actions: {
    withdraw: action({
      label: 'Withdraw',
      letter: 'A',
      on: 'rows',
      when: { status: ['ACTIVE', 'SUPERSEDED'] },
      inputs: { reason: text({ max: 255, long: true, label: 'Why' }) },
      confirm: 'Only quality can find or open it from then on. Links already sent stop working.',
      danger: true,
    }),
    setVisibility: action({
      label: 'Change who can find it',
      letter: 'A',
      on: 'rows',
      when: { status: 'ACTIVE' },
      inputs: { visibility: choice(visibilities) },
    }),
  },
  access: certificates,
  openIf: 'never',
  within: {
    ...Object.fromEntries(readers.map(role => [role, current])),
    CUSTOMER: { ...current, id: 'certificatesOfMyGoods' },
    DISTRIBUTOR: { ...current, id: 'certificatesOfMyGoods' },
  },
})

export type CoaDocument = Row<typeof coaDocument>
