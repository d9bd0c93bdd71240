import { freightByTransporter } from '../../access.ts'
import { choice, date, integer, money, percent, reference, weight } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'
import { transModes } from '../../trade.ts'

const notForTransporters = { hiddenFrom: ['TRANSPORTER'] } as const

/** What the transporters cost in a month, from each plant by each mode, and whether they kept their dates. */
export const viewFreightReport = report({
  name: 'view-freight-report',
  title: 'View Freight Report',
  purpose: 'Freight, bills and punctuality of each transporter by plant, mode and month.',
  fields: {
    month: date({
      hint: 'Its first day. An LR counts in the month of its date, is due in the month first promised; carting counts in the month of its approval',
    }),
    transporterId: reference(transporter),
    plantId: reference(plant, { optional: true }),
    transMode: choice(transModes, { label: 'Mode of transport' }),
    lrs: integer({ label: 'LRs' }),
    weightKg: weight({ label: 'Charged weight' }),
    paidWeightKg: weight({ label: 'Weight we pay', hint: 'Charged weight of the LRs whose freight we pay' }),
    freight: money(),
    carting: money({ ...notForTransporters }),
    cost: money({ label: 'Freight and carting', ...notForTransporters }),
    goodsValue: money({
      label: 'Value of the goods',
      hint: 'Counts the LRs whose freight we pay',
      ...notForTransporters,
    }),
    freightPerKg: money({ optional: true, label: 'Freight per kg' }),
    costPerKg: money({ optional: true, label: 'Freight and carting per kg', ...notForTransporters }),
    pctOfValue: percent({ max: 1_000_000, optional: true, label: 'Freight % of value', ...notForTransporters }),
    billed: money({ hint: 'Freight and other charges billed, before GST' }),
    approved: money(),
    variance: money({ label: 'Difference', hint: 'The billed freight less the agreed freight' }),
    due: integer({ label: 'LRs due', hint: 'First promised for this month' }),
    kept: integer({ label: 'On time' }),
    onTimePct: percent({ optional: true, label: 'On time %', hint: 'Of the LRs due in the month' }),
  },
  display: ['month', 'transporterId'],
  list: [
    'month',
    'transporterId',
    'plantId',
    'transMode',
    'lrs',
    'weightKg',
    'freight',
    'carting',
    'costPerKg',
    'pctOfValue',
    'billed',
    'approved',
    'variance',
    'onTimePct',
  ],
  filters: ['month', 'transporterId', 'plantId', 'transMode'],
  totals: [
    ...['lrs', 'weightKg', 'paidWeightKg', 'freight', 'carting', 'cost', 'goodsValue'],
    ...['billed', 'approved', 'variance', 'due', 'kept'],
  ] as const,
  groups: ['transporterId', 'plantId', 'transMode', 'month'],
  ratios: {
    freightPerKg: ['freight', 'paidWeightKg'],
    costPerKg: ['cost', 'paidWeightKg'],
    pctOfValue: ['freight', 'goodsValue'],
    onTimePct: ['kept', 'due'],
  },
  search: [],
  sort: ['-month', '-id'],
  period: { field: 'month', opens: 'last-92-days' },
  chart: {
    title: 'Cost per kg by transporter',
    form: 'bar',
    by: 'transporterId',
    sums: ['freight', 'carting'],
    per: 'paidWeightKg',
  },
  access: freightByTransporter,
  within: { DISPATCH: { plantId: 'myPlants' }, TRANSPORTER: { transporterId: 'ownTransporter' } },
})
