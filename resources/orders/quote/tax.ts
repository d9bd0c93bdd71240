import { mulDiv, percentOf } from '../../define/amounts.ts'
import { percentText } from '../../define/show.ts'
import type { RuleCustomer, RulePlant, RuleShipTo } from '../rows.ts'

export interface TaxFacts {
  /** The supplying plant; null while the line has none. */
  plant: (Pick<RulePlant, 'stateId'> & { stateName?: string | undefined }) | null
  shipTo: Pick<RuleShipTo, 'stateId' | 'isThirdParty'>
  billTo: Pick<RuleCustomer, 'stateId' | 'gstRegistrationType' | 'hasLut'>
  isFreeOfCharge: boolean
  /** Of the product, in hundredths of a percent. */
  gstRate: number
  /** Net value and freight, in paise. */
  taxableValue: number
}

/** Column names of `order_line`; `taxReason` names the rule that decided. */
export interface LineTax {
  gstRate: number
  cgst: number
  sgst: number
  igst: number
  taxReason: string
}

/**
 * The GST of one line as an estimate, in paise, each amount rounded half up; the SAP invoice is final. In a union
 * territory without legislature `sgst` holds UTGST. Goods shipped to a third party are supplied where they are billed
 * (IGST Act, section 10(1)(b)).
 */
export function taxLine(facts: TaxFacts): LineTax {
  const { plant, shipTo, billTo, gstRate, taxableValue } = facts
  if (facts.isFreeOfCharge) return untaxed(gstRate, 'Free of charge')
  if (billTo.gstRegistrationType === 'SEZ') {
    if (billTo.hasLut) return untaxed(0, 'Special economic zone with a letter of undertaking: zero rated')
    return integrated(gstRate, taxableValue, 'Special economic zone')
  }
  if (!plant) return untaxed(gstRate, 'No supplying plant yet')
  const placeOfSupply = shipTo.isThirdParty ? billTo.stateId : shipTo.stateId
  const from = plant.stateName ?? 'one state'
  const thirdParty = shipTo.isThirdParty ? ', shipped to a third party' : ''
  const way = shipTo.isThirdParty ? 'billed' : 'delivered'
  if (plant.stateId !== placeOfSupply)
    return integrated(gstRate, taxableValue, `Supplied from ${from} and ${way} in another state${thirdParty}`)
  const half = mulDiv(taxableValue, gstRate, 20_000)
  const taxReason = `Supplied and ${way} within ${from}${thirdParty}: CGST and SGST at half of ${percentText(gstRate)} each`
  return { gstRate, cgst: half, sgst: half, igst: 0, taxReason }
}

const untaxed = (gstRate: number, why: string): LineTax => ({
  gstRate,
  cgst: 0,
  sgst: 0,
  igst: 0,
  taxReason: `${why}: no tax`,
})

const integrated = (gstRate: number, taxableValue: number, why: string): LineTax => ({
  gstRate,
  cgst: 0,
  sgst: 0,
  igst: percentOf(taxableValue, gstRate),
  taxReason: `${why}: IGST at ${percentText(gstRate)}`,
})
