import { rupees } from '../define/show.ts'
import type { Fault } from '../define/validate.ts'
import type { TransMode } from '../trade.ts'

/** The facts of an invoice that the rules of an LR need. */
export interface InvoiceToDispatch {
  invoiceNo: string
  invoiceType: string
  invoiceDate: string
  plantId: number
  isCancelled: boolean
  shipTo: { id: number; customerId: number; cityId: number } | null
  /** The number of an order that must be delivered in full while not all of it is invoiced and chosen; else null. */
  incomplete: { orderNo: string } | null
}

export interface LrFacts {
  /** A business day. */
  today: string
  /** `eway.threshold`, in paise. */
  ewayThreshold: number
  lrDate: string
  transMode: TransMode
  declaredValue: number
  ewayBillNo: string | null
  hasHazard: boolean
  /** The codes of the petroleum products on the invoices. */
  petroleum: readonly string[]
  invoices: readonly InvoiceToDispatch[]
  transporter: { name: string; isActive: boolean; transModes: readonly TransMode[] } | null
}

/** The faults of an LR over these invoices, as sentences at its fields; empty when it is valid. */
export const lrFaults = (facts: LrFacts): Fault[] => [...faultsOfInvoices(facts), ...faultsOfLr(facts)]

function faultsOfInvoices({ invoices }: Pick<LrFacts, 'invoices'>): Fault[] {
  const fault = (code: string, message: string): Fault => ({ field: 'invoiceIds', code, message })
  const [first] = invoices
  if (!first) return [fault('REQUIRED', 'Invoices are required: choose at least one')]
  const faults: Fault[] = []
  for (const { invoiceNo, isCancelled, invoiceType, shipTo, incomplete } of invoices) {
    if (isCancelled) faults.push(fault('CANCELLED', `Invoice ${invoiceNo} is cancelled in SAP: leave it out`))
    if (invoiceType !== 'INVOICE') faults.push(fault('NOT_GOODS', `${invoiceNo} is a note without goods: leave it out`))
    if (!shipTo) faults.push(fault('NO_SHIP_TO', `Invoice ${invoiceNo} has no ship-to: read it from SAP again`))
    if (incomplete) {
      const message = `Invoice ${invoiceNo}: order ${incomplete.orderNo} is delivered only in full, so choose all its invoices once all of it is invoiced`
      faults.push(fault('COMPLETE_DELIVERY', message))
    }
  }
  if (invoices.some(({ plantId }) => plantId !== first.plantId)) {
    faults.push(fault('ONE_PLANT', 'Invoices must all come from one plant: make an LR for each'))
  }
  const to = invoices.flatMap(({ shipTo }) => shipTo ?? [])
  if (to.some(({ cityId }) => cityId !== to[0]!.cityId)) {
    faults.push(fault('ONE_CITY', 'Invoices must all go to one city: make an LR for each'))
  } else if (to.some(({ id, customerId }) => id !== to[0]!.id && customerId !== to[0]!.customerId)) {
    faults.push(fault('ONE_CUSTOMER', 'Invoices to different ship-tos must be of one customer: make an LR for each'))
  }
  return faults
}

function faultsOfLr(facts: LrFacts): Fault[] {
  const { lrDate, today, invoices, transporter, transMode } = facts
  const faults: Fault[] = []
  if (lrDate > today) faults.push({ field: 'lrDate', code: 'RANGE', message: 'LR date must not be after today' })
  const earliest = invoices.map(({ invoiceDate }) => invoiceDate).sort()[0]
  if (earliest !== undefined && lrDate < earliest) {
    faults.push({ field: 'lrDate', code: 'RANGE', message: 'LR date must not be before the date of the first invoice' })
  }
  if (!transporter?.isActive) {
    faults.push({
      field: 'transporterId',
      code: 'INACTIVE_REF',
      message: 'Transporter must be an active one: choose another',
    })
  } else if (!transporter.transModes.includes(transMode)) {
    const message = `Transporter ${transporter.name} does not carry ${transMode}: choose another, or another mode`
    faults.push({ field: 'transporterId', code: 'TRANS_MODE', message })
  }
  if (facts.declaredValue > facts.ewayThreshold && facts.ewayBillNo === null) {
    const message = `E-way bill is required for a declared value above ${rupees(facts.ewayThreshold)}`
    faults.push({ field: 'ewayBillNo', code: 'REQUIRED', message })
  }
  if (facts.petroleum.length > 0 && !facts.hasHazard) {
    const message = `Hazardous goods must be marked: ${facts.petroleum.join(', ')} ${facts.petroleum.length === 1 ? 'is' : 'are'} petroleum`
    faults.push({ field: 'hasHazard', code: 'HAZARD_LABEL', message })
  }
  return faults
}
