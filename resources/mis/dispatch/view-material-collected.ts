import { collectionReport } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { date, flag, instant, integer, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { pwcCollection } from '../../dispatches/collections/pwc-collection.ts'
import { invoice } from '../../dispatches/invoice.ts'
import { sbu } from '../../masters/sbu.ts'
import { plant } from '../../settings/plant.ts'

/** Goods that the party collects: what waits at the gate, and what was handed over in a period. */
export const viewMaterialCollected = report({
  name: 'view-material-collected',
  title: 'View Material Collected',
  purpose: 'Goods collected by parties in a period, and goods still to be collected.',
  fields: {
    gatepassNo: text({ max: 14, label: 'Gate pass' }),
    invoiceId: reference(invoice),
    soldToId: reference(customer, { label: 'Customer' }),
    plantId: reference(plant),
    sbuId: reference(sbu),
    collectorName: text({ max: 60, label: 'Collector' }),
    status: pwcCollection.fields.status,
    readyAt: instant({ optional: true, label: 'Ready since' }),
    collectedAt: instant({ optional: true, label: 'Collected' }),
    endedOn: date({
      label: 'Day',
      hint: 'When it was collected or given up; today while it is open',
    }),
    packages: integer(),
    daysWaiting: integer({ optional: true, label: 'Days waiting', hint: 'Counted from the day the goods were ready' }),
    isOpen: flag({ label: 'Open' }),
  },
  display: ['gatepassNo', 'status'],
  list: [
    'gatepassNo',
    'invoiceId',
    'soldToId',
    'plantId',
    'collectorName',
    'readyAt',
    'collectedAt',
    'packages',
    'status',
    'daysWaiting',
  ],
  filters: ['endedOn', 'status', 'isOpen', 'plantId', 'soldToId', 'sbuId'],
  totals: ['packages'],
  groups: ['status', 'plantId', 'soldToId', 'sbuId', 'endedOn'],
  averages: ['daysWaiting'],
  search: ['gatepassNo', 'collectorName'],
  sort: ['-id'],
  period: { field: 'endedOn', opens: 'this-month', besides: 'isOpen' },
  access: collectionReport,
  within: {
    CUSTOMER: { soldToId: 'ownCustomer' },
    DISTRIBUTOR: { soldToId: 'ownCustomer' },
    CSC_AGENT: { sbuId: 'mySbus' },
    DISPATCH: { plantId: 'myPlants' },
  },
})
