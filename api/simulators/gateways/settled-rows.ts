import { addDays, dayOf, instantOf } from '../../../resources/define/dates.ts'
import { fromGatewayAmount } from '../../payments/gateways/fields.ts'
import type { Ledger } from './ledger.ts'
import { hasGone } from './returns.ts'

/** What a row of a settlement is about. */
export const settledKinds = ['SALE', 'REFUND', 'CHARGEBACK', 'CHARGEBACK_WON', 'RENTAL'] as const
export type SettledKind = (typeof settledKinds)[number]

/** A row of a settlement, before a gateway writes it down; amounts in whole paise, what is taken back negative. */
export interface SettledRow {
  kind: SettledKind
  gatewayTxnId: string
  orderNo: string
  /** The gateway's own number of a refund or chargeback; empty of a sale. */
  eventId: string
  /** The shop's number of a refund that it asked for. */
  refundNo: string
  gross: number
  fee: number
  gst: number
  utr: string
  /** The Indian day of the transfer. */
  day: string
}

/** What reaches the bank for a row. */
export const netOf = ({ gross, fee, gst }: Pick<SettledRow, 'gross' | 'fee' | 'gst'>) => gross - fee - gst

/** One percent of commission, and eighteen of GST on it, each to the paisa. */
export const withCommission = (gross: number) => {
  const fee = Math.round(gross / 100)
  return { gross, fee, gst: Math.round((fee * 18) / 100) }
}

/** The transfer of a gateway on an Indian day, in the form that NEFT has by now. */
export const utrOf = (gateway: string, day: string) =>
  `HDFCN5${day.replaceAll('-', '')}${transferNumbers[gateway] ?? '12345679'}`

/** What the transfers of a gateway end with. */
const transferNumbers: Readonly<Record<string, string>> = {
  ...{ mock: '12345675', payu: '12345678', ccavenue: '12345677', billdesk: '12345676' },
}

/**
 * What a gateway settles on an Indian day: the captures, refunds and chargebacks of that day, and on the first of a month
 * its rental. A refund is taken out once the money has gone back.
 */
export function settledRows(ledger: Ledger, gateway: string, day: string): SettledRow[] {
  const until = instantOf(addDays(day, 1))
  const utr = utrOf(gateway, day)
  const all = ledger.captures(gateway, until)
  const orderOf = new Map(all.map(({ gatewayTxnId, txnNo }) => [gatewayTxnId, txnNo]))
  const sales = all
    .filter(({ at }) => dayOf(at) === day)
    .map(({ gatewayTxnId, txnNo, paid }) => ({
      ...{ kind: 'SALE' as const, gatewayTxnId, orderNo: txnNo, eventId: '', refundNo: '', utr, day },
      ...withCommission(fromGatewayAmount(paid) ?? 0),
    }))
  const returned = ledger.returns
    .of(gateway)
    .filter(back => hasGone(back, until) && dayOf(back.dueAt) === day && back.kind !== 'FRAUD')
    .map(back => ({
      kind: kindOf(back.kind),
      gatewayTxnId: back.gatewayTxnId,
      orderNo: orderOf.get(back.gatewayTxnId) ?? '',
      ...{ eventId: back.requestId, refundNo: back.refundNo, fee: 0, gst: 0, utr, day },
      gross: back.kind === 'CHARGEBACK_WON' ? back.amount : -back.amount,
    }))
  const rental = day.endsWith('-01') ? [rentalOf(gateway, utr, day)] : []
  return [...sales, ...returned, ...rental]
}

const rentalOf = (gateway: string, utr: string, day: string): SettledRow => ({
  ...{ kind: 'RENTAL', gatewayTxnId: '', orderNo: '', eventId: `RENT-${gateway}-${day}`, refundNo: '' },
  ...{ gross: 0, fee: 100_00, gst: 18_00, utr, day },
})

const kindOf = (kind: string): SettledKind => (kind === 'CHARGEBACK' || kind === 'CHARGEBACK_WON' ? kind : 'REFUND')
