/** A screen under a noun: its address, and where those who buy call it otherwise, its name. */
export type NounScreen = string | readonly [path: string, name: string]

/** A line of the side bar: what a person thinks of, with the screens that belong to it. */
export interface Noun {
  name: string
  title: string
  /** G and then this letter lead there. */
  letter: string
  /** Its lists, in order: it opens the first that the person may open, and they are tabs of one another. */
  screens: readonly NounScreen[]
  /** Without tabs: where one fills in or sends something, and what a noun with an index has under addresses of others. */
  others?: readonly NounScreen[]
  /**
   * Of a noun with too many lists for tabs: it opens the page at this address, where they stand in the parts of
   * `noun-parts.ts`. All screens under its addresses are its own, where no other noun names them.
   */
  index?: string
  /** The first parts of the addresses whose other pages, such as those of records, belong to it. */
  under: readonly string[]
}

/** What the home page is called: of our people, and of those who buy. */
export const homeTitles = { staff: 'My work', buyer: 'Today' } as const

/** G and this letter lead home. */
export const HOME_LETTER = 'W'

/** The side bar of our people and of transporters; a noun of which they open no screen is not drawn. */
export const nouns: readonly Noun[] = [
  {
    name: 'orders',
    title: 'Orders',
    letter: 'O',
    screens: [
      '/orders/order-history',
      '/orders/item-wise-order',
      '/orders/pending-for-my-approval',
      '/orders/pending-for-rate-contract-approval',
      '/orders/pending-for-limit-price-approval',
      '/orders/pending-for-limit-approval',
      '/orders/pending-for-csc-approval',
      '/orders/pending-for-eud-approval',
      '/orders/pending-for-my-acceptance',
      '/orders/order-in-error',
      '/orders/order-stuck-for-sap',
      '/orders/held-in-sap',
      '/orders/holes',
      '/masters/upload-expected-delivery-dates',
    ],
    others: [
      '/orders/default',
      '/orders/simulate',
      '/orders/bulk-cancellation-of-orders',
      '/orders/delete',
      '/masters/single-batch-customer-email',
    ],
    under: ['orders', 'create-orders'],
  },
  {
    name: 'customers',
    title: 'Customers',
    letter: 'C',
    screens: [
      '/access-control/customer',
      '/masters/dashboard',
      '/access-control/ship-to',
      '/access-control/customer-contact',
      '/masters/customer-item-codes',
      '/dealerdash',
      '/dealerdash/upload-target',
      '/masters/frequently-purchased-items',
      '/masters/block-customer-order-creation',
      '/masters/shipping-instructions',
      '/masters/dist-cust-mapping',
      '/masters/customer-department-map',
      '/masters/customer-segment-map',
    ],
    under: ['dealerdash'],
  },
  {
    name: 'prices',
    title: 'Prices',
    letter: 'P',
    screens: [
      '/masters/rate-contract-customer',
      '/settings/product-price',
      '/masters/productwise-limit-price',
      '/masters/cust-shipto-prod-price',
      '/masters/product-discount',
      '/masters/channel-product-promocode',
      '/masters/customer-annexure',
      '/masters/customer-annexure-view',
      '/masters/rate-contract-errors',
      '/channel-13-masters/customer-wise-product-wise-price',
      '/masters/zone-wise-asp',
      '/masters/article-freight',
    ],
    under: [],
  },
  {
    name: 'shipments',
    title: 'Shipments',
    letter: 'S',
    screens: [
      '/shipment-tracking/search-shipments',
      '/dispatches/add-lr-details',
      '/dispatches/open-consignments',
      '/dispatches/trips',
      '/dispatches/trip-offers',
      '/dispatches/desk-tasks',
      '/dispatches/verify-pods',
      '/dispatches/lr-transporter-bill',
      '/dispatches/debit-notes',
      '/dispatches/party-will-collect',
      '/dispatches/e-way-bills',
      '/dispatches/eway-bills',
      '/dispatches/eway-calls',
      '/dispatches/add-carting-charges',
      '/shipment-tracking/dashboard',
      '/shipment-tracking/feedback-report',
      '/shipment-tracking/retriggering-emails',
    ],
    others: [
      '/dispatches/upload-pod',
      '/dispatches/upload-multiple-pod',
      '/dispatches/upload-delivery-status',
      '/dispatches/download-lr-details',
    ],
    under: ['dispatches', 'shipment-tracking'],
  },
  {
    name: 'money',
    title: 'Money',
    letter: 'M',
    screens: [
      '/transaction-view/transactions-view',
      '/transaction-view/money-to-decide',
      '/transaction-view/money-on-account',
      '/transaction-view/payment-tasks',
      '/transaction-view/payment-differences',
      '/transaction-view/payment-refunds',
      '/transaction-view/tds-certificates',
      '/transaction-view/transaction-stuck',
      '/transaction-view/pending-transactions',
      '/transaction-view/failed-transactions',
      '/transaction-view/outstanding-transactions',
      '/transaction-view/payment-cart',
      '/transaction-view/payment-captures',
      '/transaction-view/captures-not-settled',
      '/transaction-view/settlement-rows',
      '/transaction-view/transfers',
      '/transaction-view/bank-lines',
      '/transaction-view/payment-adjustments',
      '/transaction-view/daily-totals',
      '/transaction-view/transaction-data',
      '/masters/upload-outstanding',
      '/masters/upload-payment-customers',
      '/settings/payment-account',
      '/settings/bank-account',
    ],
    under: ['transaction-view', 'payment-tasks'],
  },
  {
    name: 'complaints',
    title: 'Complaints',
    letter: 'L',
    screens: [
      '/complaints',
      '/complaints/modify',
      '/complaints/ar-dispute',
      '/complaints/ar-dispute-modify',
      '/complaints/eud-block',
      '/complaints/batch-radar',
      '/complaints/batch-receivers',
    ],
    others: ['/complaints/create'],
    under: ['complaints'],
  },
  {
    name: 'certificates',
    title: 'Certificates',
    letter: 'T',
    screens: ['/coa/certificates', '/coa/find-certificates', '/coa/upload-mapping'],
    others: ['/coa/upload-multiple'],
    under: ['coa'],
  },
  {
    name: 'reports',
    title: 'Reports',
    letter: 'R',
    screens: [],
    index: '/mis',
    under: ['mis'],
  },
  {
    name: 'master-data',
    title: 'Master data',
    letter: 'D',
    screens: [],
    index: '/masters',
    others: [
      '/shipment-tracking/transporter-mapping',
      '/shipment-tracking/expected-delivery-days',
      '/shipment-tracking/activate-transporter',
      '/shipment-tracking/sigma-customers',
      '/shipment-tracking/employee-sigma-map',
      '/shipment-tracking/opt-out-email',
      '/shipment-tracking/opt-out-sms',
      '/shipment-tracking/banner',
    ],
    under: ['masters', 'channel-13-masters', 'access-control', 'settings', 'sap-sync-runs', 'message-logs'],
  },
]

/** The screen of everybody's own account, which the name in the header opens. */
export const ACCOUNT = '/masters/contact-details'

export const pathOf = (screen: NounScreen): string => (typeof screen === 'string' ? screen : screen[0])

/** The screens that a noun names, in order. */
export const screensOf = ({ screens, others = [] }: Noun): NounScreen[] => [...screens, ...others]

/** The noun to which an address belongs: by the nearest of its screens above it, or else by its first part. */
export function nounAt<One extends Noun>(all: readonly One[], pathname: string): One | undefined {
  const holding = all
    .flatMap(noun => screensOf(noun).map(screen => ({ noun, path: pathOf(screen) })))
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
  return holding?.noun ?? all.find(({ under }) => under.includes(pathname.split('/')[1]!))
}
