import { settlementFiles } from '../access.ts'
import { choice, date, money, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { gateways } from '../payments/payment-words.ts'
import { fileKinds, fileKindWords, settlementKindsSaid } from '../payments/settlement-words.ts'
import { paymentAccount } from '../settings/payment-account.ts'

/** The columns of a gateway's settlement file: a row for each payment that it paid to the bank, or took back. */
export const settlementSheet = resource({
  group: 'transaction-view',
  name: 'settlement-rows',
  title: 'Gateway Settlement',
  purpose: 'What a gateway paid to the bank, a row for each payment; also what it took back and kept.',
  fields: {
    gateway: choice(gateways, { optional: true, hint: 'Only where the account is not named' }),
    accountId: reference(paymentAccount, {
      optional: true,
      label: 'Payment account',
      aliases: ['account'],
      hint: 'May be empty where the form says it, or the gateway has one account',
    }),
    gatewayTxnId: text({
      max: 40,
      format: 'reference',
      optional: true,
      label: 'Gateway transaction',
      aliases: ['gateway_txn_id'],
      hint: 'Leave empty for rentals and other adjustments',
    }),
    txnNo: text({ max: 40, format: 'reference', optional: true, label: 'Transaction', aliases: ['txn_no'] }),
    kind: choice(fileKinds, {
      default: 'SALE',
      alsoCalled: settlementKindsSaid,
      words: { staff: fileKindWords, buyer: {} },
    }),
    eventId: text({
      max: 40,
      format: 'reference',
      optional: true,
      label: 'Event',
      aliases: ['event_ref', 'refund_id', 'request_id', 'case_id'],
      hint: 'The gateway’s own id of a refund, chargeback or adjustment; without one equal rows of a UTR are several',
    }),
    refundNo: text({
      max: 40,
      format: 'reference',
      optional: true,
      label: 'Our refund',
      hint: 'The number of our refund, where the gateway gives it back',
    }),
    disputeId: text({
      max: 40,
      format: 'reference',
      optional: true,
      label: 'Dispute',
      hint: 'An adjustment with a dispute is a chargeback, or one that is won where it is a credit',
    }),
    amount: money({ hint: 'Before the fee; a refund or chargeback may be written with or without a minus' }),
    fee: money({ default: 0 }),
    taxOnFee: money({ default: 0, label: 'Tax on fee', aliases: ['tax_on_fee'] }),
    feeWithTax: money({ optional: true, label: 'Fee with its tax', hint: 'In place of Fee' }),
    netAmount: money({
      optional: true,
      label: 'Net',
      aliases: ['net'],
      hint: 'Leave empty for the amount less fee and tax',
    }),
    credit: money({ optional: true, label: 'Credit', hint: 'Credit less debit, in place of Net' }),
    debit: money({ optional: true, label: 'Debit' }),
    settlementDate: date({ aliases: ['settlement_date'] }),
    settlementRef: text({ max: 40, format: 'reference', optional: true, label: 'UTR', aliases: ['settlement_ref'] }),
    payId: text({
      max: 30,
      format: 'reference',
      optional: true,
      label: 'Payout',
      hint: 'The gateway’s number of the payout, used until its UTR is known',
    }),
    bankAmount: money({
      optional: true,
      min: 0,
      label: 'Received by the bank',
      aliases: ['bank_amount'],
      hint: 'Total of this UTR, the same in each of its rows; leave empty to skip the check',
    }),
  },
  key: ['gatewayTxnId', 'kind', 'settlementRef', 'eventId'],
  display: ['gatewayTxnId', 'kind'],
  access: settlementFiles,
})
