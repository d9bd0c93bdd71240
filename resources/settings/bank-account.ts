import { bankAccounts } from '../access.ts'
import { code, flag, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'

/** An account of the company at a bank, whose statements are compared with what gateways paid. */
export const bankAccount = resource({
  group: 'settings',
  name: 'bank-account',
  title: 'Bank Accounts',
  purpose: 'Bank accounts of the company, for their statements.',
  fields: {
    code: code({ max: 20, hint: 'Short, such as HDFC1' }),
    bank: text({ max: 60, label: 'Bank' }),
    accountNo: text({ max: 34, format: 'reference', label: 'Account no' }),
    companyCode: text({ max: 4, label: 'Company code' }),
    isForGateways: flag({
      label: 'Gateways only',
      hint: 'Only gateways pay into it: each deposit is looked for in their files',
    }),
  },
  key: ['code'],
  display: ['code', 'bank'],
  list: ['code', 'bank', 'accountNo', 'companyCode', 'isForGateways'],
  search: ['code', 'bank', 'accountNo'],
  sort: ['code'],
  access: bankAccounts,
})

export type BankAccount = Row<typeof bankAccount>
