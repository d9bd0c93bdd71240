/** Screens that stand under one heading on the page of a noun. */
interface NounPart {
  title: string
  screens: readonly string[]
}

/** The parts of the nouns that open a page of cards, by its address; a test finds one of the master data that is in none. */
export const nounParts: Readonly<Record<string, readonly NounPart[]>> = {
  '/mis': [
    {
      title: 'Orders',
      screens: [
        '/mis/orders',
        '/mis/monthwise-total-orders',
        '/mis/monthly-submitted-order',
        '/mis/monthly-discounted-orders',
        '/mis/merck-approval-pending',
        '/mis/csc-approved-orders',
        '/mis/decisions-above-limit',
        '/mis/eud-report',
        '/mis/draft-order-status',
        '/mis/dead-orders',
        '/mis/deleted-orders',
        '/mis/new-orders-deleted-items',
      ],
    },
    {
      title: 'Sales',
      screens: [
        '/mis/invoices',
        '/mis/sales',
        '/mis/order-vs-sales',
        '/mis/order-vs-sales-schedule-lines',
        '/mis/lost-sales',
        '/mis/zone-product-avg-price',
        '/mis/price-list-report',
        '/mis/ending-soon',
        '/mis/emp-sales-mapping-report',
      ],
    },
    {
      title: 'Goods and freight',
      screens: [
        '/mis/stocks',
        '/mis/lrdetails',
        '/mis/view-material-collected',
        '/mis/view-freight-report',
        '/mis/view-freight-paid',
        '/mis/proportionate-freight',
      ],
    },
    { title: 'Money', screens: ['/mis/outstanding'] },
    { title: 'Logins and changes', screens: ['/mis/login-logout-report', '/mis/audit-log-report'] },
  ],
  '/masters': [
    {
      title: 'Products',
      screens: [
        '/masters/products',
        '/masters/closings',
        '/settings/stock-level',
        '/masters/product-wise-toll-center',
        '/masters/nid',
        '/masters/mvgr',
        '/masters/material-pricing-group',
        '/masters/peso-products',
        '/masters/product-enduser-document',
        '/masters/perennial-non-available-items',
      ],
    },
    {
      title: 'Sourcing',
      screens: [
        '/masters/default-supply-plant',
        '/masters/sbu-wise-cnf',
        '/masters/channel-product-cnf',
        '/masters/distributor-product-cnf-mapping',
        '/masters/cnf-product-map',
        '/masters/cnf-excluded-items',
        '/masters/distributor-product-map',
        '/access-control/cnf',
        '/access-control/cnf-state',
        '/access-control/toll-center',
        '/access-control/central-warehouse',
        '/channel-13-masters/cnf',
        '/channel-13-masters/toll-center',
      ],
    },
    {
      title: 'Transporters',
      screens: [
        '/masters/transporter',
        '/shipment-tracking/transporter-mapping',
        '/shipment-tracking/expected-delivery-days',
        '/shipment-tracking/activate-transporter',
        '/shipment-tracking/sigma-customers',
        '/shipment-tracking/employee-sigma-map',
      ],
    },
    {
      title: 'Order control',
      screens: [
        '/masters/approving-limits',
        '/masters/csc-approver',
        '/masters/allow-ordertype-department',
        '/channel-13-masters/sending-mail-after-csc-approval',
        '/masters/complaint-category',
        '/settings/order-type',
        '/settings/reason-code',
        '/settings/number-series',
      ],
    },
    {
      title: 'Organisation',
      screens: [
        '/masters/sbu',
        '/masters/department',
        '/masters/sales-group',
        '/masters/zone-area',
        '/masters/state',
        '/masters/state-city',
        '/masters/cluster-mapping',
        '/settings/zone',
        '/settings/plant',
        '/settings/channel',
        '/settings/customer-segment',
        '/settings/holiday',
      ],
    },
    {
      title: 'People and roles',
      screens: [
        '/access-control/employee',
        '/access-control/assign-roles',
        '/access-control/sbu-employee-map',
        '/access-control/unlock-employee',
        '/access-control/company-people',
        '/access-control/role-matrix',
        '/access-control/access-explained',
        '/channel-13-masters/assign-roles',
        '/settings/role',
        '/settings/user',
      ],
    },
    {
      title: 'Documents and messages',
      screens: [
        '/masters/attachment',
        '/settings/messages',
        '/settings/message-template',
        '/shipment-tracking/opt-out-email',
        '/shipment-tracking/opt-out-sms',
        '/shipment-tracking/banner',
      ],
    },
    {
      title: 'SAP, imports and settings',
      screens: [
        '/masters/read-data-from-sap',
        '/settings/imports',
        '/settings/sap-settings',
        '/settings/app-setting',
        '/settings/background-work',
        '/settings/retention',
        '/settings/sap-simulator',
      ],
    },
  ],
}
