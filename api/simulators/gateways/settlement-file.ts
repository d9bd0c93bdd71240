import { type Fields, toGatewayAmount } from '../../payments/gateways/fields.ts'
import type { SimulatedName } from './accounts.ts'
import { ccavenueRow } from './ccavenue-commands.ts'
import { payuRow, signed } from './payu-commands.ts'
import { netOf, type SettledKind, type SettledRow } from './settled-rows.ts'

/** What is wrong with a file, by the places of its rows from 1 on. */
export interface FileFaults {
  /** Rows that are left out, so that the sum of a transfer does not fit. */
  missing?: readonly number[]
  /** Rows that stand twice. */
  doubled?: readonly number[]
  /** Rows whose numbers a spreadsheet has shortened, or could not make sense of. */
  shortened?: readonly number[]
}

/** The file that a gateway's dashboard gives for the rows of a day: comma-separated, with its own headings and words. */
export function settlementFile(name: SimulatedName, rows: readonly SettledRow[], faults: FileFaults = {}): string {
  const { missing = [], doubled = [], shortened = [] } = faults
  const { head, row, id } = formats[name]
  const lines = rows.flatMap((one, index) => {
    const place = index + 1
    if (missing.includes(place)) return []
    const fields = row(one, rows)
    const written = shortened.includes(place) ? { ...fields, [id]: asInASpreadsheet(fields[id] ?? '') } : fields
    return Array<Fields>(doubled.includes(place) ? 2 : 1).fill(written)
  })
  return [head, ...lines.map(fields => head.map(name => fields[name] ?? ''))].map(csvLine).join('\r\n')
}

/** How a spreadsheet shows a number that is too long for it, and `#N/A` of what it takes for a formula. */
const asInASpreadsheet = (number: string) =>
  /^\d{12,}$/.test(number) ? Number(number).toExponential(5).toUpperCase() : '#N/A'

interface FileFormat {
  head: readonly string[]
  row(row: SettledRow, all: readonly SettledRow[]): Fields
  /** The column of the gateway's number. */
  id: string
}

const shownDay = (day: string) => day.split('-').reverse().join('-')

const billdeskTypes: Readonly<Record<SettledKind, string>> = {
  ...{ SALE: 'Sale', REFUND: 'Refund', CHARGEBACK: 'Chargeback', CHARGEBACK_WON: 'Chargeback', RENTAL: 'Rental' },
}

/** K.19: the portal's own headings, in its own words. */
const ownKinds: Readonly<Record<SettledKind, string>> = {
  ...{ SALE: 'SALE', REFUND: 'REFUND', CHARGEBACK: 'CHARGEBACK', CHARGEBACK_WON: 'CHARGEBACK', RENTAL: 'ADJUSTMENT' },
}

const formats: Readonly<Record<SimulatedName, FileFormat>> = {
  payu: {
    head: [
      ...['payuid', 'txnid', 'requestid', 'token', 'requestaction', 'requestamount', 'mer_service_fee'],
      ...['mer_service_tax', 'mer_net_amount', 'mer_utr'],
    ],
    row: payuRow,
    id: 'payuid',
  },
  ccavenue: {
    head: [
      ...['ccavenue_ref_no', 'order_no', 'txn_type', 'Amount', 'fees', 'tax', 'amt_payable', 'currency', 'pay_Id'],
      ...['utr_no', 'settlement_date'],
    ],
    row: ccavenueRow,
    id: 'ccavenue_ref_no',
  },
  billdesk: {
    head: [
      ...['PGI Ref. No.', 'Ref. 1', 'Refund Id', 'Txn Type', 'Gross Amount(Rs.Ps)', 'Charges (Rs.Ps)'],
      ...['GST (Rs.Ps)', 'Net Amount(Rs.Ps)', 'UTR', 'Settlement Date'],
    ],
    row: one => ({
      'PGI Ref. No.': one.gatewayTxnId,
      'Ref. 1': one.orderNo,
      'Refund Id': one.eventId,
      'Txn Type': billdeskTypes[one.kind],
      'Gross Amount(Rs.Ps)': signed(one.gross),
      'Charges (Rs.Ps)': toGatewayAmount(one.fee),
      'GST (Rs.Ps)': toGatewayAmount(one.gst),
      'Net Amount(Rs.Ps)': signed(netOf(one)),
      UTR: one.utr,
      'Settlement Date': shownDay(one.day),
    }),
    id: 'PGI Ref. No.',
  },
  mock: {
    head: [
      ...['gateway', 'account', 'gateway_txn_id', 'txn_no', 'kind', 'amount', 'fee', 'tax_on_fee', 'net'],
      ...['settlement_date', 'settlement_ref', 'bank_amount', 'refund_id'],
    ],
    row: (one, all) => ({
      gateway: 'MOCK',
      gateway_txn_id: one.gatewayTxnId || one.eventId,
      txn_no: one.orderNo,
      kind: ownKinds[one.kind],
      // A rental has no gross: what it takes is the adjustment.
      amount: signed(one.kind === 'RENTAL' ? netOf(one) : one.gross),
      fee: toGatewayAmount(one.kind === 'RENTAL' ? 0 : one.fee),
      tax_on_fee: toGatewayAmount(one.kind === 'RENTAL' ? 0 : one.gst),
      net: signed(netOf(one)),
      settlement_date: shownDay(one.day),
      settlement_ref: one.utr,
      bank_amount: signed(all.reduce((paise, other) => paise + netOf(other), 0)),
      refund_id: one.eventId,
    }),
    id: 'gateway_txn_id',
  },
}

/** A line of a comma-separated file; what holds a comma or a quote stands in quotes. */
export const csvLine = (cells: readonly string[]) =>
  cells.map(cell => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
