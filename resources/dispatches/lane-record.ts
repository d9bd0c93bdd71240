import { can } from '../capabilities.ts'
import { choice, flag, integer } from '../define/fields.ts'
import type { Read } from '../define/shape.ts'
import type { Role } from '../roles.ts'
import type { StatusReader } from './lr-status.ts'
import type { OnTime } from './on-time.ts'

/** How many days back LRs count for the record of a lane, and how many must have been due. */
export const RECORD_DAYS = 90
export const RECORD_LEAST = 5

/** How many LRs from a plant to a city or its state were due lately, and how many kept the date promised first. */
export const laneRecordFields = {
  due: integer({ hint: `LRs that were due in the last ${RECORD_DAYS} days` }),
  kept: integer({ hint: 'Those of them that kept their date' }),
  to: choice(['CITY', 'STATE']),
  ofOneTransporter: flag({
    hint: 'Whether only one transporter made the record, so that it tells of that transporter',
  }),
}
export type LaneRecord = Read<typeof laneRecordFields>

/** The record of a lane in a sentence, in the words of its reader. */
export const laneWords = (record: OnTime & Pick<LaneRecord, 'to'>, reader: StatusReader): string =>
  reader === 'buyer'
    ? `${record.kept} of ${record.due} deliveries from there to your ${placeOf(record)} came on time in the last ${RECORD_DAYS} days.`
    : `${record.kept} of ${record.due} LRs to this ${placeOf(record)} kept the promised date in the last ${RECORD_DAYS} days.`

/** The record of a lane in a few words, beside the day that is promised. */
export const laneMark = ({ kept, due }: OnTime, reader: StatusReader): string =>
  reader === 'buyer' ? `${kept} of ${due} came on time` : `${kept} of ${due} on time`

const placeOf = ({ to }: Pick<LaneRecord, 'to'>) => (to === 'CITY' ? 'city' : 'state')

export const TOO_FEW = `Too few deliveries in the last ${RECORD_DAYS} days to say how often the date is kept.`

/** The record as far as somebody may read it: one of a single transporter only those who may compare transporters. */
export const shownRecord = (person: { roles: readonly Role[] }, record: LaneRecord | null): LaneRecord | null =>
  record?.ofOneTransporter && !can(person, 'compareTransporters') ? null : record
