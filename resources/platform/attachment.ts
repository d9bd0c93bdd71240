import { attachments, partnerRoles } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, date, instant, integer, list, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { roleCodes, roleNames } from '../roles.ts'

/** An uploaded file; its bytes are stored under `storageKey`, never under the name it came with. */
export const attachment = record({
  path: 'attachments',
  name: 'attachment',
  title: 'Attachments',
  purpose: 'The files that were uploaded, and what each belongs to.',
  fields: {
    ownerType: choice([
      'LIBRARY',
      'ORDER',
      'EUD',
      'EUD_BLOCK',
      'COMPLAINT',
      'DISPUTE',
      'POD',
      'LR',
      'BILL',
      'CARTING',
      'COA',
      'BANNER',
      'IMPORT',
      'CONTRACT',
      'ANNEXURE',
      'PWC',
      'REFUND',
      'DECISION',
      'TDS',
      'TDS_SAID',
      'OTHER',
    ]),
    ownerId: integer({ optional: true }),
    title: text({ max: 120 }),
    category: text({ max: 40, optional: true }),
    audience: list(roleCodes, {
      optional: true,
      hint: 'Who sees a document of the library',
      words: { staff: roleNames, buyer: {} },
      hiddenFrom: partnerRoles,
    }),
    fileName: text({ max: 120 }),
    mimeType: text({ audience: 'readers', max: 80, label: 'Type' }),
    sizeBytes: integer({ min: 0, label: 'Size', unit: 'bytes' }),
    sha256: text({ audience: 'readers', max: 64, label: 'SHA-256' }),
    storageKey: text({ max: 200, unique: true, secret: true }),
    versionNo: integer({ min: 1, default: 1, label: 'Version' }),
    validTo: date({ optional: true, label: 'Valid to' }),
    withdrawnAt: instant({ optional: true, label: 'Deactivated' }),
    scanStatus: choice(['PENDING', 'CLEAN', 'INFECTED', 'SKIPPED'], { default: 'SKIPPED' }),
  },
  key: ['storageKey'],
  display: ['title'],
  list: ['title', 'category', 'audience', 'validTo', 'sizeBytes', 'versionNo', 'ownerType', 'fileName'],
  filters: ['category', 'audience', 'validTo', 'createdAt'],
  search: ['title', 'fileName'],
  sort: ['-id'],
  indexes: [['ownerType', 'ownerId'], ['sha256']],
  actions: {
    withdraw: action({
      label: 'Deactivate',
      letter: 'D',
      when: { ownerType: 'LIBRARY', withdrawnAt: null },
      confirm: 'It is no longer offered to its audience.',
      danger: true,
    }),
    bringBack: action({ label: 'Reactivate', letter: 'U', when: { ownerType: 'LIBRARY', withdrawnAt: { not: null } } }),
  },
  access: attachments,
  // Any other file is met on the row that names it, by who reads that row and that column.
  within: {
    ...Object.fromEntries(Object.keys(attachments).map(role => [role, { id: 'libraryDocuments' as const }])),
    CUSTOMER: { id: 'documentsForMe' },
    DISTRIBUTOR: { id: 'documentsForMe' },
    TRANSPORTER: { id: 'documentsForMe' },
  },
})
