import { monthsLater } from '../../define/dates.ts'
import { dayText } from '../../define/show.ts'
import type { CarriedMode } from '../../trade.ts'
import { type HazardClass, type HazardTrait, hazardClasses, type PackingGroup } from './classes.ts'
import { clashesOf, hazardSorts, type SegregationRule } from './segregation.ts'

/** Hazardous goods of an LR, by product: weights in grams; null where nobody knows. */
export interface HazardousGoods {
  productId: number
  code: string
  name: string
  unNo: string | null
  properName: string | null
  technicalName: string | null
  hazardClass: HazardClass | null
  subRisk: HazardClass | null
  packingGroup: PackingGroup | null
  eac: string | null
  traits: readonly HazardTrait[]
  sdsDate: string | null
  emergencyPhone: string | null
  /** Whether its card has all its parts. */
  hasCard: boolean
  airAllowed: boolean
  packages: number
  netKg: number
}

/** A vehicle or a driver with the days until when its papers are valid, as the transporter keeps them. */
export interface KeptPaper {
  label: string
  till: string | null
}

/** What decides whether goods may leave: on which vehicle, by which transporter, until when they travel. */
export interface Leaving {
  goods: readonly HazardousGoods[]
  /** Medicines on the same vehicle, by code. */
  drugs: readonly string[]
  rules: readonly SegregationRule[]
  mode: CarriedMode
  transporter: { name: string; carriesHazard: boolean } | null
  papers: readonly KeptPaper[]
  day: string
  expectedDeliveryDate: string
}

/** Sentences for why goods may not leave, and for what the desk should know. */
export interface GateWords {
  refusals: string[]
  warnings: string[]
}

/** An SDS is to be looked at anew after so many months. */
const SDS_MONTHS = 36

/** Why hazardous goods may not leave, and what to know of them; nothing where there are none. */
export function gateWords(leaving: Leaving): GateWords {
  const { goods, mode, transporter, papers, day, expectedDeliveryDate } = leaving
  if (goods.length === 0) return { refusals: [], warnings: [] }
  const refusals: string[] = []
  const warnings: string[] = []
  for (const one of goods) {
    if (one.unNo === null) {
      refusals.push(`${one.code} is hazardous and has no UN number: enter it under Product Hazards`)
      continue
    }
    if (mode === 'AIR' && !one.airAllowed)
      refusals.push(`${one.unNo} ${one.properName} (${one.code}) is forbidden by air: choose another mode`)
    if (!one.hasCard)
      refusals.push(`The TREM card of ${one.code} is not complete: enter its parts under Product Hazards`)
    if (one.emergencyPhone === null)
      refusals.push(`${one.code} has no emergency telephone: enter it under Product Hazards`)
    if (one.packingGroup === 'I') warnings.push(`${one.code} is of packing group I: it is very dangerous`)
    if (one.sdsDate !== null && monthsLater(one.sdsDate, SDS_MONTHS) < day)
      warnings.push(`The safety data sheet of ${one.code} is of ${dayText(one.sdsDate)}: ask for a newer one`)
  }
  if (transporter && !transporter.carriesHazard)
    refusals.push(`${transporter.name} does not carry hazardous goods: choose another, or tick it under Transporter`)
  for (const { label, till } of papers) {
    if (till === null) continue
    if (till < day) refusals.push(`${label} ended on ${dayText(till)}: enter the new one, or choose another`)
    else if (till < expectedDeliveryDate) warnings.push(`${label} ends on ${dayText(till)}, before the goods arrive`)
  }
  for (const { rule, first, second } of clashesIn(leaving)) {
    const words = `${first} and ${second}`
    const why = `${hazardSorts[rule.first].toLowerCase()} and ${hazardSorts[rule.second].toLowerCase()}`
    if (rule.verdict === 'REFUSE')
      refusals.push(`${words} must not travel together (${why}): send one on another vehicle`)
    else warnings.push(`${words} should not travel together (${why})`)
  }
  return { refusals, warnings }
}

const clashesIn = ({ goods, drugs, rules }: Leaving) =>
  clashesOf(
    [
      ...goods.map(one => ({ ...one, isDrug: false })),
      ...drugs.map(code => ({
        ...{ code, hazardClass: null, subRisk: null, packingGroup: null, traits: [] },
        isDrug: true,
      })),
    ],
    rules,
  )

/** `UN1648 Acetonitrile, 3 Flammable liquid, II`. */
export const hazardText = ({ unNo, properName, hazardClass, packingGroup }: HazardousGoods): string =>
  [
    [unNo, properName].filter(Boolean).join(' '),
    hazardClass && `${hazardClass} ${hazardClasses[hazardClass]}`,
    packingGroup !== 'NONE' && packingGroup,
  ]
    .filter(Boolean)
    .join(', ')
