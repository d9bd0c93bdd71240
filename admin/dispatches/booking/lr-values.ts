import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { clean, validate } from '../../../resources/define/validate.ts'
import type { LrProposal, ProposedLine } from '../../../resources/dispatches/commands/booking.ts'
import { needsEway } from '../../../resources/dispatches/eway.ts'
import { readSizes, SIZES_FAULT } from '../../../resources/dispatches/freight/size-text.ts'
import { expectedFreight } from '../../../resources/dispatches/lane.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { areTermsOurs, isFarFromValue } from '../../../resources/dispatches/lr-faults.ts'

/** The fields of the LR form, in the order of a printed lorry receipt. */
export const lrFields = [
  'lrNo',
  'lrDate',
  'backdateReason',
  'transMode',
  'transporterId',
  'freightTerms',
  'termsReason',
  'packages',
  'actualWeightKg',
  'chargedWeightKg',
  'declaredValue',
  'valueReason',
  'freightAmount',
  'otherCharges',
  'vehicleNo',
  'driverName',
  'driverMobile',
  'distanceKm',
  'partBAt',
  'consolidatedEwayNo',
  'isOverDimensional',
  'hasHazard',
  'unNumber',
  'tremCardId',
  'driverIsTrained',
  'loggerNo',
  'remarks',
  'isOda',
  'isPickup',
  'isDoorDelivery',
] as const
export type LrField = (typeof lrFields)[number]
/** The sizes of packages are typed as one text. */
export type LrValues = Partial<Record<LrField | 'sizes', unknown>>

/** What repeats from one LR to the next. */
export const keptFields = ['lrDate', 'transporterId', 'vehicleNo', 'driverName', 'driverMobile'] as const

/** An invoice of the form; `items` by the id of the invoice line, where only a part goes. */
export interface LineValues {
  ewayBillNo: string | null
  ewayValidTo: string | null
  challanNo: string | null
  packages: number | null
  packagesInAll: number | null
  items: Readonly<Record<number, number>> | null
}

export const initialLine = (line: ProposedLine): LineValues => ({
  ewayBillNo: line.ewayBillNo,
  ewayValidTo: line.ewayValidTo,
  challanNo: null,
  packages: null,
  packagesInAll: line.packagesInAll,
  items: null,
})

/** Whether a part of an invoice or delivery goes, so that its packages are asked. */
export const isPart = (line: ProposedLine, { items }: LineValues): boolean => line.isFurther || items !== null

/** What goes of an invoice: weight in thousandths, value in paise. */
export function goingOf(line: ProposedLine, { items, packages }: LineValues) {
  if (items === null)
    return {
      weightKg: line.weightKg,
      value: line.value,
      ewayValue: line.ewayValue,
      packages: packages ?? line.packages,
    }
  const part = (of: 'weightKg' | 'value' | 'ewayValue') =>
    sum(line.goods.map(one => mulDiv(one[of], items[one.deliveryLineId] ?? 0, one.qty || 1)))
  return { weightKg: part('weightKg'), value: part('value'), ewayValue: part('ewayValue'), packages: packages ?? 0 }
}

/** The initial values of the form. */
function initialLrValues(proposal: LrProposal, lines: readonly LineValues[]): LrValues {
  const going = proposal.lines.map((line, index) => goingOf(line, lines[index]!))
  const weight = sum(going.map(({ weightKg }) => weightKg))
  return {
    lrDate: proposal.lrDate,
    transMode: proposal.transMode,
    transporterId: proposal.transporterId ?? (proposal.transporters.length === 1 ? proposal.transporters[0]!.id : null),
    freightTerms: proposal.freightTerms,
    packages: sum(going.map(({ packages }) => packages)),
    actualWeightKg: weight,
    chargedWeightKg: weight,
    declaredValue: sum(going.map(({ value }) => value)),
    freightAmount: 0,
    otherCharges: 0,
    distanceKm: proposal.distanceKm,
    isOverDimensional: false,
    hasHazard: proposal.hasHazard,
    unNumber: proposal.unNumber,
    tremCardId: proposal.tremCardId,
    driverIsTrained: false,
    isOda: false,
    isPickup: false,
    isDoorDelivery: false,
  }
}

/**
 * The values of the form: the proposal, then what was edited; the freight is that of the transporter's lane until somebody
 * enters another.
 */
export function lrValuesOf(proposal: LrProposal, lines: readonly LineValues[], edited: LrValues): LrValues {
  const values = { ...initialLrValues(proposal, lines), ...edited }
  return edited.freightAmount === undefined ? { ...values, freightAmount: laneFreight(proposal, values) ?? 0 } : values
}

/** The freight in paise of the chosen transporter by the rate of its lane; null without a lane or a weight. */
export function laneFreight({ transporters }: LrProposal, { transporterId, chargedWeightKg }: LrValues): number | null {
  const lane = transporters.find(({ id }) => id === transporterId)?.lane
  return lane && typeof chargedWeightKg === 'number' ? expectedFreight(lane, chargedWeightKg) : null
}

/** The fields that these goods and values ask for, in their order. */
export function shownFields(proposal: LrProposal, values: LrValues, lines: readonly LineValues[]): LrField[] {
  const going = proposal.lines.map((line, index) => goingOf(line, lines[index]!))
  const isEway = proposal.lines.some(
    (line, index) => lines[index]!.ewayBillNo !== null || needsEway(going[index]!.ewayValue, line.ewayAbove),
  )
  const hazard: LrField[] = ['unNumber', 'tremCardId', 'driverIsTrained']
  const eway: LrField[] = ['distanceKm', 'partBAt', 'consolidatedEwayNo', 'isOverDimensional']
  return lrFields.filter(name => {
    if (hazard.includes(name)) return values.hasHazard === true
    if (eway.includes(name)) return isEway
    if (name === 'loggerNo') return proposal.cold.length > 0
    if (name === 'termsReason') return values.freightTerms === 'TO_PAY' && areTermsOurs(proposal.orderedTerms)
    if (name === 'valueReason')
      return isFarFromValue(Number(values.declaredValue ?? 0), sum(going.map(({ value }) => value)))
    return name !== 'backdateReason' || proposal.isBackdated
  })
}

const fields = Object.fromEntries(lrFields.map(name => [name, lr.fields[name]]))
const entered = {
  ...lr,
  fields,
  rules: lr.rules.filter(({ field }) => Object.hasOwn(fields, String(field))),
} as unknown as typeof lr

/** The errors that can be found before the server is asked. */
export const lrFaults = (values: LrValues): Fault[] => [
  ...validate(entered, cleanLrValues(values)),
  ...(sentSizes(values) === undefined ? [{ field: 'sizes', code: 'FORMAT', message: SIZES_FAULT }] : []),
]

/** The sizes of packages as sent; undefined where they are not readable. */
export const sentSizes = ({ sizes }: LrValues) => readSizes(String(sizes ?? ''))

/** The values as sent: every field, trimmed, empty as null. */
export const cleanLrValues = (values: LrValues): Record<string, unknown> =>
  clean(entered, Object.fromEntries(lrFields.map(name => [name, values[name] ?? null])))

/** The invoices as sent. */
export const sentLines = (proposal: LrProposal, lines: readonly LineValues[]) =>
  proposal.lines.map((line, index) => {
    const { items, packages, packagesInAll, ...values } = lines[index]!
    const parts = isPart(line, lines[index]!) ? { packages, packagesInAll } : {}
    const named = { invoiceId: line.invoiceId, deliveryId: line.deliveryId }
    if (items === null) return { ...named, ...values, ...parts }
    const going = line.goods.map(({ deliveryLineId }) => ({ deliveryLineId, qty: items[deliveryLineId] ?? 0 }))
    return { ...named, ...values, ...parts, items: going.filter(({ qty }) => qty !== 0) }
  })
