import { settlementFiles } from '../access.ts'
import { choice, date, money, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { gateways } from '../payments/payment-words.ts'
import { settlementKinds, settlementKindsSaid } from '../payments/settlement-words.ts'
import { paymentAccount } from '../settings/payment-account.ts'

/** The columns of a gateway's settlement file: a row for each payment that it paid to the bank, or took back. */
export const settlementSheet = resource({
  group: 'transaction-view',
  name: 'settlement-rows',
  title: 'Gateway Settlement',
  purpose: 'What a gateway paid to the bank, a row for each payment; also what it took back.',
  fields: {
    gateway: choice(gateways),
    accountId: reference(paymentAccount, {
      optional: true,
      label: 'Payment account',
      aliases: ['account'],
      hint: 'May be empty where the gateway has one account',
    }),
    gatewayTxnId: text({ max: 40, format: 'reference', label: 'Gateway transaction', aliases: ['gateway_txn_id'] }),
    txnNo: text({ max: 20, format: 'reference', optional: true, label: 'Transaction', aliases: ['txn_no'] }),
    kind: choice(settlementKinds, { default: 'SALE', alsoCalled: settlementKindsSaid }),
    eventRef: text({
      max: 40,
      format: 'reference',
      optional: true,
      label: 'Refund or case',
      aliases: ['event_ref', 'refund_id', 'request_id', 'case_id'],
      hint: 'The gateway’s reference of a refund or a chargeback; without one equal rows of a UTR count as several',
    }),
    amount: money({ hint: 'Before the fee; a refund or chargeback may be written with or without a minus' }),
    fee: money({ default: 0 }),
    taxOnFee: money({ default: 0, label: 'Tax on fee', aliases: ['tax_on_fee'] }),
    netAmount: money({
      optional: true,
      label: 'Net',
      aliases: ['net'],
      hint: 'Leave empty for the amount less fee and tax',
    }),
    settlementDate: date({ aliases: ['settlement_date'] }),
    settlementRef: text({ max: 40, format: 'reference', label: 'UTR', aliases: ['settlement_ref'] }),
    bankAmount: money({
      optional: true,
      min: 0,
      label: 'Received by the bank',
      aliases: ['bank_amount'],
      hint: 'Total of this UTR, the same in each of its rows; leave empty to skip the check',
    }),
  },
  key: ['gateway', 'accountId', 'gatewayTxnId', 'kind', 'settlementRef', 'eventRef'],
  display: ['gatewayTxnId', 'kind'],
  access: settlementFiles,
})
