import { mulDiv, percentOf, sum, WHOLE } from '../define/amounts.ts'
import { dayOf, daysBetween, timeOf } from '../define/dates.ts'
import { dayText, kilograms, rupees } from '../define/show.ts'
import type { Fault } from '../define/validate.ts'
import type { FreightTerms, TransMode } from '../trade.ts'
import { hadEnded, needsEway } from './eway.ts'

/** The most invoices and deliveries on one LR. */
export const MOST_ON_LR = 100

/** The facts of an invoice, or of a delivery that is never billed, that decide with which others it may travel. */
export interface InvoiceToDispatch {
  /** Of a delivery, its own number. */
  invoiceNo: string
  /** It is a delivery that is never billed. */
  isFree?: boolean
  invoiceType: string
  invoiceDate: string
  plantId: number
  isCancelled: boolean
  /** Something that it bills leaves from its plant: no service, and nothing that a supplier ships. */
  hasGoods: boolean
  /** Those of its order; null for an invoice without one. */
  freightTerms: FreightTerms | null
  shipTo: { id: number; code: string; cityId: number | null } | null
  /** The number of an order that must be delivered in full while not all of it goes; else null. */
  incomplete: { orderNo: string } | null
}

/** What of an invoice goes on the LR: weight in thousandths, value with tax in paise. */
interface LineToDispatch extends InvoiceToDispatch {
  weightKg: number
  value: number
  /** Other LRs hold parts of it. */
  isFurther: boolean
  /** All of it goes at once. */
  isWhole: boolean
  challanNo: string | null
  packages: number | null
  /** Of the whole invoice; null while nobody has entered them. */
  packagesInAll: number | null
  packagesSent: number
  ewayBillNo: string | null
  /** An instant; null while it is not known. */
  ewayValidTo: string | null
  /** Without exempt goods of a mixed invoice. */
  ewayValue: number
  /** Above this value they travel with an e-way bill; null where they never do. */
  ewayAbove: number | null
  /** Says that the threshold is not confirmed. */
  ewayNote: string | null
  /** The e-way portal makes it once the LR is booked, so that it may be missing. */
  ewayByPortal: boolean
  /** Where the e-way bill stands already. */
  ewayTaken: string | null
}

export interface LrFacts {
  /** A business day. */
  today: string
  /** An instant. */
  now: string
  lrDate: string
  /** An instant; null where it is booked now. */
  bookedAt: string | null
  /** `lr.backdate_days`. */
  backdateDays: number
  backdateReason: string | null
  transMode: TransMode
  packages: number
  actualWeightKg: number
  /** `lr.weight_tolerance_pct`, in hundredths of a percent. */
  weightTolerance: number
  remarks: string | null
  /** The codes of the hazardous products on the invoices. */
  hazardous: readonly string[]
  hasHazard: boolean
  /** The UN numbers of the goods; empty where that of one is not known. */
  fitting: readonly string[]
  /** Whether their TREM cards are printed from the master. */
  hasCards: boolean
  unNumber: string | null
  tremCardId: number | null
  driverIsTrained: boolean
  /** The codes of the products that travel cold. */
  cold: readonly string[]
  loggerNo: string | null
  freightTerms: FreightTerms
  /** Why the consignee pays the freight of an order whose freight is ours. */
  termsReason: string | null
  /** In paise. */
  declaredValue: number
  valueReason: string | null
  lines: readonly LineToDispatch[]
  transporter: { name: string; isActive: boolean; transModes: readonly TransMode[] } | null
}

/** The faults of an LR over these invoices, as sentences at its fields; empty when it is valid. */
export const lrFaults = (facts: LrFacts): Fault[] => [
  ...faultsOfInvoices(facts.lines),
  ...facts.lines.flatMap((line, index) => [
    ...faultsOfLine(line, `lines[${index}].`),
    ...faultsOfEway(line, `lines[${index}].ewayBillNo`, facts),
  ]),
  ...faultsOfPackages(facts),
  ...faultsOfDate(facts),
  ...faultsOfWeight(facts),
  ...faultsOfTerms(facts),
  ...faultsOfValue(facts),
  ...faultsOfTransporter(facts),
  ...faultsOfGoods(facts),
]

/** Why invoices cannot travel on one LR, as sentences at `lines`. */
export function faultsOfInvoices(invoices: readonly InvoiceToDispatch[]): Fault[] {
  const fault = (code: string, message: string): Fault => ({ field: 'lines', code, message })
  const [first] = invoices
  if (!first) return [fault('REQUIRED', 'Invoices are required: choose at least one')]
  const faults: Fault[] = []
  for (const one of invoices) {
    const { invoiceNo, isCancelled, hasGoods, invoiceType, shipTo, incomplete } = one
    if (!isCancelled && invoiceType === 'INVOICE' && !hasGoods)
      faults.push(fault('NOT_GOODS', `Invoice ${invoiceNo} bills nothing that leaves from here: leave it out`))
    if (isCancelled) faults.push(fault('CANCELLED', `Invoice ${invoiceNo} is cancelled in SAP: leave it out`))
    if (invoiceType !== 'INVOICE') faults.push(fault('NOT_GOODS', `${invoiceNo} is a note without goods: leave it out`))
    if (!shipTo) faults.push(fault('NO_SHIP_TO', `${atStart(called(one))} has no ship-to: read it from SAP again`))
    if (shipTo && shipTo.cityId === null) {
      const message = `Ship-to ${shipTo.code} of ${called(one)} has no city yet: enter it under Ship-to Addresses`
      faults.push(fault('NO_CITY', message))
    }
    if (incomplete) {
      const message = `Invoice ${invoiceNo}: order ${incomplete.orderNo} is delivered only in full, so choose all its invoices once all of it is invoiced`
      faults.push(fault('COMPLETE_DELIVERY', message))
    }
  }
  if (invoices.some(({ plantId }) => plantId !== first.plantId))
    faults.push(fault('ONE_PLANT', 'Invoices must all come from one plant: make an LR for each'))
  const to = invoices.flatMap(({ shipTo }) => shipTo ?? [])
  if (to.some(({ id }) => id !== to[0]!.id))
    faults.push(fault('ONE_SHIP_TO', 'Invoices must all go to one ship-to: make an LR for each'))
  const terms = [...new Set(invoices.flatMap(({ freightTerms }) => freightTerms ?? []))]
  if (terms.length > 1)
    faults.push(
      fault(
        'ONE_FREIGHT_TERMS',
        `Invoices must agree in freight terms, not ${terms.join(' and ')}: make an LR for each`,
      ),
    )
  return faults
}

const called = ({ invoiceNo, isFree }: Pick<InvoiceToDispatch, 'invoiceNo' | 'isFree'>) =>
  `${isFree ? 'delivery' : 'invoice'} ${invoiceNo}`
const atStart = (words: string) => words[0]!.toUpperCase() + words.slice(1)

function faultsOfLine(line: LineToDispatch, at: string): Fault[] {
  const faults: Fault[] = []
  const { packages, packagesInAll, packagesSent } = line
  if (line.isFurther && line.challanNo === null) {
    const message = `Delivery challan is required: ${called(line)} is on another LR already, so this part travels with a challan`
    faults.push({ field: `${at}challanNo`, code: 'REQUIRED', message })
  }
  if (line.isWhole) return faults
  if (packages === null) {
    const message = `Packages are required of ${called(line)}, of which a part goes`
    faults.push({ field: `${at}packages`, code: 'REQUIRED', message })
  }
  if (packagesInAll === null) {
    const message = `Total packages are required of ${called(line)}, of which a part goes`
    faults.push({ field: `${at}packagesInAll`, code: 'REQUIRED', message })
  } else if (packagesSent + (packages ?? 0) > packagesInAll) {
    const message = `Packages must be at most ${Math.max(0, packagesInAll - packagesSent)}: ${called(line)} has ${packagesInAll}, of which ${packagesSent} are on other LRs`
    faults.push({ field: `${at}packages`, code: 'RANGE', message })
  }
  return faults
}

/** The e-way bill that is missing, of another movement, or ended before the goods leave. */
function faultsOfEway(line: LineToDispatch, field: string, when: Pick<LrFacts, 'lrDate' | 'today' | 'now'>): Fault[] {
  const { ewayBillNo, ewayValidTo, ewayValue, ewayAbove, ewayNote, ewayTaken } = line
  if (ewayBillNo === null) {
    if (line.ewayByPortal || !needsEway(ewayValue, ewayAbove)) return []
    const goods = line.isWhole ? called(line) : `this part of ${called(line)}`
    const sums = [`${rupees(ewayValue)} is above ${rupees(ewayAbove!)}`, ewayNote].filter(Boolean).join('; ')
    return [{ field, code: 'REQUIRED', message: `E-way bill is required for ${goods}: ${sums}` }]
  }
  if (ewayTaken !== null) return [ewayTakenFault(field, ewayBillNo, ewayTaken)]
  return ewayValidTo !== null && hadEnded(ewayValidTo, when) ? [ewayEndedFault(field, ewayBillNo, ewayValidTo)] : []
}

/** An e-way bill belongs to one movement of one invoice. */
export const ewayTakenFault = (field: string, ewayBillNo: string, taken: string): Fault => ({
  field,
  code: 'EWAY_TAKEN',
  message: `E-way bill ${ewayBillNo} ${taken}: each belongs to one movement of one invoice, so enter another`,
})

/** An e-way bill that ended before the goods left is none. */
export const ewayEndedFault = (field: string, ewayBillNo: string, validTo: string): Fault => ({
  field,
  code: 'EWAY_ENDED',
  message: `E-way bill ${ewayBillNo} ended on ${dayText(dayOf(validTo))} at ${timeOf(validTo)}, before the goods leave: extend it and enter its new end, or enter a new one`,
})

function faultsOfPackages({ lines, packages }: LrFacts): Fault[] {
  const given = lines.flatMap(line => line.packages ?? [])
  if (given.length < lines.length) {
    if (given.length > 0 && sum(given) > packages)
      return [
        { field: 'packages', code: 'SUM', message: `Packages must be at least the ${sum(given)} of its invoices` },
      ]
    return []
  }
  if (lines.length === 0 || sum(given) === packages) return []
  return [
    {
      field: 'packages',
      code: 'SUM',
      message: `Packages must be ${sum(given)}, as many as those of its invoices together`,
    },
  ]
}

/** What is wrong with the day of an LR and the hour of its booking. */
export function faultsOfDate({
  lrDate,
  today,
  now,
  bookedAt,
  lines,
  backdateDays,
  backdateReason,
}: Pick<LrFacts, 'lrDate' | 'today' | 'now' | 'bookedAt' | 'backdateDays' | 'backdateReason'> & {
  lines: readonly Pick<LineToDispatch, 'invoiceDate'>[]
}): Fault[] {
  if (bookedAt !== null && (bookedAt > now || dayOf(bookedAt) < lrDate)) {
    const message = 'Booked at must be from the day of the LR to now: correct it, or leave it empty'
    return [{ field: 'bookedAt', code: 'RANGE', message }]
  }
  const fault = (message: string): Fault => ({ field: 'lrDate', code: 'RANGE', message })
  if (lrDate > today) return [fault('LR date must not be after today')]
  const latest = lines
    .map(({ invoiceDate }) => invoiceDate)
    .sort()
    .at(-1)
  if (latest !== undefined && lrDate < latest)
    return [fault(`LR date must not be before ${dayText(latest)}, the date of its last invoice`)]
  if (daysBetween(lrDate, today) > backdateDays && backdateReason === null) {
    const message = `Why the LR is entered late is required: its date lies more than ${backdateDays} days back`
    return [{ field: 'backdateReason', code: 'REQUIRED', message }]
  }
  return []
}

/** The weighed goods may differ a little from those of the invoices; more has a reason, which somebody says. */
export function faultsOfWeight({
  lines,
  actualWeightKg,
  weightTolerance,
  remarks,
}: Pick<LrFacts, 'actualWeightKg' | 'weightTolerance' | 'remarks'> & {
  lines: readonly { weightKg: number }[]
}): Fault[] {
  const billed = sum(lines.map(({ weightKg }) => weightKg))
  const most = mulDiv(billed, weightTolerance, WHOLE)
  if (billed === 0 || Math.abs(actualWeightKg - billed) <= most || remarks !== null) return []
  const message = `Actual weight of ${kilograms(actualWeightKg)} does not fit the ${kilograms(billed)} of the invoices: correct it, or say why under Remarks`
  return [{ field: 'actualWeightKg', code: 'SUM', message }]
}

/** The terms of an order under which we pay its freight. */
export const areTermsOurs = (terms: FreightTerms | null): boolean => terms === 'FOR' || terms === 'BILLED'

/** A customer who has paid the freight with the price, or with the invoice, should not pay the transporter too. */
export function faultsOfTerms({
  freightTerms,
  termsReason,
  lines,
}: Pick<LrFacts, 'freightTerms' | 'termsReason'> & {
  lines: readonly Pick<LineToDispatch, 'freightTerms'>[]
}): Fault[] {
  const ordered = lines.find(line => areTermsOurs(line.freightTerms))?.freightTerms
  if (freightTerms !== 'TO_PAY' || ordered === undefined || termsReason !== null) return []
  const message = `Why the consignee pays is required: the freight terms of the order are ${ordered}, so the customer has paid for the carriage already. Choose ${ordered}, or say why`
  return [{ field: 'termsReason', code: 'REQUIRED', message }]
}

/** The shares of the value of the goods, in hundredths of a percent, between which a declared value needs no reason. */
const [LEAST_DECLARED, MOST_DECLARED] = [9_000, 11_000]

/** Whether a declared value is so far from that of the goods, in paise, that a reason is asked. */
export const isFarFromValue = (declared: number, value: number): boolean =>
  declared < percentOf(value, LEAST_DECLARED) || declared > percentOf(value, MOST_DECLARED)

/** The transporter is liable, and the insurance pays, by the declared value. */
export function faultsOfValue({
  declaredValue,
  valueReason,
  lines,
}: Pick<LrFacts, 'declaredValue' | 'valueReason'> & { lines: readonly { value: number }[] }): Fault[] {
  const value = sum(lines.map(line => line.value))
  if (!isFarFromValue(declaredValue, value) || valueReason !== null) return []
  const message = `Why another value is declared is required: ${rupees(declaredValue)} is ${declaredValue < value ? 'below 90' : 'above 110'} % of the ${rupees(value)} of the goods. Correct the declared value, or say why`
  return [{ field: 'valueReason', code: 'REQUIRED', message }]
}

function faultsOfTransporter({ transporter, transMode }: LrFacts): Fault[] {
  if (transMode === 'PWC') {
    const message = 'Mode of transport PWC has no LR: the party collects, see Party Will Collect'
    return [{ field: 'transMode', code: 'PWC', message }]
  }
  if (!transporter?.isActive)
    return [
      { field: 'transporterId', code: 'INACTIVE_REF', message: 'Transporter must be an active one: choose another' },
    ]
  if (transporter.transModes.includes(transMode)) return []
  const message = `Transporter ${transporter.name} does not carry ${transMode}: choose another, or another mode`
  return [{ field: 'transporterId', code: 'TRANS_MODE', message }]
}

/** What hazardous and cold goods travel with, as far as it is missing. */
export function faultsOfGoods(
  facts: Pick<
    LrFacts,
    | 'hazardous'
    | 'hasHazard'
    | 'fitting'
    | 'hasCards'
    | 'unNumber'
    | 'tremCardId'
    | 'driverIsTrained'
    | 'cold'
    | 'loggerNo'
  >,
): Fault[] {
  const faults: Fault[] = []
  const require = (field: 'unNumber' | 'tremCardId' | 'driverIsTrained' | 'loggerNo', message: string) =>
    faults.push({ field, code: 'REQUIRED', message })
  if (facts.hasHazard) {
    const why = facts.hazardous.length > 0 ? `${facts.hazardous.join(', ')} is hazardous` : 'the goods are hazardous'
    if (facts.unNumber === null) require('unNumber', `UN number is required: ${why}`)
    if (facts.unNumber !== null && facts.fitting.length > 0 && !facts.fitting.includes(facts.unNumber)) {
      const message = `UN number must be that of the goods, ${facts.fitting.join(' or ')}: correct it`
      faults.push({ field: 'unNumber', code: 'RANGE', message })
    }
    if (facts.tremCardId === null && !facts.hasCards)
      require('tremCardId', `TREM card is required: ${why}, attach the card`)
    if (!facts.driverIsTrained)
      require('driverIsTrained', `Driver must be trained for hazardous goods: ${why}, tick it once you have seen the certificate`)
  }
  if (facts.cold.length > 0 && facts.loggerNo === null)
    require('loggerNo', `Temperature logger is required: ${facts.cold.join(', ')} travels cold`)
  return faults
}
