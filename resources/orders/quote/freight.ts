import { mulDiv, priceTimes, sum } from '../../define/amounts.ts'
import { rupees } from '../../define/show.ts'
import type { FreightTerms, TransMode } from '../../trade.ts'
import type { RuleArticleFreight } from '../rows.ts'
import type { TraceStep } from '../trace.ts'
import { type CandidateStep, firstMatch } from './first-match.ts'
import { rankRows } from './rank-rows.ts'

/** The freight rates by their keys, made once for all lines. */
export const freightBook = (rows: readonly RuleArticleFreight[]) =>
  Map.groupBy(rows, row => `${row.productId}/${row.transMode}/${row.zoneId ?? ''}`)

interface RateFacts {
  book: ReturnType<typeof freightBook>
  orderDate: string
  transMode: TransMode
  /** The zone of the ship-to, where its city is known. */
  zoneId: number | null
  /** Of one sales unit, in grams. */
  product: { id: number; grossWeightKg: number }
  /** In thousandths. */
  qty: number
}

interface FreightFacts extends RateFacts {
  freightTerms: FreightTerms
  isFreeOfCharge: boolean
}

/** `freightValue` in paise; a warning where freight is billed and no rate is known. */
export interface LineFreight {
  freightValue: number
  freightWarning: 'NO_FREIGHT_RATE' | null
  steps: TraceStep[]
}

const rateStep = (of: 'zone' | 'all'): CandidateStep<RateFacts, number> => ({
  step: 'F1',
  name: 'FREIGHT',
  evaluate: facts =>
    rankRows(facts.book.get(`${facts.product.id}/${facts.transMode}/${of === 'zone' ? facts.zoneId : ''}`), {
      resource: 'article-freight',
      columns: ['rateBasis', 'rate', 'minCharge', 'transMode', 'zoneId'],
      on: facts.orderDate,
      value: row => chargeOf(row, facts),
      says: row => `${basisText(row)} makes ${rupees(chargeOf(row, facts))}`,
      missing: `No freight rate for the product and this mode of transport ${of === 'zone' ? 'in the zone of the ship-to' : 'for every zone'}`,
    }),
})

/** The freight of one line: only where it is billed and a transporter moves the goods; a rate of the zone is preferred. */
export function freightOf(facts: FreightFacts): LineFreight {
  const why = uncharged(facts)
  if (why) {
    const step = { step: 'F1', name: 'FREIGHT', verdict: 'none', row: null, reason: why } as const
    return { freightValue: 0, freightWarning: null, steps: [step] }
  }
  const { won, steps } = rateFor(facts)
  return { freightValue: won?.value ?? 0, freightWarning: won ? null : 'NO_FREIGHT_RATE', steps }
}

const rateFor = (facts: RateFacts) =>
  firstMatch(facts.zoneId === null ? [rateStep('all')] : [rateStep('zone'), rateStep('all')], facts)

/** What lines cost by one mode at our rates, in paise: null where lines have no rate, which are named. */
export interface LinesFreight {
  value: number | null
  missing: readonly number[]
}

/** The freight of lines at our rates, whoever pays it. */
export function freightAtRates(
  lines: readonly (Pick<RateFacts, 'product' | 'qty'> & { lineNo: number })[],
  facts: Omit<RateFacts, 'product' | 'qty'>,
): LinesFreight {
  const charges = lines.map(line => ({ line, charge: rateFor({ ...facts, ...line }).won?.value }))
  const missing = charges.filter(({ charge }) => charge === undefined).map(({ line }) => line.lineNo)
  return { value: missing.length > 0 ? null : sum(charges.map(({ charge = 0 }) => charge)), missing }
}

function uncharged({ freightTerms, transMode, isFreeOfCharge }: FreightFacts) {
  if (freightTerms !== 'BILLED') return `Freight is not billed: the terms are ${freightTerms.replace('_', ' ')}`
  if (transMode === 'PWC') return 'The party collects the goods itself'
  return isFreeOfCharge ? 'The order is free of charge' : undefined
}

function chargeOf({ rateBasis, rate, minCharge }: RuleArticleFreight, { product, qty }: RateFacts) {
  const charges = {
    PER_UNIT: () => priceTimes(rate, qty),
    PER_KG: () => mulDiv(rate, product.grossWeightKg * qty, 1_000_000),
    PER_LINE: () => rate,
  }
  return Math.max(minCharge, charges[rateBasis]())
}

const per = { PER_UNIT: 'a unit', PER_KG: 'a kilogram', PER_LINE: 'for the line' }
const basisText = ({ rateBasis, rate, minCharge }: RuleArticleFreight) =>
  `Freight of ${rupees(rate)} ${per[rateBasis]}${minCharge > 0 ? `, at least ${rupees(minCharge)},` : ''}`
