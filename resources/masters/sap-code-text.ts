import { organisation } from '../access.ts'
import { choice, code, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'

const codeFields = ['DELIVERY_BLOCK', 'BILLING_BLOCK', 'REJECTION'] as const
/** The fields of SAP whose codes have texts. */
export type CodeField = (typeof codeFields)[number]

/** What codes of SAP mean, in the words of each reader. */
export const sapCodeText = resource({
  group: 'masters',
  name: 'sap-code-text',
  title: 'Codes Of SAP',
  one: 'Code of SAP',
  purpose: 'What blocks and rejection reasons of SAP mean, in words.',
  fields: {
    field: choice(codeFields, {
      label: 'Kind of code',
      words: { staff: { REJECTION: 'Rejection reason' }, buyer: {} },
    }),
    code: code({ max: 4 }),
    staff: text({ max: 60, label: 'Our people read', hint: 'Ends the sentence “Held in SAP: …”' }),
    buyer: text({
      max: 60,
      optional: true,
      label: 'Buyers read',
      audience: 'readers',
      hint: 'Leave empty for “Being checked”',
    }),
  },
  key: ['field', 'code'],
  display: ['code', 'staff'],
  list: ['field', 'code', 'staff', 'buyer'],
  filters: ['field'],
  search: ['code', 'staff'],
  sort: ['field', 'code'],
  access: organisation,
  everyRow: ['DISPATCH'],
})

export type SapCodeText = Row<typeof sapCodeText>
