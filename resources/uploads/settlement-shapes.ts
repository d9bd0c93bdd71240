import type { FileShape } from '../define/sheet/file-shape.ts'

/**
 * How gateways write their settlement files (§F2.5). PayU: the names of its API, itsbalamurali/payu-india-rs; the CSV of
 * its dashboard could not be confirmed. CCAvenue: its payIdDetails. BillDesk: practice, and raweeWorkplace/billdeskrecon.
 * Razorpay: settlements/fetch-recon of razorpay.com/docs.
 */
export const settlementShapes: readonly FileShape[] = [
  {
    name: 'PayU',
    columns: {
      gatewayTxnId: ['payuid'],
      txnNo: ['txnid'],
      eventId: ['requestid'],
      refundNo: ['token'],
      kind: ['requestaction'],
      amount: ['requestamount'],
      fee: ['mer_service_fee'],
      taxOnFee: ['mer_service_tax'],
      netAmount: ['mer_net_amount'],
      settlementRef: ['mer_utr'],
    },
  },
  {
    name: 'CCAvenue',
    columns: {
      gatewayTxnId: ['ccavenue_ref_no'],
      txnNo: ['order_no'],
      kind: ['txn_type'],
      amount: ['Amount'],
      fee: ['fees'],
      taxOnFee: ['tax'],
      netAmount: ['amt_payable'],
      settlementRef: ['utr_no'],
      settlementDate: ['settlement_date'],
      payId: ['pay_Id'],
    },
  },
  {
    name: 'BillDesk',
    columns: {
      gatewayTxnId: ['PGI Ref. No.'],
      txnNo: ['Ref. 1'],
      eventId: ['Refund Id'],
      kind: ['Txn Type'],
      amount: ['Gross Amount(Rs.Ps)'],
      fee: ['Charges (Rs.Ps)'],
      taxOnFee: ['GST (Rs.Ps)'],
      netAmount: ['Net Amount(Rs.Ps)'],
      settlementRef: ['UTR'],
      settlementDate: ['Settlement Date'],
    },
  },
  {
    name: 'Razorpay',
    columns: {
      gatewayTxnId: ['payment_id'],
      txnNo: ['order_receipt'],
      eventId: ['entity_id'],
      kind: ['type'],
      amount: ['amount'],
      feeWithTax: ['fee'],
      taxOnFee: ['tax'],
      credit: ['credit'],
      debit: ['debit'],
      disputeId: ['dispute_id'],
      settlementRef: ['settlement_utr'],
      settlementDate: ['settled_at'],
    },
  },
]
