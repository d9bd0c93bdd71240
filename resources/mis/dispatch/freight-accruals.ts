import { freightByGoods } from '../../access.ts'
import { date, money, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { lr } from '../../dispatches/lr.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'

const { freightTerms, deliveryStatus } = lr.fields

/** Carriage that is not billed at the end of a period, to be accrued in the books and reversed the day after. */
export const freightAccruals = report({
  name: 'freight-accruals',
  title: 'Freight Accruals',
  purpose:
    'LRs that no transporter has billed by the end of a month, with the freight agreed and the carting approved.',
  fields: {
    accruedOn: date({ label: 'Accrued on', hint: 'The last day of the period: what is dated until then counts' }),
    reversedOn: date({ label: 'Reversed on', hint: 'The day after, such as the 1st of the next month' }),
    lrId: reference(lr, { label: 'LR' }),
    lrDate: date({ label: 'LR date' }),
    transporterId: reference(transporter),
    plantId: reference(plant),
    freightTerms,
    deliveryStatus,
    agreed: money({
      label: 'Agreed freight',
      hint: 'By contract, else by lane, else as the LR states, with other charges',
    }),
    carting: money({ label: 'Approved carting' }),
    accrued: money({ label: 'To accrue' }),
  },
  display: ['lrId'],
  list: [
    ...(['lrId', 'lrDate', 'transporterId', 'plantId', 'plantId.costCentre', 'deliveryStatus', 'agreed'] as const),
    ...(['carting', 'accrued', 'accruedOn', 'reversedOn'] as const),
  ],
  filters: ['accruedOn', 'transporterId', 'plantId', 'freightTerms', 'deliveryStatus'],
  totals: ['agreed', 'carting', 'accrued'],
  groups: ['transporterId', 'plantId', 'plantId.costCentre', 'freightTerms'],
  search: [],
  sort: ['lrDate', '-id'],
  period: { field: 'accruedOn', opens: 'last-month' },
  access: freightByGoods,
  within: { DISPATCH: { plantId: 'myPlants' } },
})
