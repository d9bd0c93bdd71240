import { paymentAccounts } from '../access.ts'
import { choice, code, confirmation, effectivePeriod, flag, integer, origin, origins, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { gateways } from '../payments/payment-words.ts'

/** An account of the company at a payment gateway. What it signs with stands in the environment, never here. */
export const paymentAccount = resource({
  group: 'settings',
  name: 'payment-account',
  title: 'Payment Accounts',
  purpose: 'Accounts at payment gateways, with their company codes and addresses.',
  fields: {
    code: code({
      max: 30,
      hint: 'Capital letters, digits and _; variables begin with PAYMENT_ and this',
    }),
    gateway: choice(gateways),
    mode: choice(['TEST', 'LIVE'], { hint: 'Money of a test account never reaches SAP in production' }),
    companyCode: text({
      max: 4,
      label: 'Company code',
      hint: 'A payment settles items of this company code',
    }),
    clearingAccount: text({
      max: 10,
      optional: true,
      label: 'Clearing G/L account',
      hint: 'Holds what the gateway received; empty for that of the settings',
    }),
    payAt: origin({
      optional: true,
      label: 'Payment page',
      hint: 'Without a path; empty for the simulated gateway',
    }),
    askAt: origin({
      optional: true,
      label: 'Address for questions',
      hint: 'Where the portal asks what became of a payment',
    }),
    formHosts: origins({
      optional: true,
      label: 'Further hosts',
      hint: 'Origins that the payment page leads on to, with spaces between',
    }),
    refundApi: flag({
      default: true,
      label: 'Refunds by API',
      hint: 'Switch off where refunds are made in the gateway’s console',
    }),
    ...effectivePeriod(),
    ...confirmation(),
  },
  computed: {
    unsignedPosts: integer({
      label: 'Unsigned posts in a day',
      hint: 'In the last 24 hours: forged, or the secret here is wrong',
    }),
  },
  key: ['code'],
  list: [
    'code',
    'gateway',
    'mode',
    'companyCode',
    'clearingAccount',
    'confirmStatus',
    'unsignedPosts',
    'validFrom',
    'validTo',
  ],
  filters: ['gateway', 'mode', 'companyCode', 'confirmStatus'],
  search: ['code', 'companyCode'],
  sort: ['code'],
  rules: [
    {
      field: 'askAt',
      code: 'REQUIRED',
      message: 'is required where the payment page is given',
      check: ({ payAt, askAt }) => (payAt === null) === (askAt === null),
    },
    {
      field: 'mode',
      code: 'NOT_ALLOWED',
      message: 'must be Test for the gateway MOCK, which takes no money',
      check: ({ gateway, mode }) => gateway !== 'MOCK' || mode === 'TEST',
    },
  ],
  access: paymentAccounts,
  movesMoney: true,
  endsAtOnce: true,
})

export type PaymentAccount = Row<typeof paymentAccount>
