import { ewayAccounts } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, code, origin, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'

/** An account of a GSTIN at the e-way portal, through a GSP. What it signs in with stands in the environment, never here. */
export const ewayAccount = resource({
  group: 'settings',
  name: 'eway-account',
  title: 'E-Way Accounts',
  purpose: 'Accounts at the e-way bill portal, one for each GSTIN.',
  fields: {
    code: code({ max: 30, hint: 'Capital letters, digits and _; variables begin with EWAY_ and this' }),
    gstin: text({ max: 15, format: 'gstin', unique: true, label: 'GSTIN', hint: 'That of the plants that it serves' }),
    transport: choice(['NIC_ENCRYPTED', 'GSP_PLAIN'], {
      default: 'NIC_ENCRYPTED',
      words: { staff: { NIC_ENCRYPTED: 'Encrypted, as NIC', GSP_PLAIN: 'Plain, by the GSP' }, buyer: {} },
    }),
    address: origin({ optional: true, label: 'Address of the GSP', hint: 'Without a path; empty for the simulator' }),
    basePath: text({ max: 100, default: '/v1.03', label: 'Path', hint: 'Before /auth/ and /ewayapi/' }),
    irp: choice(['NIC1', 'NIC2'], {
      optional: true,
      label: 'Registers invoices at',
      hint: 'Said with each IRN, where the portal is of another registration portal',
    }),
    irnAddress: origin({ optional: true, label: 'Address for invoices with an IRN', hint: 'Empty: the same' }),
  },
  key: ['code'],
  list: ['code', 'gstin', 'transport', 'address', 'basePath'],
  search: ['code', 'gstin'],
  sort: ['code'],
  rules: [
    {
      field: 'code',
      code: 'FORMAT',
      message: 'must have capital letters, digits and _ only',
      check: row => /^[A-Z0-9_]+$/.test(row.code),
    },
    {
      field: 'basePath',
      code: 'FORMAT',
      message: 'must begin with / and end without one, such as /v1.03',
      check: row => /^(\/[\w.-]+)+$/.test(row.basePath),
    },
  ],
  actions: { tryAccount: action({ label: 'Try', letter: 'A', confirm: 'It signs in once at the portal.' }) },
  access: ewayAccounts,
})

export type EwayAccount = Row<typeof ewayAccount>
