import { sum } from '../../define/amounts.ts'
import { dayText, quantityText, rupees } from '../../define/show.ts'
import type { Fault } from '../../define/validate.ts'
import { needsEway } from '../eway.ts'

/** What must hold before goods leave with somebody who is not a transporter. */
interface ReleaseFacts {
  /** A business day. */
  today: string
  /** An instant. */
  now: string
  invoice: {
    invoiceNo: string
    isCancelled: boolean
    ewayBillNo: string | null
    /** An instant. */
    ewayValidTo: string | null
  }
  /** In paise, with tax, without exempt goods of a mixed invoice. */
  ewayValue: number
  /** Above this value, in paise, goods travel with an e-way bill; null where they never do. */
  ewayAbove: number | null
  /** Says that the threshold is not confirmed. */
  ewayNote: string | null
  vehicleNo: string | null
  /** The codes of the drugs on the invoice, and the licence of the buyer. */
  drugs: readonly string[]
  buyer: { code: string; drugLicenceNo: string | null; drugLicenceValidTo: string | null }
  /** The petroleum on the invoice, in thousandths of a litre, and the licence of the ship-to. */
  petroleum: readonly { code: string; petroleumClass: string; litres: number; freeLitres: number }[]
  shipTo: Licensed | null
}

interface Licensed {
  code: string
  pesoLicenceNo: string | null
  pesoClass: string | null
  /** In thousandths of a litre. */
  pesoCapacity: number
  pesoValidTo: string | null
}

/** Why the goods of an invoice may not be handed over, as sentences; empty when they may. */
export function releaseFaults(facts: ReleaseFacts): Fault[] {
  const { invoice } = facts
  if (invoice.isCancelled)
    return [fault('', 'CANCELLED', `Invoice ${invoice.invoiceNo} is cancelled in SAP: keep the goods`)]
  return [...licenceFaults(facts), ...wayFaults(facts)]
}

const fault = (field: string, code: string, message: string): Fault => ({ field, code, message })

function licenceFaults({ drugs, buyer, today, petroleum, shipTo }: ReleaseFacts): Fault[] {
  const faults: Fault[] = []
  const { code, drugLicenceNo, drugLicenceValidTo } = buyer
  if (drugs.length > 0 && (drugLicenceNo === null || drugLicenceValidTo === null))
    faults.push(
      fault(
        '',
        'DRUG_LICENCE',
        `${named(drugs)}: customer ${code} has no drug licence: ask the master data desk to enter it`,
      ),
    )
  else if (drugs.length > 0 && drugLicenceValidTo! < today)
    faults.push(
      fault(
        '',
        'DRUG_LICENCE',
        `${named(drugs)}: the drug licence of customer ${code} ended on ${dayText(drugLicenceValidTo!)}: it must be renewed`,
      ),
    )
  for (const [petroleumClass, rows] of Map.groupBy(petroleum, row => row.petroleumClass)) {
    const litres = sum(rows.map(row => row.litres))
    if (rows.every(({ freeLitres }) => litres <= freeLitres)) continue
    const problem = licenceProblem(shipTo, petroleumClass, litres, today)
    const codes = rows.map(row => row.code)
    if (problem)
      faults.push(fault('', 'PESO_LICENCE', `${named(codes)}, petroleum of class ${petroleumClass}: ${problem}`))
  }
  return faults
}

const named = (codes: readonly string[]) => codes.join(', ')

function licenceProblem(shipTo: Licensed | null, letter: string, litres: number, today: string): string | null {
  if (!shipTo) return 'the invoice has no ship-to whose PESO licence could be looked at; read it from SAP again'
  const { code, pesoLicenceNo, pesoClass, pesoCapacity, pesoValidTo } = shipTo
  if (!pesoLicenceNo || !pesoValidTo) return `ship-to ${code} has no PESO licence: ask the master data desk to enter it`
  if (pesoValidTo < today)
    return `the PESO licence of ship-to ${code} ended on ${dayText(pesoValidTo)}: it must be renewed`
  if (!pesoClass?.includes(letter))
    return `the PESO licence of ship-to ${code} is for class ${pesoClass ?? 'none'} only`
  return litres > pesoCapacity
    ? `the PESO licence of ship-to ${code} is for ${quantityText(pesoCapacity)} litres only`
    : null
}

function wayFaults(facts: ReleaseFacts): Fault[] {
  const { ewayValue, ewayAbove, ewayNote, vehicleNo, petroleum, now } = facts
  const { ewayBillNo, ewayValidTo } = facts.invoice
  const faults: Fault[] = []
  const needsBill = needsEway(ewayValue, ewayAbove)
  if (needsBill && ewayBillNo === null)
    faults.push(
      fault(
        'ewayBillNo',
        'REQUIRED',
        `E-way bill is required for goods worth more than ${[rupees(ewayAbove!), ewayNote].filter(Boolean).join('; ')}`,
      ),
    )
  else if (ewayBillNo !== null && ewayValidTo !== null && ewayValidTo < now)
    faults.push(
      fault('ewayBillNo', 'EXPIRED', `E-way bill ${ewayBillNo} is no longer valid: extend it, or enter a new one`),
    )
  if (vehicleNo === null && (needsBill || petroleum.length > 0)) {
    const why = needsBill ? 'the e-way bill names it' : 'petroleum goes in it'
    faults.push(fault('vehicleNo', 'REQUIRED', `Vehicle is required, since ${why}: enter its number`))
  }
  return faults
}
