import type { EwayBillRow } from '../../../resources/dispatches/eway/eway-bill.ts'
import { actorOf, THEIRS } from '../../../resources/dispatches/eway/holder.ts'
import { now } from '../../platform/clock.ts'
import type { PortalData } from './portal.ts'
import { daySaid, instantSaid } from './wire.ts'

/** A vehicle as GetEwayBill lists it. */
interface SaidVehicle {
  vehicleNo?: string
  tripshtNo?: number | string
  userGSTINTransin?: string
  groupNo?: number | string
  enteredDate?: string
}

/** The vehicles of an e-way bill, the newest first. */
export const vehiclesSaid = (said: PortalData): SaidVehicle[] =>
  (Array.isArray(said.VehiclListDetails) ? (said.VehiclListDetails as SaidVehicle[]) : []).toSorted((a, b) =>
    (instantSaid(b.enteredDate) ?? '').localeCompare(instantSaid(a.enteredDate) ?? ''),
  )

const numberOf = (value: unknown): string | null => {
  const text = String(value ?? '').trim()
  return text === '' || text === '0' ? null : text
}

/** What GetEwayBill says of an e-way bill, for the account of a GSTIN. */
export function billSaid(said: PortalData, gstin: string): Partial<EwayBillRow> {
  const vehicles = vehiclesSaid(said)
  const [last] = vehicles
  const maker = String(said.genGstin ?? said.fromGstin ?? gstin)
  const partBBy = last ? (vehicles.some(({ userGSTINTransin: by }) => by && by !== maker) ? THEIRS : 'US') : null
  const namedTransporter = numberOf(said.transporterId)
  const isOver =
    said.status === 'CNL'
      ? 'CANCELLED'
      : said.status === 'CLS'
        ? 'CLOSED'
        : said.rejectStatus === 'Y'
          ? 'REJECTED'
          : null
  const madeByUs = maker === gstin
  return {
    gstin: maker,
    status: isOver ?? (last ? 'ACTIVE' : 'PART_A'),
    partBBy,
    namedTransporter,
    holder: actorOf('PART_B', {
      madeByUs,
      transporterId: namedTransporter === gstin ? null : namedTransporter,
      partBBy,
    }),
    generatedAt: instantSaid(said.ewayBillDate),
    validTo: instantSaid(said.validUpto),
    docNo: numberOf(said.docNo),
    docDate: daySaid(said.docDate),
    distanceKm: Number(said.actualDist ?? 0) || null,
    vehicleNo: numberOf(last?.vehicleNo),
    consolidatedNo: numberOf(last?.tripshtNo),
    groupNo: numberOf(last?.groupNo),
    extendedTimes: Number(said.extendedTimes ?? 0),
    isVerified: said.verifiedStatus === 'Y',
    fetchedAt: now(),
  }
}
