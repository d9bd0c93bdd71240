import { can } from '../capabilities.ts'
import type { Role } from '../roles.ts'
import type { StatusReader } from './lr-status.ts'
import type { OnTime } from './on-time.ts'

/** How many LRs from a plant to a city or its state were due lately, and how many kept the date promised first. */
export interface LaneRecord extends OnTime {
  to: 'CITY' | 'STATE'
  /** Whether one transporter alone made the record, so that it tells of that transporter. */
  ofOneTransporter: boolean
}

/** The lane records towards a place, by plant; a lane that is not among them had too few LRs to say anything. */
export interface LaneRecords {
  lanes: (LaneRecord & { plantId: number })[]
}

/** How many days back LRs count for the record of a lane, and how many must have been due. */
export const RECORD_DAYS = 90
export const RECORD_LEAST = 5

/** The record of a lane in a sentence, in the words of its reader. */
export const laneWords = (record: OnTime & Pick<LaneRecord, 'to'>, reader: StatusReader): string =>
  reader === 'buyer'
    ? `${record.kept} of ${record.due} deliveries from there to your ${placeOf(record)} came on time in the last ${RECORD_DAYS} days.`
    : `Kept ${record.kept} of ${record.due} dates to this ${placeOf(record)} in the last ${RECORD_DAYS} days.`

/** The record of a lane in a few words, beside the day that is promised. */
export const laneMark = ({ kept, due }: OnTime, reader: StatusReader): string =>
  reader === 'buyer' ? `${kept} of ${due} came on time` : `kept ${kept} of ${due}`

const placeOf = ({ to }: Pick<LaneRecord, 'to'>) => (to === 'CITY' ? 'city' : 'state')

export const TOO_FEW = `Too few deliveries in the last ${RECORD_DAYS} days to say how often the date is kept.`

/** The record as far as somebody may read it: one of a single transporter only those who may compare transporters. */
export const shownRecord = (person: { roles: readonly Role[] }, record: LaneRecord | null): LaneRecord | null =>
  record?.ofOneTransporter && !can(person, 'compareTransporters') ? null : record
