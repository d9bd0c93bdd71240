/** A subgroup of the masters: in the menu, and on the page of all masters. */
interface MasterPart {
  name: string
  title: string
  /** Its screens below `/masters`, in order. */
  screens: readonly string[]
}

/** Every screen below `/masters` stands in exactly one of these; a test says so. */
export const masterParts: readonly MasterPart[] = [
  {
    name: 'organisation',
    title: 'Organisation',
    screens: [
      'sbu',
      'department',
      'sales-group',
      'zone-area',
      'state',
      'state-city',
      'cluster-mapping',
      'csc-approver',
      'approving-limits',
      'read-data-from-sap',
      'contact-details',
    ],
  },
  {
    name: 'products',
    title: 'Products',
    screens: [
      'products',
      'product-wise-toll-center',
      'nid',
      'mvgr',
      'material-pricing-group',
      'peso-products',
      'product-enduser-document',
      'perennial-non-available-items',
      'frequently-purchased-items',
      'customer-item-codes',
    ],
  },
  {
    name: 'sourcing',
    title: 'Sourcing',
    screens: [
      'default-supply-plant',
      'sbu-wise-cnf',
      'channel-product-cnf',
      'distributor-product-cnf-mapping',
      'cnf-product-map',
      'cnf-excluded-items',
      'dist-cust-mapping',
      'distributor-product-map',
      'transporter',
    ],
  },
  {
    name: 'prices-and-limits',
    title: 'Prices and limits',
    screens: [
      'cust-shipto-prod-price',
      'rate-contract-customer',
      'rate-contract-errors',
      'product-discount',
      'channel-product-promocode',
      'productwise-limit-price',
      'zone-wise-asp',
      'article-freight',
    ],
  },
  {
    name: 'order-control',
    title: 'Order control',
    screens: [
      'block-customer-order-creation',
      'allow-ordertype-department',
      'shipping-instructions',
      'single-batch-customer-email',
      'upload-expected-delivery-dates',
      'complaint-category',
    ],
  },
  {
    name: 'customers',
    title: 'Customers',
    screens: [
      'dashboard',
      'customer-department-map',
      'customer-segment-map',
      'upload-payment-customers',
      'upload-outstanding',
    ],
  },
  {
    name: 'documents',
    title: 'Documents',
    screens: ['attachment', 'customer-annexure', 'customer-annexure-view'],
  },
]
