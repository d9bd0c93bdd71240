import type { Fault } from '../../resources/define/validate.ts'
import { clean, validate } from '../../resources/define/validate.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import type { LrProposal } from '../../resources/dispatches/lr-proposal.ts'

/** The fields of the LR form, in the order of a printed lorry receipt. */
export const lrFields = [
  'lrNo',
  'lrDate',
  'transMode',
  'transporterId',
  'freightTerms',
  'packages',
  'actualWeightKg',
  'chargedWeightKg',
  'declaredValue',
  'ewayBillNo',
  'freightAmount',
  'otherCharges',
  'vehicleNo',
  'driverName',
  'driverMobile',
  'hasHazard',
  'remarks',
] as const
export type LrField = (typeof lrFields)[number]
export type LrValues = Partial<Record<LrField, unknown>>

/** The initial values of the form. */
export const initialLrValues = (proposal: LrProposal): LrValues => ({
  lrDate: proposal.lrDate,
  transMode: proposal.transMode,
  transporterId: proposal.transporterId ?? (proposal.transporters.length === 1 ? proposal.transporters[0]!.id : null),
  freightTerms: proposal.freightTerms,
  packages: proposal.packages,
  actualWeightKg: proposal.actualWeightKg,
  chargedWeightKg: proposal.actualWeightKg,
  declaredValue: proposal.declaredValue,
  ewayBillNo: proposal.ewayBillNo,
  freightAmount: 0,
  otherCharges: 0,
  hasHazard: proposal.hasHazard,
})

const fields = Object.fromEntries(lrFields.map(name => [name, lr.fields[name]]))
const entered = {
  ...lr,
  fields,
  rules: lr.rules.filter(({ field }) => Object.hasOwn(fields, String(field))),
} as unknown as typeof lr

/** The errors that can be found before the server is asked. */
export const lrFaults = (values: LrValues): Fault[] => validate(entered, cleanLrValues(values))

/** The values as sent: every field, trimmed, empty as null. */
export const cleanLrValues = (values: LrValues): Record<string, unknown> =>
  clean(entered, Object.fromEntries(lrFields.map(name => [name, values[name] ?? null])))
