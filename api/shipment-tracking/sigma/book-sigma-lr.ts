import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { fyOf } from '../../../resources/define/dates.ts'
import { type Fault, withDefaults } from '../../../resources/define/validate.ts'
import { expectedDelivery } from '../../../resources/dispatches/expected-delivery.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { type Shipment, shipment } from '../../../resources/dispatches/shipment.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import type { SigmaLr } from '../../../resources/shipment-tracking/commands/lanes.ts'
import { sigmaCustomers } from '../../../resources/shipment-tracking/sigma-customers.ts'
import { actsOnAll } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { bookingEvent } from '../../dispatches/booking/book-lr.ts'
import { readTransit } from '../../masters/expected-on.ts'
import { now, today } from '../../platform/clock.ts'
import { refused } from '../../platform/errors.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { readSettings } from '../../platform/settings.ts'
import { mailShipment } from '../news/mail-shipment.ts'

/** Saves an LR of the sister business; one saved before with the same invoices is answered. Throws 422. */
export async function saveSigmaLr(trx: Knex, input: SigmaLr, person: Person, author: Author) {
  const outcome = await bookSigmaLr(trx, input, person, author)
  if ('faults' in outcome) throw refused(outcome.faults)
  const { shipmentNo }: Pick<Shipment, 'shipmentNo'> = await trx('shipment')
    .where('lrId', outcome.id)
    .first('shipmentNo')
  return { lrId: outcome.id, shipmentNo }
}

interface City {
  id: number
  name: string
  stateId: number
}

/**
 * Saves an LR of the sister business with its shipment and first event, in the given transaction. Returns the faults at
 * its fields where it cannot be saved, else the id of the LR; `known` is the one that is saved already, unchanged.
 */
export async function bookSigmaLr(
  trx: Knex,
  input: SigmaLr,
  person: Person,
  author: Author,
): Promise<{ faults: Fault[] } | { id: number; isKnown: boolean }> {
  const [from, to] = [await cityNamed(trx, input.fromCity), await cityNamed(trx, input.toCity)]
  const faults = await faultsOf(trx, input, person)
  for (const [field, label, city] of [
    ['fromCity', 'From city', from],
    ['toCity', 'To city', to],
  ] as const)
    if (typeof city === 'string') faults.push({ field, code: 'UNKNOWN_REF', message: `${label} ${city}` })
  if (faults.length > 0) return { faults }
  const key = { lrNo: input.lrNo, transporterId: input.transporterId, fy: fyOf(input.lrDate), releasedNo: 0 }
  const [known] = await rowsOf(trx, lr, rows => rows.where(key))
  if (known) return (await isSame(trx, known, input)) ? { id: known.id, isKnown: true } : { faults: [taken(input)] }
  return { id: await insertAll(trx, input, { from: from as City, to: to as City }, author), isKnown: false }
}

const taken = ({ lrNo }: SigmaLr): Fault => ({
  field: 'lrNo',
  code: 'DUPLICATE_KEY',
  message: `LR ${lrNo} of this transporter already exists in this financial year, with other invoices`,
})

async function isSame(trx: Knex, { id, businessLine }: Lr, { invoices }: SigmaLr): Promise<boolean> {
  const numbers: string[] = await trx('lr_line').where('lrId', id).pluck('sigmaInvoiceNo')
  const given = invoices.map(({ sigmaInvoiceNo }) => sigmaInvoiceNo)
  return businessLine === 'SIGMA' && numbers.length === given.length && given.every(no => numbers.includes(no))
}

async function cityNamed(trx: Knex, name: string): Promise<City | string> {
  const cities: City[] = await trx('state_city').where({ name, isActive: 1 }).select('id', 'name', 'stateId')
  if (cities.length === 1) return cities[0]!
  return cities.length === 0
    ? `${name} is not known: enter it under State City`
    : `${name} is in several states: give it a unique name under State City`
}

async function faultsOf(trx: Knex, input: SigmaLr, person: Person): Promise<Fault[]> {
  const faults: Fault[] = []
  const refuse = (field: string, code: string, message: string) => faults.push({ field, code, message })
  if (input.lrDate > today()) refuse('lrDate', 'RANGE', 'LR date must not be after today')
  if (input.expectedDeliveryDate !== null && input.expectedDeliveryDate < input.lrDate)
    refuse('expectedDeliveryDate', 'RANGE', 'Expected delivery date must not be before the LR date')
  const [transporterRow] = await rowsOf(trx, transporter, rows => rows.where('id', input.transporterId))
  if (!transporterRow?.isActive) refuse('transporterId', 'INACTIVE_REF', 'Transporter must be an active one')
  const [customer] = await rowsOf(trx, sigmaCustomers, rows => rows.where('id', input.sigmaCustomerId))
  if (!customer?.isActive) refuse('sigmaCustomerId', 'INACTIVE_REF', 'Sigma customer must be an active one')
  if (!(await follows(trx, input, person)))
    refuse(
      'sigmaCustomerId',
      'OUT_OF_SCOPE',
      'You follow neither this Sigma customer nor this plant: have it entered under Employee - Sigma Customer / Plant Mapping',
    )
  return faults
}

/** Whether the person reads all shipments, or follows the customer or the plant. */
async function follows(trx: Knex, { sigmaCustomerId, sigmaPlantCode }: SigmaLr, person: Person): Promise<boolean> {
  if (actsOnAll(shipment, person, 'read')) return true
  const map = await trx('employee_sigma_map')
    .where({ employeeId: person.employeeId, isActive: 1 })
    .where(any => any.where({ sigmaCustomerId }).orWhere('plantCode', sigmaPlantCode))
    .first('id')
  return map !== undefined
}

async function insertAll(
  trx: Knex,
  input: SigmaLr,
  { from, to }: { from: City; to: City },
  author: Author,
): Promise<number> {
  const {
    invoices,
    fromCity: _,
    toCity: __,
    toPincode,
    sigmaCustomerId,
    expectedDeliveryDate: enteredDate,
    ...header
  } = input
  const expectedDeliveryDate = enteredDate ?? (await arrival(trx, input, to))
  const weight = sum(invoices.map(({ weightKg }) => weightKg))
  const row: Partial<Lr> = {
    ...header,
    fy: fyOf(input.lrDate),
    businessLine: 'SIGMA',
    freightTerms: 'FOR',
    packages: sum(invoices.map(({ packages }) => packages)),
    actualWeightKg: weight,
    chargedWeightKg: weight,
    declaredValue: sum(invoices.map(({ invoiceValue }) => invoiceValue ?? 0)),
    fromCityId: from.id,
    toCityId: to.id,
    expectedDeliveryDate,
    originalExpectedDate: expectedDeliveryDate,
  }
  const [newLr] = await insertRows(trx, lr, [withDefaults(lr, row)], author)
  const lines = invoices.map(line => ({
    ...line,
    invoiceValue: line.invoiceValue ?? 0,
    lrId: newLr!.id,
    sigmaCustomerId,
  }))
  await insertRows(
    trx,
    lrLine,
    lines.map(line => withDefaults(lrLine, line)),
    author,
  )
  const [customer] = await rowsOf(trx, sigmaCustomers, rows => rows.where('id', sigmaCustomerId))
  const sent: Partial<Shipment> = {
    shipmentNo: await nextNumber(trx, 'SH', today()),
    lrId: newLr!.id,
    businessLine: 'SIGMA',
    sigmaCustomerId,
    shipToPincode: toPincode,
    notifyMobile: customer!.mobile,
    notifyEmail: customer!.email,
  }
  const [shipped] = await insertRows(trx, shipment, [sent], author)
  const event: Partial<TrackingEvent> = {
    ...bookingEvent(newLr!, now()),
    shipmentId: shipped!.id,
    location: from.name,
    source: author.source === 'IMPORT' ? 'UPLOAD' : 'API',
  }
  await insertRows(trx, trackingEvent, [withDefaults(trackingEvent, event)], author)
  await mailShipment(trx, newLr!.id, 'BOOKED')
  return newLr!.id
}

/** By the default days: no lane begins at a plant of the sister business. */
async function arrival(trx: Knex, { lrDate, transMode }: SigmaLr, { stateId }: City): Promise<string> {
  const { holidays } = await readTransit(trx, { stateId, transMode })
  const defaultDays = (await readSettings(trx))['edd.default_days']
  return expectedDelivery({ lrDate, writtenAt: now(), lane: null, defaultDays, holidays })
}
