import { addDays } from '../resources/define/dates.ts'
import { uploadOutstanding } from '../resources/masters/upload-outstanding.ts'
import { uploadPaymentCustomers } from '../resources/masters/upload-payment-customers.ts'
import { bankAccount } from '../resources/settings/bank-account.ts'
import { paymentAccount } from '../resources/settings/payment-account.ts'
import type { SeedWriter } from './seed-writer.ts'

/** Customer, document, days before the as-on date of document and due date, original and open amount in paise, SBU. */
// biome-ignore format: a table, one row a line
const items: readonly (readonly [string, string, 'INVOICE' | 'DEBIT_NOTE' | 'CREDIT_NOTE' | 'ON_ACCOUNT', number, number, number, number, string])[] = [
  ['100101', 'INV26000118', 'INVOICE', 45, 5, 4_82_300_00, 4_82_300_00, 'LS'],
  ['100101', 'INV26000187', 'INVOICE', 12, -18, 2_16_450_00, 2_16_450_00, 'LS'],
  ['100101', 'CRN26000014', 'CREDIT_NOTE', 20, 20, -18_200_00, -18_200_00, 'LS'],
  ['100102', 'INV26000092', 'INVOICE', 40, 10, 12_40_000_00, 9_80_000_00, 'LS'],
  ['100102', 'INV26000160', 'INVOICE', 25, -20, 3_40_000_00, 3_40_000_00, 'LS'],
  ['100103', 'INV26000071', 'INVOICE', 140, 110, 12_75_000_00, 12_75_000_00, 'PS'],
  ['100103', 'INV26000155', 'INVOICE', 30, 0, 5_60_000_00, 5_60_000_00, 'PS'],
  ['100103', 'RCP26000009', 'ON_ACCOUNT', 8, 8, -2_00_000_00, -2_00_000_00, 'PS'],
  ['100104', 'INV26000033', 'INVOICE', 260, 215, 88_900_00, 88_900_00, 'LS'],
  ['100109', 'INV26000129', 'INVOICE', 70, 40, 2_31_500_00, 2_31_500_00, 'PS'],
  ['100110', 'INV26000142', 'INVOICE', 35, 5, 7_05_250_00, 7_05_250_00, 'PH'],
  ['100110', 'DBN26000003', 'DEBIT_NOTE', 15, -15, 12_400_00, 12_400_00, 'PH'],
  ['100201', 'INV26000101', 'INVOICE', 85, 70, 6_45_800_00, 4_45_800_00, 'LS'],
  ['100202', 'INV26000173', 'INVOICE', 18, 3, 1_58_000_00, 1_58_000_00, 'LS'],
]

/** The open items of the demo company as finance last imported them, two days before it starts. */
export async function writeOutstanding({ write }: SeedWriter, day: string): Promise<void> {
  const asOnDate = addDays(day, -2)
  await write(
    uploadOutstanding,
    items.map(([customer, documentNo, documentType, age, overdue, originalAmount, balanceAmount, sbu]) => ({
      customer,
      documentNo,
      documentType,
      documentDate: addDays(asOnDate, -age),
      dueDate: addDays(asOnDate, -overdue),
      originalAmount,
      balanceAmount,
      sbu,
      asOnDate,
      source: 'UPLOAD',
    })),
  )
}

/** The accounts of the company at the gateways, all simulated, and who pays online; the others pay as before. */
export async function writePaymentCustomers({ write }: SeedWriter): Promise<void> {
  const test = { mode: 'TEST', companyCode: '1000' } as const
  await write(paymentAccount, [
    { code: 'MAIN', gateway: 'MOCK', ...test },
    { code: 'PAYU1', gateway: 'PAYU', ...test },
    { code: 'CCAVENUE1', gateway: 'CCAVENUE', ...test },
    { code: 'BILLDESK1', gateway: 'BILLDESK', ...test, refundApi: false },
  ])
  await write(bankAccount, [
    { code: 'HDFC1', bank: 'HDFC Bank, Andheri', accountNo: '50200012345678', companyCode: '1000' },
  ])
  await write(uploadPaymentCustomers, [
    {
      customer: '100101',
      merchantAccount: 'MAIN',
      gateway: 'MOCK',
      allowPartial: true,
      allowAdvance: true,
      maxTxnAmount: 25_00_000_00,
    },
    { customer: '100102', merchantAccount: 'PAYU1', gateway: 'PAYU', maxTxnAmount: 5_00_000_00 },
    {
      customer: '100201',
      merchantAccount: 'CCAVENUE1',
      gateway: 'CCAVENUE',
      allowPartial: true,
      maxTxnAmount: 10_00_000_00,
    },
    { customer: '100110', merchantAccount: 'BILLDESK1', gateway: 'BILLDESK', maxTxnAmount: 10_00_000_00 },
  ])
}
