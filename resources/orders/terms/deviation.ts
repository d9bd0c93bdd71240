import { mulDiv } from '../../define/amounts.ts'
import { optionText } from '../../define/option-text.ts'
import { rupees } from '../../define/show.ts'
import type { LinesFreight } from '../quote/freight.ts'
import type { Terms } from './agreed-terms.ts'

/** How the terms of an order differ from those agreed, in paise. */
export interface Deviation {
  /** What all of it costs us; null where that is not known. */
  value: number | null
  /** The freight that we bear more than agreed; null where a rate is missing. */
  freight: number | null
  /** What longer payment terms cost. */
  carrying: number
  /** A sentence for people. */
  says: string
}

export interface DeviationFacts {
  agreed: Terms
  terms: Terms
  /** The freight of all lines by a mode, at our rates. */
  freightBy: (mode: Terms['transMode']) => LinesFreight
  grossValue: number
  /** Of a free order no freight is billed, whatever its terms. */
  isFreeOfCharge: boolean
  /** `credit.cost_pct`, in hundredths of a percent a year. */
  costPct: number
}

const DAYS = 365
const NOTHING: LinesFreight = { value: 0, missing: [] }

/** What it costs us that an order has other terms than agreed; null where it has not. What is cheaper counts as nothing. */
export function deviationOf(facts: DeviationFacts): Deviation | null {
  const { agreed, terms, grossValue, costPct } = facts
  const travels = terms.freightTerms !== agreed.freightTerms || terms.transMode !== agreed.transMode
  const longer = terms.paymentTermsDays - agreed.paymentTermsDays
  if (!travels && longer === 0) return null
  const { freight, missing = '' } = travels ? moreFreight(facts) : { freight: 0 }
  const carrying = longer > 0 ? mulDiv(grossValue, longer * costPct, DAYS * 10_000) : 0
  const sentences = [
    ...(travels ? [freightSentence(facts, freight, missing)] : []),
    ...(longer === 0
      ? []
      : [`Payment after ${terms.paymentTermsDays} days instead of ${agreed.paymentTermsDays} ${costs(carrying)}`]),
  ]
  return {
    value: freight === null ? null : freight + carrying,
    freight,
    carrying,
    says: sentences.map((one, at) => (at === 0 ? one : one.replace(/^./, first => first.toLowerCase()))).join(', and '),
  }
}

/** The freight that we bear more than agreed, or which lines have no rate by which mode. */
function moreFreight(facts: DeviationFacts): { freight: number | null; missing?: string } {
  const { agreed, terms } = facts
  const now = borne(facts, terms)
  if (now.value === 0) return { freight: 0 }
  if (now.value === null) return { freight: null, missing: missingText(now, terms) }
  const before = borneAsAgreed(facts)
  if (before.value === null) return { freight: null, missing: missingText(before, agreed) }
  return { freight: Math.max(0, now.value - before.value) }
}

const missingText = ({ missing }: LinesFreight, { transMode }: Terms) =>
  `${linesNamed(missing)} ${missing.length === 1 ? 'has' : 'have'} no freight rate by ${transMode.toLowerCase()}`

const MOST_NAMED = 5

/** Lines within a sentence, each so that the pad can name its row instead: `line 10, line 20 and 7 more lines`. */
export function linesNamed(lineNos: readonly number[]): string {
  const named = lineNos.slice(0, MOST_NAMED).map(no => `line ${no}`)
  const more = lineNos.length - named.length
  const all = more === 0 ? named : [...named, `${more} more lines`]
  return all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** The freight that we bear: none where it is billed or to pay, unless no rate is known by which it could be billed. */
function borne({ freightBy, isFreeOfCharge }: DeviationFacts, { freightTerms, transMode }: Terms): LinesFreight {
  if (freightTerms === 'TO_PAY' || transMode === 'PWC') return NOTHING
  const freight = freightBy(transMode)
  return freightTerms === 'FOR' || isFreeOfCharge || freight.value === null ? freight : NOTHING
}

/** By the agreement, billed freight is not borne even where no rate is known for it. */
const borneAsAgreed = (facts: DeviationFacts): LinesFreight =>
  facts.agreed.freightTerms === 'BILLED' && !facts.isFreeOfCharge ? NOTHING : borne(facts, facts.agreed)

function freightSentence({ agreed, terms }: DeviationFacts, freight: number | null, missing: string) {
  if (freight === null) return `What ${freightText(terms)} costs us is not known: ${missing}`
  const isBare =
    agreed.freightTerms === 'BILLED' && terms.freightTerms === 'FOR' && agreed.transMode === terms.transMode
  if (isBare && freight > 0) return `Freight of ${rupees(freight)} is not billed`
  return `${freightText(terms)} instead of ${freightText(agreed)} ${costs(freight)}`.replace(/^freight/, 'Freight')
}

const costs = (paise: number) => (paise > 0 ? `costs ${rupees(paise)}` : 'costs nothing')

const freightText = ({ freightTerms, transMode }: Terms) =>
  `freight ${optionText(freightTerms)} ${transMode === 'PWC' ? 'with PWC' : `by ${transMode.toLowerCase()}`}`
