import type { Noun } from './nouns.ts'

/**
 * The side bar of customers and distributors, its screens under the names that a customer uses for them; whoever may not
 * open a screen has not its line. What else they may read is found by Ctrl K. The screens keep their own headings.
 */
export const buyerNouns: readonly Noun[] = [
  {
    name: 'new-order',
    title: 'New order',
    letter: 'N',
    screens: [],
    others: [['/orders/default', 'New order']],
    under: ['create-orders'],
  },
  {
    name: 'my-orders',
    title: 'My orders',
    letter: 'O',
    screens: [
      ['/orders/order-history', 'All my orders'],
      ['/orders/item-wise-order', 'Order lines'],
      ['/orders/pending-for-my-acceptance', 'Orders to accept'],
      ['/orders/order-in-error', 'Orders in error'],
      ['/masters/frequently-purchased-items', 'What I buy often'],
      ['/masters/customer-item-codes', 'My item codes'],
    ],
    others: [
      ['/orders/simulate', 'Check a price'],
      ['/orders/delete', 'Delete drafts'],
    ],
    under: ['orders'],
  },
  {
    name: 'my-payments',
    title: 'Invoices and payments',
    letter: 'M',
    screens: [
      ['/mis/invoices', 'My invoices'],
      ['/transaction-view/payment-cart', 'Pay invoices'],
      ['/transaction-view/transactions-view', 'My payments'],
      ['/transaction-view/pending-transactions', 'Pending payments'],
      ['/transaction-view/failed-transactions', 'Failed payments'],
      ['/transaction-view/money-on-account', 'Money on account'],
      ['/transaction-view/payment-refunds', 'My refunds'],
      ['/transaction-view/tds-certificates', 'TDS certificates'],
      ['/complaints/ar-dispute', 'Disputed invoices'],
      ['/mis/outstanding', 'What I owe'],
    ],
    under: ['transaction-view'],
  },
  {
    name: 'my-shipments',
    title: 'My goods',
    letter: 'S',
    screens: [
      ['/shipment-tracking/search-shipments', 'Where are my goods'],
      ['/shipment-tracking/dashboard', 'Shipments at a glance'],
      ['/dispatches/party-will-collect', 'Goods I collect'],
      ['/shipment-tracking/feedback-report', 'My delivery ratings'],
    ],
    under: ['shipment-tracking', 'dispatches'],
  },
  {
    name: 'my-documents',
    title: 'Certificates and documents',
    letter: 'T',
    screens: [
      ['/coa/find-certificates', 'Find certificates'],
      ['/coa/certificates', 'All certificates'],
      ['/complaints/eud-block', 'End-user documents'],
      ['/masters/attachment', 'Forms and price lists'],
    ],
    under: ['coa'],
  },
  {
    name: 'my-complaints',
    title: 'Complaints',
    letter: 'L',
    screens: [['/complaints', 'My complaints']],
    others: [['/complaints/create', 'New complaint']],
    under: ['complaints'],
  },
  {
    name: 'my-contracts',
    title: 'Contracts',
    letter: 'C',
    screens: [
      ['/masters/rate-contract-customer', 'Rate contracts'],
      ['/masters/customer-annexure-view', 'Annexures'],
    ],
    under: [],
  },
  {
    name: 'my-reports',
    title: 'Reports',
    letter: 'R',
    screens: [
      ['/dealerdash', 'Dealer dashboard'],
      ['/dealerdash/upload-target', 'Targets'],
      ['/mis/orders', 'Orders of a period'],
      ['/mis/sales', 'Purchases of a period'],
      ['/mis/merck-approval-pending', 'Orders being checked'],
      ['/mis/draft-order-status', 'Drafts'],
      ['/mis/dead-orders', 'Expired orders'],
      ['/mis/view-material-collected', 'Goods collected'],
      ['/mis/view-freight-paid', 'Freight paid'],
    ],
    under: ['mis', 'dealerdash'],
  },
  {
    name: 'my-profile',
    title: 'Profile',
    letter: 'P',
    screens: [
      ['/masters/contact-details', 'My profile'],
      ['/masters/dashboard', 'My account at a glance'],
      ['/access-control/customer', 'Company'],
      ['/access-control/company-people', 'People of our company'],
      ['/access-control/ship-to', 'Delivery addresses'],
      ['/access-control/customer-contact', 'Contacts'],
    ],
    under: [],
  },
]
