import { validOn } from '../../define/dates.ts'
import { dayText } from '../../define/show.ts'
import type { PesoLicensed, RuleCnf, RulePlant, RuleTollCenter } from '../rows.ts'
import type { SourceFacts } from './source-facts.ts'

/**
 * Why a CnF may not supply a line although a mapping names it; undefined when it may. An article that it must not
 * supply gives the code EXCLUDED.
 */
export function refusalOfCnf(cnf: RuleCnf, facts: SourceFacts): string | undefined {
  for (const filter of cnfFilters) {
    const refusal = filter(cnf, facts)
    if (refusal) return refusal
  }
  return inactivePlant(cnf, facts)
}

/** Why a toll centre may not supply a line; undefined when it may. */
export function refusalOfTollCenter(center: RuleTollCenter, facts: SourceFacts): string | undefined {
  if (!center.isActive) return 'it is inactive'
  return outOfAgreement(center, facts) ?? pesoLicenceMissing(center, facts) ?? inactivePlant(center, facts)
}

/** Why a plant without an agreement may not supply a line; undefined when it may. */
export function refusalOfPlant(plant: RulePlant, facts: SourceFacts): string | undefined {
  if (!plant.isActive) return 'it is inactive'
  if (isPastLastDay(plant, facts)) return `it supplies orders up to ${dayText(plant.lastDay!)} only`
  if (plant.toComplete) return `it is not complete yet (${plant.toComplete})`
  return pesoLicenceMissing(plant, facts)
}

const cnfFilters: readonly ((cnf: RuleCnf, facts: SourceFacts) => string | undefined)[] = [
  cnf => (cnf.isActive ? undefined : 'it is inactive'),
  outOfAgreement,
  excluded,
  (cnf, { order, line }) => (line.product.isDrug ? drugLicenceMissing(cnf, order.orderDate) : undefined),
  pesoLicenceMissing,
  unavailableAtPlant,
]

function outOfAgreement({ agreementFrom, agreementTo }: RuleCnf | RuleTollCenter, { order }: SourceFacts) {
  return validOn({ validFrom: agreementFrom, validTo: agreementTo }, order.orderDate)
    ? undefined
    : `its agreement runs from ${dayText(agreementFrom)} to ${dayText(agreementTo)}`
}

function excluded(cnf: RuleCnf, { book, order, line }: SourceFacts) {
  const rows = book.exclusions.get(`${cnf.id}/${line.product.id}`) ?? []
  const row = rows.find(one => one.isActive && validOn(one, order.orderDate))
  return row && `it must not supply this product (EXCLUDED: ${row.reason})`
}

/** For plants other than a CnF's this is checked after sourcing. */
function unavailableAtPlant({ plantId }: Pick<RuleCnf, 'plantId'>, { book, line }: SourceFacts) {
  return book.unavailable.has(`${plantId}/${line.product.id}`) ? 'the product cannot be had at its plant' : undefined
}

/** Why a central warehouse may not replace a CnF that is short; undefined when it may. */
export const refusalOfWarehouse = (plant: RulePlant, facts: SourceFacts) =>
  refusalOfPlant(plant, facts) ?? unavailableAtPlant({ plantId: plant.id }, facts)

function drugLicenceMissing({ drugLicenceNo, drugLicenceValidTo }: RuleCnf, on: string) {
  if (drugLicenceNo === null || drugLicenceValidTo === null) return 'it has no drug licence and the product is a drug'
  return drugLicenceValidTo < on
    ? `its drug licence ended on ${dayText(drugLicenceValidTo)} and the product is a drug`
    : undefined
}

/** Petroleum leaves only sites with a valid PESO licence. */
function pesoLicenceMissing({ pesoLicenceNo, pesoValidTo }: PesoLicensed, { book, order, line }: SourceFacts) {
  if (!book.petroleum.has(line.product.id)) return undefined
  if (pesoLicenceNo === null || pesoValidTo === null) return 'it has no PESO licence and the product is petroleum'
  return pesoValidTo < order.orderDate
    ? `its PESO licence ended on ${dayText(pesoValidTo)} and the product is petroleum`
    : undefined
}

function inactivePlant(site: RuleCnf | RuleTollCenter, facts: SourceFacts): string | undefined {
  const plant = facts.book.plants.get(site.plantId)
  if (!plant) throw new Error(`plant ${site.plantId} was not loaded for sourcing`)
  if (isPastLastDay(plant, facts))
    return `its plant ${plant.code} ${plant.name} supplies orders up to ${dayText(plant.lastDay!)} only`
  return plant.isActive ? undefined : `its plant ${plant.code} ${plant.name} is inactive`
}

const isPastLastDay = ({ lastDay }: RulePlant, { order }: SourceFacts) => lastDay !== null && lastDay < order.orderDate
