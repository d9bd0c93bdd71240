import { ewayThreshold } from '../../resources/masters/e-way-threshold.ts'
import { productRowsOf } from './give-rows.ts'

const RULE = 'CGST Rules 2017, rule 138(1)'
const AGREED =
  'Notification of the state under rule 138(14)(d); cleartax.in, refrens.com, mybillbook.in and busy.in agree'
const DISPUTED =
  'cleartax.in, refrens.com, mybillbook.in and busy.in disagree; the lower amount until the state confirms'

const lakh = 1_00_000_00
/** Since e-way bills are asked for, between states and within. */
const validFrom = '2018-04-01'

const everywhere = (['BETWEEN_STATES', 'WITHIN_STATE'] as const).map(movement => ({
  movement,
  amount: 50_000_00,
  source: RULE,
  validFrom,
}))

// Punjab, Delhi, Rajasthan, Bihar, Jharkhand, Maharashtra, Tamil Nadu.
const agreed = ['03', '07', '08', '10', '20', '27', '33'].map(state => ({
  state,
  movement: 'WITHIN_STATE' as const,
  amount: lakh,
  source: AGREED,
  validFrom,
}))

// Himachal Pradesh, West Bengal, Chhattisgarh, Madhya Pradesh, Gujarat; Mizoram.
const disputed = [
  ...['02', '19', '22', '23', '24'].map(state => [state, 50_000_00] as const),
  ['15', 10_000_00] as const,
].map(([state, amount]) => ({
  state,
  movement: 'WITHIN_STATE' as const,
  amount,
  isUnconfirmed: true,
  source: DISPUTED,
  validFrom,
}))

/** The values above which goods travel with an e-way bill. */
export const ewayThresholds = productRowsOf(ewayThreshold, [
  ...everywhere,
  ...agreed,
  ...disputed,
  { state: '08', movement: 'WITHIN_CITY', amount: 2 * lakh, source: AGREED, validFrom },
  {
    state: '23',
    movement: 'WITHIN_STATE',
    goodsClass: 'MEDICINES',
    amount: 50_000_00,
    isUnconfirmed: true,
    source: 'Some sources say that medicines need none within Madhya Pradesh; asked for until the state confirms',
    validFrom,
  },
  {
    state: '01',
    movement: 'WITHIN_STATE',
    amount: null,
    source: 'Notification of Jammu and Kashmir under rule 138(14)(d)',
    validFrom,
  },
])
