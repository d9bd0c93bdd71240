/** The example transfer of F2.5, in the file of each gateway; amounts in rupees, those of Razorpay's API in paise. */

/** A row of a transfer; what was taken back is negative. */
export interface ExampleRow {
  kind: 'SALE' | 'REFUND' | 'CHARGEBACK' | 'RENTAL'
  id: string
  order: string
  event: string
  gross: number
  fee: number
  tax: number
}

/** The rows of F2.5's example for two payments of ₹ 1,18,000.00 and ₹ 1,180.50; `tag` keeps events of several files apart. */
export const exampleRows = (
  one: { ref: string; txnNo: string },
  two: { ref: string; txnNo: string },
  tag = '',
): ExampleRow[] => [
  { kind: 'SALE', id: one.ref, order: one.txnNo, event: `S1${tag}`, gross: 11_800_000, fee: 118_000, tax: 21_240 },
  { kind: 'SALE', id: two.ref, order: two.txnNo, event: `S2${tag}`, gross: 118_050, fee: 1_181, tax: 213 },
  { kind: 'REFUND', id: one.ref, order: one.txnNo, event: `131278422${tag}`, gross: -50_000, fee: 0, tax: 0 },
  { kind: 'REFUND', id: one.ref, order: one.txnNo, event: `131278423${tag}`, gross: -50_000, fee: 0, tax: 0 },
  { kind: 'CHARGEBACK', id: two.ref, order: two.txnNo, event: `C1${tag}`, gross: -118_050, fee: 0, tax: 0 },
  { kind: 'RENTAL', id: '', order: '', event: `R1${tag}`, gross: 0, fee: 10_000, tax: 1_800 },
]

const rupees = (paise: number) => (paise / 100).toFixed(2)
const netOf = ({ gross, fee, tax }: ExampleRow) => gross - fee - tax
const lines = (head: string, rows: readonly (readonly (string | number)[])[]) =>
  [head, ...rows.map(row => row.join(','))].join('\n')

/** As PayU's API names it: the day is what was asked for, and stands in no column. */
export const payuFile = (rows: readonly ExampleRow[], utr: string) =>
  lines(
    'payuid,txnid,requestid,requestaction,requestamount,mer_service_fee,mer_service_tax,mer_net_amount,mer_utr,bank_name',
    rows.map(row => [
      ...[
        row.id,
        row.order,
        row.event,
        { SALE: 'capture', REFUND: 'refund', CHARGEBACK: 'chargeback', RENTAL: 'rental' }[row.kind],
      ],
      ...[rupees(Math.abs(row.gross)), rupees(row.fee), rupees(row.tax), rupees(Math.abs(netOf(row))), utr, 'HDFC'],
    ]),
  )

/** CCAvenue's payIdDetails, which has no event of its own, and no UTR while the payout is under way. */
export const ccavenueFile = (rows: readonly ExampleRow[], utr: string, day: string, payId = '77') =>
  lines(
    'pay_Id,ccavenue_ref_no,order_no,txn_type,Amount,fees,tax,amt_payable,utr_no,settlement_date',
    rows.map(row => [
      ...[
        payId,
        row.id,
        row.order,
        { SALE: 'Shipped', REFUND: 'Refunded', CHARGEBACK: 'Chargeback', RENTAL: 'Rental' }[row.kind],
      ],
      ...[rupees(Math.abs(row.gross)), rupees(row.fee), rupees(row.tax), rupees(Math.abs(netOf(row))), utr, day],
    ]),
  )

/** BillDesk, with a day and a time. */
export const billdeskFile = (rows: readonly ExampleRow[], utr: string, day: string) =>
  lines(
    'Biller Id,PGI Ref. No.,Ref. 1,Refund Id,Txn Type,Gross Amount(Rs.Ps),Charges (Rs.Ps),GST (Rs.Ps),Net Amount(Rs.Ps),UTR,Settlement Date',
    rows.map(row => [
      ...['BILLER', row.id, row.order, row.kind === 'SALE' ? '' : row.event],
      ...[{ SALE: 'Sale', REFUND: 'Refund', CHARGEBACK: 'Chargeback', RENTAL: 'Rental' }[row.kind]],
      ...[rupees(row.gross), rupees(row.fee), rupees(row.tax), rupees(netOf(row)), utr, `${day} 15:30:00`],
    ]),
  )

/** Razorpay's settlements/fetch-recon: paise, seconds since 1970, the fee with its tax, credit and debit. */
export const razorpayFile = (rows: readonly ExampleRow[], utr: string, seconds: number) =>
  lines(
    'entity_id,type,debit,credit,amount,currency,fee,tax,settlement_id,settled_at,payment_id,settlement_utr,order_receipt,dispute_id',
    rows.map(row => {
      const net = netOf(row)
      const type = { SALE: 'payment', REFUND: 'refund', CHARGEBACK: 'adjustment', RENTAL: 'adjustment' }[row.kind]
      return [
        ...[row.kind === 'SALE' ? row.id : row.event, type, net < 0 ? -net : 0, net > 0 ? net : 0],
        ...[Math.abs(row.gross || net), 'INR', row.gross === 0 ? 0 : row.fee + row.tax, row.gross === 0 ? 0 : row.tax],
        ...['setl_1', seconds, row.kind === 'SALE' ? '' : row.id, utr, row.order],
        row.kind === 'CHARGEBACK' ? `disp_${row.event}` : '',
      ]
    }),
  )
