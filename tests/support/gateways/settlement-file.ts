import { today } from '../../../api/platform/clock.ts'

const HEAD =
  'gateway,account,gateway_txn_id,txn_no,kind,amount,fee,tax_on_fee,net,settlement_date,settlement_ref,bank_amount,refund_id'

/** The cells of a row of a settlement file; amounts in rupees as text. */
export interface FileRow {
  gateway?: string
  account?: string
  id: string
  txnNo?: string
  kind?: string
  amount: string
  fee?: string
  tax?: string
  net?: string
  day?: string
  utr?: string
  bank?: string
  refund?: string
}

const shownDay = (day: string) => day.split('-').reverse().join('-')

/** A file of a gateway, as Finance uploads it. */
export const settlementFile = (rows: readonly FileRow[]) =>
  [
    HEAD,
    ...rows.map(({ gateway = 'PAYU', account = '', id, txnNo = '', kind = '', amount, fee = '', tax = '', ...more }) =>
      [
        ...[gateway, account, id, txnNo, kind, amount, fee, tax, more.net ?? ''],
        ...[shownDay(more.day ?? today()), more.utr ?? 'UTR1', more.bank ?? '', more.refund ?? ''],
      ].join(','),
    ),
  ].join('\n')
