import { organisation } from '../access.ts'
import { choice, effectivePeriod, flag, money, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { state } from './state.ts'

/** Above which value goods travel with an e-way bill, by state and movement, as its source says. */
export const ewayThreshold = resource({
  group: 'masters',
  name: 'e-way-threshold',
  title: 'E-Way Thresholds',
  purpose: 'Above which value goods travel with an e-way bill.',
  fields: {
    stateId: reference(state, {
      optional: true,
      aliases: ['gst_state_code'],
      hint: 'Leave empty for all other states',
    }),
    movement: choice(['BETWEEN_STATES', 'WITHIN_STATE', 'WITHIN_CITY']),
    goodsClass: choice(['ALL', 'MEDICINES'], {
      default: 'ALL',
    }),
    amount: money({
      min: 0,
      optional: true,
      label: 'E-way bill above',
      hint: 'Leave empty where none is needed',
    }),
    isUnconfirmed: flag({ tones: { true: 'bad' } }),
    source: text({ max: 255 }),
    ...effectivePeriod(),
  },
  key: ['stateId', 'movement', 'goodsClass'],
  display: ['stateId', 'movement'],
  list: ['stateId', 'movement', 'goodsClass', 'amount', 'isUnconfirmed', 'source', 'validFrom', 'validTo'],
  filters: ['stateId', 'isUnconfirmed'],
  sort: ['stateId', 'movement'],
  search: ['source'],
  access: organisation,
  everyRow: ['DISPATCH'],
})

export type EwayThreshold = Row<typeof ewayThreshold>
