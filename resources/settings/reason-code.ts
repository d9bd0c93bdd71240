import { system } from '../access.ts'
import { choice, code, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

/** The reasons that may be given for undoing something. */
export const reasonCode = resource({
  group: 'settings',
  name: 'reason-code',
  title: 'Reason Codes',
  purpose: 'Reasons for cancelling, rejecting, sending back, deleting, disputing and blocking.',
  fields: {
    reasonType: choice(['CANCEL', 'REJECT', 'SEND_BACK', 'DELETE', 'DISPUTE', 'BLOCK', 'POD_REJECT']),
    code: code({ max: 10 }),
    name: text({ max: 100 }),
    sapRejectionCode: code({
      max: 2,
      optional: true,
      hint: 'SAP’s reason for rejection, sent when an order item is cancelled',
    }),
  },
  key: ['reasonType', 'code'],
  display: ['name'],
  list: ['reasonType', 'code', 'name', 'sapRejectionCode'],
  search: ['code', 'name'],
  access: system,
  everyRow: ['DISPATCH'],
})
