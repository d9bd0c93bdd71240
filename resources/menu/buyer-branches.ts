/** A branch of the menu of those who buy; its lines are screens under the names that a customer uses for them. */
interface BuyerBranch {
  name: string
  title: string
  /** Address and name; with one screen the branch is a line of its own. */
  screens: readonly (readonly [path: string, title: string])[]
}

/**
 * The menu of customers and distributors; whoever may not open a screen has not its line. What else they may read is found by
 * Ctrl K. The screens keep their own titles.
 */
export const buyerBranches: readonly BuyerBranch[] = [
  { name: 'new-order', title: 'New order', screens: [['/orders/default', 'New order']] },
  {
    name: 'my-orders',
    title: 'My orders',
    screens: [
      ['/orders/order-history', 'All my orders'],
      ['/orders/item-wise-order', 'Order lines'],
      ['/orders/pending-for-my-acceptance', 'Orders to accept'],
      ['/orders/order-in-error', 'Orders in error'],
      ['/orders/delete', 'Delete drafts'],
      ['/orders/simulate', 'Check a price'],
      ['/masters/frequently-purchased-items', 'What I buy often'],
      ['/masters/customer-item-codes', 'My item codes'],
    ],
  },
  {
    name: 'my-shipments',
    title: 'Shipments',
    screens: [
      ['/shipment-tracking/search-shipments', 'Where are my goods'],
      ['/shipment-tracking/dashboard', 'Shipments at a glance'],
      ['/dispatches/party-will-collect', 'Goods I collect'],
      ['/shipment-tracking/feedback-report', 'My delivery ratings'],
    ],
  },
  {
    name: 'my-payments',
    title: 'Invoices and payments',
    screens: [
      ['/mis/invoices', 'My invoices'],
      ['/transaction-view/payment-cart', 'Pay invoices'],
      ['/transaction-view/transactions-view', 'My payments'],
      ['/transaction-view/pending-transactions', 'Pending payments'],
      ['/transaction-view/failed-transactions', 'Failed payments'],
      ['/complaints/ar-dispute', 'Disputed invoices'],
      ['/mis/outstanding', 'What I owe'],
    ],
  },
  {
    name: 'my-contracts',
    title: 'Contracts',
    screens: [
      ['/masters/rate-contract-customer', 'Rate contracts'],
      ['/masters/customer-annexure-view', 'Annexures'],
    ],
  },
  {
    name: 'my-documents',
    title: 'Documents',
    screens: [
      ['/coa/find-certificates', 'Find certificates'],
      ['/coa/certificates', 'All certificates'],
      ['/complaints/eud-block', 'End-user documents'],
      ['/masters/attachment', 'Forms and price lists'],
    ],
  },
  {
    name: 'my-complaints',
    title: 'Complaints',
    screens: [
      ['/complaints', 'My complaints'],
      ['/complaints/create', 'New complaint'],
    ],
  },
  {
    name: 'my-targets',
    title: 'Dealer dashboard',
    screens: [
      ['/dealerdash', 'Dealer dashboard'],
      ['/dealerdash/upload-target', 'Targets'],
    ],
  },
  {
    name: 'my-reports',
    title: 'Reports',
    screens: [
      ['/mis/orders', 'Orders of a period'],
      ['/mis/sales', 'Purchases of a period'],
      ['/mis/merck-approval-pending', 'Orders being checked'],
      ['/mis/draft-order-status', 'Drafts'],
      ['/mis/dead-orders', 'Expired orders'],
      ['/mis/view-material-collected', 'Goods collected'],
      ['/mis/view-freight-paid', 'Freight paid'],
    ],
  },
  {
    name: 'my-profile',
    title: 'Profile',
    screens: [
      ['/masters/contact-details', 'My profile'],
      ['/masters/dashboard', 'My account at a glance'],
      ['/access-control/customer', 'Company'],
      ['/access-control/ship-to', 'Delivery addresses'],
      ['/access-control/customer-contact', 'Contacts'],
    ],
  },
]
