import { freightByTransporter } from '../../access.ts'
import { date, decimal, integer, percent, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'

/** How each transporter did in a month: punctuality, damage, proofs of delivery and bills. */
export const transporterScorecards = report({
  name: 'transporter-scorecards',
  title: 'Transporter Scorecards',
  purpose: 'On time, damage, days to the POD and accuracy of bills of each transporter by month.',
  fields: {
    month: date({
      hint: 'Its first day. An LR is due in the month first promised, delivered in that of its delivery; a bill counts by its date',
    }),
    transporterId: reference(transporter),
    plantId: reference(plant, { optional: true }),
    due: integer({ label: 'LRs due' }),
    kept: integer({ label: 'On time' }),
    onTimePct: percent({ optional: true, label: 'On time %' }),
    delivered: integer({ label: 'LRs delivered' }),
    damaged: integer({ label: 'Short or damaged', hint: 'LRs whose POD says so' }),
    damagePct: percent({ optional: true, label: 'Short or damaged %' }),
    proved: integer({ label: 'PODs' }),
    podDays: decimal({ scale: 1, label: 'Days to PODs', hint: 'From the delivery to the upload, added up' }),
    podDaysEach: decimal({ scale: 1, optional: true, label: 'Days to a POD' }),
    billed: integer({ label: 'LRs billed' }),
    asAgreed: integer({ label: 'Billed as agreed', hint: 'Within the tolerance' }),
    billPct: percent({ optional: true, label: 'Billing accuracy %' }),
  },
  display: ['month', 'transporterId'],
  list: [
    ...([
      'month',
      'transporterId',
      'plantId',
      'due',
      'onTimePct',
      'delivered',
      'damagePct',
      'proved',
      'podDaysEach',
    ] as const),
    ...(['billed', 'billPct'] as const),
  ],
  filters: ['month', 'transporterId', 'plantId'],
  totals: ['due', 'kept', 'delivered', 'damaged', 'proved', 'podDays', 'billed', 'asAgreed'],
  groups: ['transporterId', 'plantId', 'month'],
  ratios: {
    onTimePct: ['kept', 'due'],
    damagePct: ['damaged', 'delivered'],
    podDaysEach: ['podDays', 'proved'],
    billPct: ['asAgreed', 'billed'],
  },
  search: [],
  sort: ['-month', '-id'],
  period: { field: 'month', opens: 'last-92-days' },
  access: freightByTransporter,
  within: { DISPATCH: { plantId: 'myPlants' }, TRANSPORTER: { transporterId: 'ownTransporter' } },
})
